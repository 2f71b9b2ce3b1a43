#!/usr/bin/perl

# Bodies above 1 MiB are not compressed: not by the module, and not by nginx's gzip
# filter if it is on.
# Tests: src/service/contentlib_query.c, src/cache/contentlib_gzip.c

use v5.36;

use lib 't/lib';
use Test::Contentlib;


my $t = Test::Contentlib->new(workers => 1, start => 0, http => <<'CONF');
    contentlib_library        %%LIBRARY%%;
    contentlib_base_url       https://api.example;
    contentlib_gzip           on;

    add_header       X-Cache $contentlib_cache_status;
    gzip_types       application/json;
    gzip_min_length  1m;

    server {
        listen 127.0.0.1:%%PORT%%;
        gzip on;
        %%API%%
    }

    server {
        listen 127.0.0.1:%%PORT_1%%;
        %%API%%
    }

    # without the module's compression

    server {
        listen 127.0.0.1:%%PORT_2%%;
        contentlib_gzip  off;
        gzip             on;
        %%API%%
    }
CONF

# an item has 64 KB

sub words ($n) { join ' ', map { $n * $_ % 99_991 } 1 .. 10_800 }

$t->library('library', [map { image($_, alt_text => words($_)) } 1 .. 20]);
$t->start;

my $uri = '/api/v1/content_items/?limit=';
my @gzip = ('Accept-Encoding' => 'gzip');

sub get ($port, $n, @headers) {
    return $t->request('GET', $uri . $n, \@headers, undef, $port);
}

sub vary ($r) { join ' ', sort $r->header('Vary') }

my $text = get(0, 20)->body;
my $strong = get(0, 20)->header('ETag');

cmp_ok(length $text, '>', 1024 * 1024, 'a page above 1 MiB');
unlike($strong, qr/^W/, 'has a strong tag');

# from the file, and from the cache

for my $port (0 .. 2) {
    for my $cache (qw(MISS HIT HIT)) {
        my $r = get($port, 20, @gzip);

        is($r->header('X-Cache'), $port ? 'HIT' : $cache, "$port: $cache");
        is($r->header('Content-Encoding'), undef, 'is not compressed');
        is($r->header('Content-Length'), length $text, 'its length');
        is($r->header('ETag'), $strong, 'its strong tag');
        ok($r->body eq $text, 'its text');
        is(vary($r), $port == 2 ? 'Accept' : 'Accept Accept-Encoding', 'Vary');
    }
}

my $r;

# conditions, and HEAD

for my $port (0, 1) {
    for my $tag ($strong, "W/$strong") {
        $r = get($port, 20, @gzip, 'If-None-Match' => $tag);

        is($r->status, 304, "If-None-Match: $tag");
        is($r->header('ETag'), "W/$strong", 'its tag');
        is(get($port, 20, 'If-None-Match' => $tag)->header('ETag'), $strong,
            'without gzip');
    }

    my $head = $t->request('HEAD', $uri . 20, \@gzip, undef, $port);

    $r = get($port, 20, @gzip);
    is($head->header($_), $r->header($_), "HEAD: $_")
        for qw(ETag Content-Length Content-Encoding Content-Type);
    is(vary($head), vary($r), 'HEAD: Vary');
}

# what is smaller is compressed by the module

for my $port (0, 1) {
    $r = get($port, 15, @gzip);
    is($r->header('Content-Encoding'), 'gzip', 'a page below 1 MiB');
    is($r->header('Content-Length'), length $r->body, 'has a length');
    like($r->header('ETag'), qr/^W/, 'and a weak tag');
}

is($t->get('/api/v1/none/', @gzip)->header('Content-Length'), 23,
    'errors are as ever');
