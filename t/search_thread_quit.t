#!/usr/bin/perl

# A worker that is to quit answers the searches that wait first.

use v5.36;

use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Test::Contentlib;
use Test::Contentlib::Searches;


my $t = Test::Contentlib->new(workers => 1, records => [search_tags()],
    server => <<'CONF');
        contentlib_library       %%LIBRARY%% cache=off;
        contentlib_query_timeout 60s;

        location /api/v1/ {
            contentlib;
        }
CONF

my @slow = start_searches($t, 30);

kill 'QUIT', $t->pid;

counts_ok('searches are answered', 0, @slow);
ok($t->poll(sub { !$t->worker_pids }), 'then the worker ends');
