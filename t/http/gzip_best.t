#!/usr/bin/perl

# A response that is stored in the cache is compressed by zlib, to a smaller
# body, unless it has more than 256 KiB or an eighth of the cache.
# Tests: src/cache/contentlib_gzip.c

use v5.36;

use lib 't/lib';
use Test::Contentlib;


my $LARGEST = 256 * 1024;

my $t = Test::Contentlib->new(workers => 1, records => [corpus(300)],
    server => <<'CONF');
        contentlib_library        %%LIBRARY%% cache=32m;
        contentlib_gzip           on;
        contentlib_max_page_size  1000;

        %%API%%

        location /small/ {
            contentlib;
            contentlib_root     /small/;
            contentlib_library  %%DIR%%/small.db cache=256k;
        }
CONF

symlink 'library.db', $t->path('small.db') or die "small.db: $!";
ok($t->poll(sub { $t->get('/small/tags/?limit=1')->status == 200 }), 'served');

my $connection = $t->connection;

sub size ($uri, @headers) {
    return length $connection->exchange('GET', $uri, @headers)->body;
}

# the largest page of at most so many bytes

sub largest ($list, $size) {
    my ($least, $most) = (1, 300);

    while ($least < $most) {
        my $middle = int(($least + $most + 1) / 2);

        if (size("$list$middle&x=size") <= $size) {
            $least = $middle;
        } else {
            $most = $middle - 1;
        }
    }

    return $least;
}

for my $case (['/api/v1/', $LARGEST], ['/small/', 256 * 1024 / 8]) {
    my ($root, $limit) = @$case;
    my $list = "${root}content_items/?limit=";
    my $n = largest($list, $limit);

    # the length of the address counts, too: "x" has the same length

    for my $more (0, 1) {
        my $uri = $list . ($n + $more) . '&x=gzip';
        my @sizes = map { size($uri, 'Accept-Encoding' => 'gzip') } 1 .. 3;

        is($sizes[1], $sizes[2], "$uri: then the same");

        if ($more) {
            is($sizes[1], $sizes[0], 'too large for zlib');
        } else {
            cmp_ok($sizes[1], '<', $sizes[0], 'the second one is smaller');
        }
    }
}
