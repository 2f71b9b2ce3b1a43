#!/usr/bin/perl

# Equal searches of two libraries at the same time: each response has the
# matches of its own library.

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Searches;


needs_threads();

my $OTHER = TAGS - 500;

my $t = Test::Contentlib->new(workers => 1, records => [search_tags()],
    start => 0, server => <<'CONF');
        contentlib_library       %%LIBRARY%% cache=off;
        contentlib_query_timeout 60s;
        %%API%%
        location /other/ {
            contentlib;
            contentlib_root     /other/;
            contentlib_library  %%DIR%%/other.db cache=off;
        }
CONF

$t->library('other', [search_tags($OTHER)]);
$t->start;

for my $root ('api/v1', 'other') {
    ok($t->poll(sub { $t->get("/$root/tags/t1/")->status == 200 }), $root);
}

for (1 .. 5) {
    my @connections = map { $t->connection } 1 .. 2;

    $connections[0]->send_request('GET', '/api/v1/tags/?limit=1&name=' . EVERY);
    $connections[1]->send_request('GET', '/other/tags/?limit=1&name=' . EVERY);

    is(join(' ', map { $_->response->json->{count} } @connections),
        TAGS . " $OTHER", 'each has its own matches');
}
