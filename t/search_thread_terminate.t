#!/usr/bin/perl

# A worker that is to terminate does not wait for the search that runs.  Reads
# of the file take so long that the search would take many seconds.

use v5.36;

use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Time::HiRes qw(time);
use Test::Contentlib;
use Test::Contentlib::Failing;
use Test::Contentlib::Searches;


needs_threads();

plan(skip_all => 'needs a shared object loaded before others')
    unless Test::Contentlib::Failing->usable;

my $failing = Test::Contentlib::Failing->new;

my $t = Test::Contentlib->new(workers => 1, records => [search_tags()],
    server => <<'CONF');
        contentlib_library       %%LIBRARY%% cache=off;
        contentlib_query_timeout 60s;

        location /api/v1/ {
            contentlib;
        }
CONF

$t->get('/api/v1/tags/t1/');
$failing->arm(pid => ($t->worker_pids)[0], kinds => 'read', delay => 30_000);

my @slow = start_searches($t, 2);
my $began = time;

kill 'TERM', $t->pid;

ok($t->poll(sub { !$t->worker_pids }), 'the worker ends');
cmp_ok(time - $began, '<', 3, 'soon');
ok(!grep({ $_->response } @slow), 'without an answer');
