#!/usr/bin/perl

# contentlib_gzip: every answer in its three forms, as it is, put together of
# compressed records, and compressed whole.

use v5.36;

use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Test::Contentlib;


my @items = corpus(65);
my @records = (@items, map { collection("c$_", $items[$_]) } 1 .. 9);

# without a cache there is no second request; "off" does not compress

my $t = Test::Contentlib->new(workers => 1, records => \@records,
    start => 0, server => <<'CONF');
        contentlib_base_url  https://api.example;
        contentlib_library   %%LIBRARY%%;
        contentlib_gzip      on;

        location /api/v1/ {
            contentlib;
        }

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

# without what is different in each form, and the headers' order

sub common ($r) {
    return join "\n", sort grep {
        !/^(?:ETag|Content-Length|Content-Encoding):/
    } split /\n/, $r->head_text;
}

sub form ($r) {
    return ($r->header('ETag') // '') =~ /^"[0-9a-f]{32}(|-b|-w)"$/
        ? $1 : 'no tag';
}

my $vary = 'Accept | Accept-Encoding';

for my $path ('', 'content_items/', 'content_items/3/', 'content_items/4/',
    'content_items/?limit=1&offset=64', 'content_items/?text=none',
    'content_items/?offset=1000', 'content_items/?tag=happy+day&limit=9',
    'tags/', 'tags/every/', 'tags/?name=1', 'collections/', 'collections/c3/',
    'collections/?limit=2', 'search/', 'search/?text=tag', 'search/?text=zz',
    'tags/?name=none', 'content_items/?format=json&limit=2')
{
    my $listed = $path =~ m{^(?:content_items|tags|collections)/};
    my $plain = ask('GET', "/api/v1/$path");
    my $body = $plain->body;

    is($plain->status, 200, "/$path");
    is($plain->header('Content-Encoding'), undef, 'as it is');
    is(form($plain), '', 'its tag');
    is(join(' | ', sort $plain->header('Vary')), $vary, 'its Vary');

    # the first is of blocks if it has records, others are whole

    my @got = map { ask('GET', "/api/v1/$path", 1) } 1 .. 4;
    my @forms = map { form($_) } @got;
    my $first = $listed ? '-b' : '-w';

    is("@forms", "$first -w -w -w", 'forms, one after the other');

    for my $n (keys @got) {
        my $r = $got[$n];

        is(join('|', $r->header('Content-Encoding')), 'gzip', "gzip, $n");
        ok($r->plain eq $body, 'its body');
        is($r->header('Content-Length'), length $r->body, 'its length');
        is(common($r), common($plain), 'its other headers');
    }

    ok($got[$_]->body eq $got[1]->body, "the same bytes, $_") for 2, 3;
    is($got[$_]->head_text, $got[1]->head_text, 'and head') for 2, 3;

    is(ask('GET', "/api/v1/$path")->head_text, $plain->head_text,
        'as it is: not changed by that');

    # HEAD: as it is, of blocks, whole

    is(ask('HEAD', "/api/v1/$path")->head_text, $plain->head_text, 'HEAD');
    is(ask('HEAD', "/api/v1/$path", 1)->head_text, $got[3]->head_text,
        'HEAD, whole');

    my $once = ask('GET', "/once/$path", 1);

    is($once->head_text, $got[0]->head_text, 'always a first request');
    ok($once->body eq $got[0]->body, 'the same bytes of it');
    is(ask('HEAD', "/once/$path", 1)->head_text, $once->head_text,
        'HEAD, first');

    # where it is off

    my $off = ask('GET', "/off/$path", 1);

    ok($off->body eq $body, 'off: the same body');
    is($off->header($_), $plain->header($_), "off: $_")
        for qw(ETag Content-Length Content-Encoding);
    is(join('|', $off->header('Vary')), 'Accept', 'off: Vary');
}

# a first request by HEAD

my $uri = '/api/v1/content_items/?limit=17';
my $head = ask('HEAD', $uri, 1);

is($head->head_text, ask('GET', $uri =~ s/api.v1/once/r, 1)->head_text,
    'HEAD at first');
is(form(ask('GET', $uri, 1)), '-b', 'is no request for another form');
is(form(ask('HEAD', $uri, 1)), '-b', 'HEAD after the first GET');
is(form(ask('GET', $uri, 1)), '-w', 'the second GET');
is(form(ask('HEAD', $uri, 1)), '-w', 'HEAD after the second');

# what it is good for

my @lengths = map { $_->header('Content-Length') } ask('GET', $uri), $head,
    ask('GET', $uri, 1);

cmp_ok($lengths[1], '<', $lengths[0] / 2, 'blocks: half at most');
cmp_ok($lengths[2], '<', $lengths[1] * 0.8, 'whole: even less');
