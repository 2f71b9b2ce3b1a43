#!/usr/bin/perl

# contentlib_gzip: responses that are not compressed, compressed with ISA-L,
# and compressed for the cache.

use v5.36;

use lib 't/lib';
use Test::Contentlib;


my @items = corpus(65);
my @records = (@items, map { collection("c$_", $items[$_]) } 1 .. 9);

# responses of /once/ are never stored; responses of /off/ are not compressed

my $t = Test::Contentlib->new(workers => 1, records => \@records,
    start => 0, server => <<'CONF');
        contentlib_base_url  https://api.example;
        contentlib_library   %%LIBRARY%%;
        contentlib_gzip      on;

        %%API%%

        location /once/ {
            rewrite ^/once/(.*) /api/v1/$1 break;
            contentlib;
            contentlib_library  %%DIR%%/once.db cache=off;
        }

        location /off/ {
            rewrite ^/off/(.*) /api/v1/$1 break;
            contentlib;
            contentlib_gzip  off;
        }
CONF

$t->write_file('once.db', $t->read_file('library.db'));
$t->start;

my $connection = $t->connection;

sub ask ($method, $uri, $gzip = 0) {
    return $connection->exchange($method, $uri,
        $gzip ? ('Accept-Encoding' => 'gzip') : ());
}

# the headers that both forms have, sorted

sub common ($r) {
    return join "\n", sort grep {
        !/^(?:ETag|Content-Length|Content-Encoding):/
    } split /\n/, $r->head_text;
}

my $vary = 'Accept | Accept-Encoding';

for my $path ('', 'content_items/', 'content_items/3/', 'content_items/4/',
    'content_items/?limit=1&offset=64', 'content_items/?text=none',
    'content_items/?offset=1000', 'content_items/?tag=happy+day&limit=9',
    'tags/', 'tags/every/', 'tags/?name=1', 'collections/', 'collections/c3/',
    'collections/?limit=2', 'search/', 'search/?text=tag', 'search/?text=zz',
    'tags/?name=none', 'content_items/?format=json&limit=2')
{
    my $plain = ask('GET', "/api/v1/$path");
    my $body = $plain->body;

    is($plain->status, 200, "/$path");
    is($plain->header('Content-Encoding'), undef, 'as it is');
    like($plain->header('ETag'), qr/^"[0-9a-f]{32}"$/, 'a strong tag');
    is(join(' | ', sort $plain->header('Vary')), $vary, 'its Vary');

    # the request above was the first request for this address

    my $once = ask('GET', "/once/$path", 1);
    my @got = map { ask('GET', "/api/v1/$path", 1) } 1 .. 3;

    for my $n (keys @got) {
        my $r = $got[$n];

        is(join('|', $r->header('Content-Encoding')), 'gzip', "gzip, $n");
        is($r->header('ETag'), 'W/' . $plain->header('ETag'), 'the weak tag');
        ok($r->plain eq $body, 'its body');
        is($r->header('Content-Length'), length $r->body, 'its length');
        is(common($r), common($plain), 'its other headers');
    }

    ok($got[$_]->body eq $got[0]->body, "the same bytes, $_") for 1, 2;
    is($got[$_]->head_text, $got[0]->head_text, 'and head') for 1, 2;

    is(ask('GET', "/api/v1/$path")->head_text, $plain->head_text,
        'as it is: not changed by that');

    # HEAD

    is(ask('HEAD', "/api/v1/$path")->head_text, $plain->head_text, 'HEAD');
    is(ask('HEAD', "/api/v1/$path", 1)->head_text, $got[2]->head_text,
        'HEAD, compressed');

    # without a cache: another encoder

    is(common($once), common($plain), 'without a cache: the same headers');
    is($once->header('ETag'), $got[0]->header('ETag'), 'and tag');
    ok($once->plain eq $body, 'and body');
    is(ask('HEAD', "/once/$path", 1)->head_text, $once->head_text,
        'HEAD, without a cache');

    # contentlib_gzip off

    my $off = ask('GET', "/off/$path", 1);

    ok($off->body eq $body, 'off: the same body');
    is($off->header($_), $plain->header($_), "off: $_")
        for qw(ETag Content-Length Content-Encoding);
    is(join('|', $off->header('Vary')), 'Accept', 'off: Vary');
}

# HEAD has the length of the GET that follows it, and changes nothing

my $uri = '/api/v1/content_items/?limit=17';
my $head = ask('HEAD', $uri, 1);
my $first = ask('GET', $uri, 1);

is($head->head_text, $first->head_text, 'HEAD at first');

$head = ask('HEAD', $uri, 1);

my $second = ask('GET', $uri, 1);

is($head->head_text, $second->head_text, 'HEAD after a GET');

is(ask('HEAD', $uri, 1)->head_text, $second->head_text,
    'HEAD after the second GET');
ok($first->body ne $second->body, 'another encoder');

# the lengths

my @lengths = map { $_->header('Content-Length') } ask('GET', $uri), $first,
    $second;

cmp_ok($lengths[1], '<', $lengths[0] / 3, 'quickly: a third at most');
cmp_ok($lengths[2], '<', $lengths[1], 'well: even less');


# a 304 does not store the response

$uri = '/api/v1/content_items/?limit=11';

my $etag = ask('GET', "/once/content_items/?limit=11", 1)->header('ETag');

for (1 .. 3) {
    my $r = $connection->exchange('GET', $uri, 'Accept-Encoding' => 'gzip',
        'If-None-Match' => $etag);

    is($r->status . ' ' . $r->header('ETag'), "304 $etag", 'a 304');
}
