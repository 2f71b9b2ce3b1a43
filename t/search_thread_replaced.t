#!/usr/bin/perl

# Searches that wait or run while the library is replaced are answered from
# the library that they began with.

use v5.36;

use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Test::Contentlib;
use Test::Contentlib::Searches;


my $t = Test::Contentlib->new(workers => 1, records => [search_tags()],
    server => <<'CONF');
        contentlib_library       %%LIBRARY%% cache=off check=50ms;
        contentlib_query_timeout 60s;

        location /api/v1/ {
            contentlib;
        }
CONF

sub serves ($n) {
    return $t->poll(sub { $t->get('/api/v1/tags/')->json->{count} == $n });
}

for my $n (1 .. 3) {
    my @slow = start_searches($t, 60);
    my @last = map { $t->connection } qw(fi il ll le er);

    $last[$_]->send_request('GET', '/api/v1/tags/?limit=1&name='
        . (qw(fi il ll le er))[$_]) for keys @last;
    $t->get('/api/v1/tags/t1/');

    $t->library('library', [search_tags(10)]);
    ok(serves(10), "the library is replaced, $n");
    counts_ok('searches that waited', 0, @slow);
    counts_ok('the last ones found all of the old library', TAGS, @last);
    is($t->get('/api/v1/tags/?limit=1&name=fi')->json->{count}, 10,
        'the next one does not');

    $t->library('library', [search_tags()]);
    ok(serves(TAGS), "and back, $n");
}
