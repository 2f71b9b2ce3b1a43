#!/usr/bin/perl

# A search that cannot be done before its deadline, as long as the ones before
# it take, is a 503 at once.

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

        location /hasty/ {
            contentlib;
            contentlib_root          /hasty/;
            contentlib_query_timeout 20ms;
        }
CONF

# how long a search takes is known then

counts_ok('searches', 0, start_searches($t, 10));

my @slow = start_searches($t, 50);
my $hasty = $t->connection;

# one of its own, and one that another client waits for already

is($hasty->exchange('GET', slow_uri('/hasty/'))->status, 503, 'refused');
cmp_ok(scalar(grep { !$_->readable } @slow), '>', 20, 'before the others');

my $equal = $slow[45]->{requests}[0] =~ s{^GET /api/v1/}{/hasty/}r;

is($hasty->exchange('GET', $equal)->status, 503, 'too long');
cmp_ok(scalar(grep { !$_->readable } @slow), '>', 10, 'before the others');
counts_ok('the others', 0, @slow);
