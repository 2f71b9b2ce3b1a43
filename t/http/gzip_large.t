#!/usr/bin/perl

# Bodies above 1 MiB are not compressed by the module, but by nginx's gzip filter
# if it is on.  large_bodies.t has other clients meanwhile.

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
CONF

# an item has 64 KB

sub words ($n) { join ' ', map { $n * $_ % 99_991 } 1 .. 11_000 }

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

for my $cache (qw(MISS HIT HIT)) {
    my $r = get(0, 20, @gzip);

    is($r->header('X-Cache'), $cache, "nginx compresses it: $cache");
    is($r->header('Content-Encoding'), 'gzip', 'its coding');
    is($r->header('Content-Length'), undef, 'without a length');
    is($r->header('ETag'), "W/$strong", 'with a weak tag');
    is(vary($r), 'Accept Accept-Encoding', 'Vary');
    ok($r->plain eq $text, 'its text');
}

my $r = get(1, 20, @gzip);

is($r->header('Content-Encoding'), undef, 'without "gzip on" it is plain');
is($r->header('Content-Length'), length $text, 'its length');
is($r->header('ETag'), $strong, 'its strong tag');
is(vary($r), 'Accept Accept-Encoding', 'Vary');
ok($r->body eq $text, 'its text');

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
