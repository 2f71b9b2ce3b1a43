#!/usr/bin/perl

# conf/recipes/proxy_cache.conf: nginx as a cache in front of nginx.
# Tests: conf/recipes/proxy_cache.conf

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Recipe;


my $t = recipe('proxy_cache', workers => 1, records => [corpus(3)]);
my $path = '/api/v1/content_items/?limit=2';

sub cached ($r) { $r->header('X-Cache') // '-' }

# Repeats a request until the response has a cache status; returns the response.

sub cached_ok ($status, $path) {
    my $r;

    ok($t->poll(sub {
        $r = $t->get($path);
        cached($r) eq $status;
    }), "$path: $status");

    return $r;
}

# Requests in the log, those of the cache among them.

sub asked ($path) {
    return scalar(() = $t->read_file('access.log') =~ / \Q$path\E /g);
}

my %seen;
my $first = $t->get($path, Host => 'evil.example');
my $direct = $t->request('GET', $path, [], undef, 2);

is(cached($first), 'MISS', 'the first');
ok($first->body eq $direct->body, 'is that of the library');
is($first->header($_), $direct->header($_), $_)
    for qw(ETag Content-Type Allow X-Content-Type-Options);
is($first->json->{next},
    'https://api.example.com/api/v1/content_items/?limit=2&offset=2',
    'whatever its Host said');

my $second = cached_ok('HIT', $path);

is($second->body, $first->body, 'the same');

# the cache handles conditions

my $r = $t->get('/api/v1/');

is($t->get('/api/v1/', 'If-None-Match' => $r->header('ETag'))->status, 304,
    'not modified');

# other addresses, and other methods

is(cached($t->get('/api/v1/content_items/?limit=1')), 'MISS', 'another page');
is($t->head($path)->header('ETag'), $first->header('ETag'), 'HEAD');
is($t->get('/api/v1/none/')->body, '{"detail":"Not found."}', 'an error');
is(cached_ok('HIT', '/api/v1/none/')->status, 404, 'is kept, too');
is($t->request('POST', $path)->status, 405, 'POST');
is($t->get($path, Accept => 'text/plain')->status, 406, 'Accept');
is($t->get($path)->status, 200, 'each for itself');

# compressed responses

for my $round (1 .. 2) {
    $r = $t->get($path, 'Accept-Encoding' => 'gzip', Via => '1.1 a');
    is($r->header('Content-Encoding'), 'gzip', 'compressed');
    is($r->plain, $first->body, 'the same');
    is(join(', ', sort $r->header('Vary')), 'Accept, Accept-Encoding',
        'depends on both');

    is($t->get($path)->body, $first->body, 'and not for others');
}

# equal requests at the same time are one request to the library

my ($old) = $t->worker_pids;
my @clients = map { $t->connection } 1 .. 20;

kill 'STOP', $old;
$_->send_request('GET', '/api/v1/search/?at=once') for @clients;
kill 'CONT', $old;
is(scalar(grep { $_->response->status == 200 } @clients), 20, 'at once');
undef @clients;
ok($t->poll(sub { asked('/api/v1/search/?at=once') >= 21 }), 'are logged');
is(asked('/api/v1/search/?at=once'), 21, 'and one more');

# After a second the cache revalidates the response in the background.

cached_ok('STALE', $path);
ok($t->wait_for_line('access.log', qr/ \Q$path\E .*" 304 /),
    'it has not');

# workers that start without a library

unlink $t->path('library.db');
kill 'HUP', $t->pid;
ok($t->poll(sub { !kill 0, $old }), 'the old worker has gone');

is($t->get('/api/v1/tags/')->status, 503, 'what is not kept');

for (1 .. 2) {
    $r = cached_ok('STALE', $path);
    is($r->status . ' ' . $r->body, '200 ' . $first->body, 'what is kept');
}

isnt(cached($t->get($path)), 'HIT', 'as there is nothing new');

# a library that workers have

$t->library('library', [corpus(5)]);
ok($t->poll(sub {
    $r = $t->get($path);
    $seen{cached($r)}++;
    $r->json->{count} == 5;
}), 'it has');
is(join(' ', sort grep { !/^(?:HIT|STALE|UPDATING)$/ } keys %seen), '',
    'nobody has waited');
