#!/usr/bin/perl

# A worker that is killed while it searches takes nothing along.

use v5.36;

use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Test::Contentlib;
use Test::Contentlib::Searches;


needs_threads();

my $t = Test::Contentlib->new(workers => 1, records => [search_tags()],
    server => <<'CONF');
        contentlib_library       %%LIBRARY%% cache=off;
        contentlib_query_timeout 60s;

        location /api/v1/ {
            contentlib;
        }
CONF

$t->expect_log(qr/exited on signal 9/);

my @slow = start_searches($t, 30);
my ($worker) = $t->worker_pids;

kill 'KILL', $worker;

ok($t->poll(sub { (($t->worker_pids)[0] // $worker) != $worker }),
    'another worker');
ok(scalar(grep { !$_->response } @slow), 'some have no answer');
counts_ok('it searches', 0, start_searches($t, 2));
