#!/usr/bin/perl

# Without a master process searches run on the event loop, since the process
# outlives its configurations: nothing runs in a thread when it is reloaded.

use v5.36;

use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Test::Contentlib;
use Test::Contentlib::Searches;
use Test::Contentlib::Status;


my $t = Test::Contentlib->new(workers => 0, records => [search_tags()],
    server => <<'CONF');
        contentlib_library       %%LIBRARY%% cache=off;
        contentlib_query_timeout 60s;

        location /api/v1/ {
            contentlib;
        }

        location /hasty/ {
            contentlib;
            contentlib_root          /hasty/;
            contentlib_query_timeout 1ms;
        }

        location = /status {
            contentlib_status;
        }
CONF

counts_ok('searches', 0, start_searches($t, 3));

my $searches = figures_of($t)->{searches};

is($searches->{event_loop}, 3, 'on the event loop');
is($searches->{thread}, 0, 'not in a thread');
is($t->get(slow_uri('/hasty/'))->status, 503, 'until the deadline');
is($t->get('/api/v1/search/?text=qz')->body, '[]', 'suggestions');
