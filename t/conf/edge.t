#!/usr/bin/perl

# The responses that an edge stores, and their forms.
# Tests: conf/edge.conf, conf/origin.conf

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Edge;


my $t = edge(age => 600, records => [corpus(50)]);
my $list = '/api/v1/content_items/';
my @gzip = ('Accept-Encoding' => 'gzip, deflate, br');
my $r = $t->get($list, @gzip);
my $tag = $r->header('ETag');

is(join(' ', $r->status, cached($r), $r->header('Content-Encoding')),
    '200 MISS gzip', 'the first is fetched, compressed');
is($r->header('Cache-Control'),
    'public, max-age=600, stale-while-revalidate=600', 'for how long');
is(join(', ', $r->header('Vary')), 'Accept, Accept-Encoding', 'Vary');
like($r->header('Surrogate-Key'), qr/^[0-9a-f]{64}$/, 'of which library');
like($r->json->{next}, qr{^https://api\.example\.com/api/v1/}, 'links');

# two forms are stored, for any client

is(cached($t->get($list, 'Accept-Encoding' => 'x, GZIP;q=0.5',
    Host => 'other.example', Accept => 'image/png')), 'HIT',
    'the same for another host and other clients');

my $plain = $t->get($list);

is(cached($plain), 'MISS', 'one that is not compressed');
ok($plain->body eq $r->plain, 'is the same');
is($plain->header('Content-Encoding'), undef, 'and said to be so');
is(cached($t->get($list, 'Accept-Encoding' => 'br')), 'HIT', 'is kept, too');
is('W/' . $plain->header('ETag'), $tag, 'with the strong tag');
is($t->get($list, 'If-None-Match' => $_)->status, 304, "$_: 304")
    for map { ($_, "W/$_") } $plain->header('ETag');
is($t->get($list, 'If-None-Match' => $_, @gzip)->status, 304, "$_: 304")
    for $tag, $plain->header('ETag');
is(cached($t->head($list)), 'HIT', 'HEAD');

my $unpacked = $t->get($list, 'Accept-Encoding' => 'gzip;q=0');

is(cached($unpacked), 'HIT', 'not compressed on request');
ok($unpacked->body eq $plain->body, 'is unpacked');
is($unpacked->header('ETag'), $tag, 'with a weak tag');
is($t->get('/api/v1/search/', @gzip, Via => '1.1 another')
    ->header('Content-Encoding'), 'gzip', 'compressed for other caches');
is(asked($t, $list, 2), '200 200', 'two requests were made for all of them');

# browsers get a page

my @browser = (Accept => 'text/html,application/xhtml+xml,*/*;q=0.8');

is($t->get($list, @browser)->body, 'a page', 'browsers get the page');
is($t->get($list)->body, $plain->body, 'the others do not');

# other answers

is(cached($t->get('/api/v1/tags')), 'MISS', 'a redirect');
is($t->get('/api/v1/tags')->header('Location'),
    'https://api.example.com/api/v1/tags/', 'where it leads');
$r = $t->get('/api/v1/none/');
is(join(' ', $r->status, $r->body), '404 {"detail":"Not found."}',
    'an error');
is($t->request('POST', "$list$_/")->status, 405, "POST to item $_")
    for 1 .. 9;
is($t->get('/busy')->status, 503, 'a 503');
is(asked($t, '/busy', 1), '503', 'is asked for at one origin');

# another origin takes over the requests of the dead origin

is($t->get("$list?limit=1&offset=$_")->status, 200, "offset $_")
    for 0 .. 39;

my $dead = () = $t->read_file('dead.log') =~ /\n/g;

ok($dead > 0 && $dead <= 3, "the dead one is left alone, after $dead");
