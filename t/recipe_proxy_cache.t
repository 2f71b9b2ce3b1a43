#!/usr/bin/perl

# conf/recipes/proxy_cache.conf: nginx as a cache in front of nginx.

use v5.36;

use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Test::Contentlib;
use Test::Contentlib::Recipe;


my $t = recipe('proxy_cache', records => [corpus(3)]);
my $path = '/api/v1/content_items/?limit=2';

sub cached ($r) { $r->header('X-Cache') // '-' }

# Until it is said of an answer, which is then returned.

sub cached_ok ($status, $path) {
    my $r;

    ok($t->poll(sub {
        $r = $t->get($path);
        cached($r) eq $status;
    }), "$path: $status");

    return $r;
}

my $first = $t->get($path, Host => 'evil.example');
my $direct = $t->request('GET', $path, [], undef, 2);

is(cached($first), 'MISS', 'the first');
ok($first->body eq $direct->body, 'is that of the library');
is($first->header($_), $direct->header($_), $_)
    for qw(ETag Last-Modified Content-Type Vary X-Content-Type-Options);
is($first->json->{next},
    'https://api.example.com/api/v1/content_items/?limit=2&offset=2',
    'whatever its Host said');

my $second = cached_ok('HIT', $path);

is($second->body, $first->body, 'the same');

# the cache answers conditions by itself

my $r = $t->get($path, 'If-None-Match' => $first->header('ETag'));

is($r->status, 304, 'not modified');

# other addresses, and what is no GET

is(cached($t->get('/api/v1/content_items/?limit=1')), 'MISS', 'another page');
is($t->head($path)->header('ETag'), $first->header('ETag'), 'HEAD');
answer_is($t->get('/api/v1/none/'), 404, '{"detail":"Not found."}');
is(cached_ok('HIT', '/api/v1/none/')->status, 404, 'an error is kept, too');
is($t->request('POST', $path)->status, 405, 'POST');
is($t->get($path, Accept => 'text/plain')->status, 406, 'Accept');
is($t->get($path)->status, 200, 'each for itself');

# after a second the library is asked whether it has changed

$t->library('library', [corpus(5)]);
ok($t->poll(sub { $t->get($path)->json->{count} == 5 }), 'it has');

my $kept = cached_ok('HIT', $path);

# workers that start without a library

unlink $t->path('library.db');
kill 'HUP', $t->pid;
ok($t->poll(sub {
    $t->request('GET', '/api/v1/tags/', [], undef, 2)->status == 503;
}), 'no library any more');

is($t->get('/api/v1/tags/')->status, 503, 'what is not kept');

for (1 .. 2) {
    $r = cached_ok('STALE', $path);
    is($r->status . ' ' . $r->body, '200 ' . $kept->body, 'what is kept');
}

isnt(cached($t->get($path)), 'HIT', 'as there is nothing new');
