#!/usr/bin/perl

# A request that waits behind slow requests is a 503 within its timeout.

use v5.36;

use lib 't/lib';
use Time::HiRes qw(sleep);
use Test::Contentlib;


# a search for two letters compares all names

my $filler = 'filler ' x 30;

my $t = Test::Contentlib->new(workers => 1, server => <<'CONF',
        contentlib_library       %%LIBRARY%% cache=off;
        contentlib_query_timeout 60s;

        %%API%%

        location /hasty/ {
            contentlib;
            contentlib_root          /hasty/;
            contentlib_query_timeout 50ms;
        }
CONF
    records => [map { tag("$filler$_", "t$_") } 1 .. 60_000]);

my @slow = map { $t->connection } 1 .. 40;
my @hasty = map { $t->connection } 1, 2;
my @names = map { my $c = $_; map { "$c$_" } 'q' .. 'z' } 'q' .. 'z';

$slow[$_]->send_request('GET', "/api/v1/tags/?name=$names[$_]", [])
    for keys @slow;

sleep 0.1;

# a new search, and a search that other clients wait for

$hasty[0]->send_request('GET', '/hasty/tags/?name=hh', []);
$hasty[1]->send_request('GET', "/hasty/tags/?name=$names[30]", []);

is($_->response->status, 503, 'too long') for @hasty;
cmp_ok(scalar(grep { !$_->readable } @slow), '>', 20, 'before the others');
is($_->response->json->{count}, 0, 'a slow one') for @slow;
