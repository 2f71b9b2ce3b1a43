#!/usr/bin/perl

# A worker that ends while a search runs, and the queue of the thread pool is
# full: nginx does not end the thread, so the worker waits until it ends.  A
# worker that does not wait crashes in a few of the rounds only.

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Searches;


needs_threads();

my $ROUNDS = 60;

my $t = Test::Contentlib->new(workers => 1, records => [search_tags()],
    main => 'thread_pool full threads=1 max_queue=0;', http => <<'CONF');
    contentlib_thread_pool full;

    server {
        listen 127.0.0.1:%%PORT%%;

        contentlib_library       %%LIBRARY%% cache=off;
        contentlib_query_timeout 60s;
        %%API%%
    }
CONF

sub serves () {
    return $t->poll(sub { $t->get('/api/v1/tags/t1/')->status == 200 });
}

for my $round (1 .. $ROUNDS) {
    serves();

    my ($worker) = $t->worker_pids;
    my $connection = $t->connection;

    $connection->send_request('GET', slow_uri());
    $t->get('/api/v1/tags/t1/');
    kill TERM => $worker;

    $t->poll(sub {
        my @pids = $t->worker_pids;

        return @pids && $pids[0] != $worker;
    });
}

ok(serves(), 'the last worker serves');
