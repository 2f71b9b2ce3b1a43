#!/usr/bin/perl

# An upgrade of nginx waits for the searches of the old workers.

use v5.36;

use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Test::Contentlib;
use Test::Contentlib::Searches;
use Test::Contentlib::Upgrade;


needs_threads();

plan(skip_all => 'signals get lost under valgrind') if $ENV{TEST_VALGRIND};

my $t = Test::Contentlib::Upgrade->new(workers => 1,
    records => [search_tags()], server => <<'CONF');
        contentlib_library       %%LIBRARY%% cache=off;
        contentlib_query_timeout 60s;

        location /api/v1/ {
            contentlib;
        }
CONF

my @slow = start_searches($t, 60);
my $old = $t->upgrade;

ok($t->finish_upgrade($old), 'upgraded');
counts_ok('searches of the old worker', 0, @slow);
counts_ok('searches of the new worker', 0, start_searches($t, 2));
