#!/usr/bin/perl

# A reload waits for the searches of the old worker.

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

for my $n (1 .. 3) {
    my @slow = start_searches($t, 20);

    kill 'HUP', $t->pid;
    counts_ok("searches are answered, $n", 0, @slow);
    ok($t->poll(sub { $t->worker_pids == 1 }), 'the old worker ends');
    counts_ok('the new worker searches', 0, start_searches($t, 2));
}
