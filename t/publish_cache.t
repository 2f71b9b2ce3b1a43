#!/usr/bin/perl

# The cache survives publications.  A library with the content of an earlier
# one is served from it, and no response is that of another content.  A file
# that was opened again has an empty cache.

use v5.36;

use lib 't/lib';
use Test::Contentlib;


my $t = Test::Contentlib->new(workers => 1, start => 0, server => <<'CONF');
        contentlib_library %%LIBRARY%% check=50ms cache=256k;
        add_header X-Cache $contentlib_cache_status always;
        location = /status { contentlib_status; }

        %%API%%
CONF

sub library ($letter) {
    $t->library('library', [map { image($_, alt_text => "$letter $_ " x 20) }
        1 .. 300]);
}

sub publish ($letter) {
    library($letter);

    return $t->poll(sub {
        $t->get('/api/v1/content_items/300/')->body =~ /"$letter 300 /;
    });
}

sub bytes () {
    my $kinds = $t->get('/status')->json
        ->{libraries}[0]{figures}{cache_bytes};

    return $kinds->{answer} + $kinds->{gzip} + $kinds->{matches};
}

my @uris = map { "/api/v1/content_items/?$_" } 'limit=3', 'limit=3&text=7',
    'limit=3&search=7';

sub statuses () {
    return join ' ', map { $t->get($_)->header('X-Cache') } @uris;
}

library('a');
$t->start;

my @first = map { $t->get($_)->body } @uris;

is(statuses(), 'MISS MISS MISS', 'stored with the second request');
is(statuses(), 'HIT HIT HIT', 'served from the cache');

ok(publish('b'), 'another library');
is(statuses(), 'MISS MISS MISS', 'with its own responses');
unlike($t->get($_)->body, qr/"a /, "$_ has no text of the other one")
    for @uris;

ok(publish('a'), 'the first one again');
is(statuses(), 'HIT HIT HIT', 'its responses are still in the cache');
is($t->get($uris[$_])->body, $first[$_], "$uris[$_] has not changed")
    for keys @uris;

# the cache has less room than the responses of all libraries

for my $letter ('c' .. 'f') {
    ok(publish($letter), "library $letter");

    for my $n (1 .. 200) {
        $t->get("/api/v1/content_items/$n/") for 1, 2;
    }

    cmp_ok(bytes(), '<=', 256 * 1024, 'the cache has at most its size');
}

cmp_ok(bytes(), '>', 128 * 1024, 'and was full');

# its mode has changed, and perhaps its content

$t->get($_) for @uris, @uris;
is(statuses(), 'HIT HIT HIT', 'the same file');
chmod 0664, $t->path('library.db');
ok($t->poll(sub { bytes() == 0 }), 'with another mode it has an empty cache');
is(statuses(), 'MISS MISS MISS', 'and its responses are made again');
