#!/usr/bin/perl

# conf/recipes/limits.conf: limits per client address, 429 in JSON.
# Tests: conf/recipes/limits.conf

use v5.36;

use lib 't/lib';
use Time::HiRes qw(time);
use Test::Contentlib;
use Test::Contentlib::Recipe;


my $t = recipe('limits', records => [corpus(65)]);
my $detail = 'Request was throttled.';

# Requests on one connection until a 429; returns the responses before.

sub until_refused ($method, $path, @headers) {
    my $connection = $t->connection;

    for my $n (0 .. 5000) {
        my $r = $connection->exchange($method, $path, @headers);

        return $r, $n if $r->status == 429;
    }

    return;
}

my $start = time;

is($t->get('/api/v1/tags/')->status, 200, 'an answer of the API');

my ($r, $n) = until_refused('GET', '/api/v1/tags/');
my $allowed = 21 + 10 * (time - $start);

refused_is($r, 429, $detail);
is($r->header('Retry-After'), 1, 'when to come again');
cmp_ok($n, '>=', 20, 'as many as are allowed at once');
cmp_ok($n, '<=', $allowed, 'and no more');

# all addresses, conditions and methods count

for my $headers ([], ['If-None-Match' => '*'], [Accept => 'text/plain']) {
    ($r) = until_refused('GET', '/api/v1/search/', @$headers);
    refused_is($r, 429, $detail, "search, @$headers");
}

($r) = until_refused('HEAD', '/api/v1/tags/');
refused_is($r, 429, $detail);

# another address has a limit of its own

my $other = $t->connection(0, from => '127.0.0.2');

($r) = until_refused('GET', '/api/v1/tags/');
is($other->exchange('GET', '/api/v1/tags/')->status, 200, 'another address');
is($r->status, 429, 'while this one is refused');

# requests are accepted after the time in Retry-After

ok($t->poll(sub { $t->get('/api/v1/tags/')->status == 200 }, 5), 'in time');
