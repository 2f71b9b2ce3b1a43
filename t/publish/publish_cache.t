#!/usr/bin/perl

# All libraries of a path use one cache, which has at most its size.  After a
# publication, or when the file is opened again, no earlier response is served.
# Tests: src/cache/contentlib_cache.c, src/service/contentlib_source.c

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Status;


my $t = Test::Contentlib->new(workers => 1, start => 0, server => <<'CONF');
        contentlib_library %%LIBRARY%% check=50ms cache=256k;
        add_header X-Cache $contentlib_cache_status always;

        %%API%%
        %%STATUS%%
CONF

sub library ($letter) {
    $t->library('library', [map { image($_, alt_text => "$letter $_ " x 20) }
        1 .. 300]);
}

sub opened ($times) {
    return $t->poll(sub { figures_of($t)->{switches} == $times });
}

my @uris = map { "/api/v1/content_items/?limit=3$_" } '', '&text=7', '&search=7';

sub cached_is ($wanted, $name) {
    is(join(' ', map { $t->get($_)->header('X-Cache') } @uris), $wanted, $name);
}

library('a');
$t->start;
$t->get($_) for @uris, @uris;
cached_is('HIT HIT HIT', 'responses of a library');

# the cache has less room than the responses of all libraries

my ($times, @bytes) = 1;

for my $letter ('b' .. 'e') {
    library($letter);
    ok(opened(++$times), "library $letter");
    like($t->get($_)->body, qr/"$letter /, "$_ of this library") for @uris;

    for my $n (1 .. 200) {
        $t->get("/api/v1/content_items/$n/") for 1, 2;
    }

    my $kinds = figures_of($t)->{cache_bytes};

    push @bytes, $kinds->{answer} + $kinds->{matches};
    cmp_ok($bytes[-1], '<=', 256 * 1024, 'the cache has at most its size');
}

cmp_ok($bytes[-1], '>', 128 * 1024, 'and was full');

# the content of a file with another mode may have changed

$t->get($_) for @uris, @uris;
cached_is('HIT HIT HIT', 'responses of a file');
chmod 0664, $t->path('library.db');
ok(opened(++$times), 'with another mode it is opened again');
is($t->get($uris[0])->header('X-Cache'), 'MISS', 'and responses are made again');
