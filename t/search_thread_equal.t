#!/usr/bin/perl

# Equal searches share a task, whoever leaves first.

use v5.36;

use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Test::Contentlib;
use Test::Contentlib::Searches;
use Test::Contentlib::Status;


needs_threads();

my $t = Test::Contentlib->new(workers => 1, records => [search_tags()],
    server => <<'CONF');
        contentlib_library       %%LIBRARY%% cache=off;
        contentlib_query_timeout 60s;

        location /api/v1/ {
            contentlib;
        }

        location = /status {
            contentlib_status;
        }
CONF

sub in_thread () { figures_of($t)->{searches}{thread} }

# behind one other search: 20 pages of one list, 20 times the same suggestions

for my $uri (slow_uri(), '/api/v1/search/?text=qz') {
    my $before = in_thread();
    my @first = start_searches($t, 1);
    my @equal = map { $t->connection } 1 .. 20;

    $equal[$_]->send_request('GET', "$uri&offset=$_") for keys @equal;
    undef $equal[0];
    shift @equal;

    counts_ok('the one before', 0, @first);
    is(scalar(grep { $_->response->status == 200 } @equal), 19,
        'all are answered');
    is(in_thread() - $before, 2, 'two searches');
}
