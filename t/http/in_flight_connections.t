#!/usr/bin/perl

# Clients that read nothing, with many HTTP/2 streams.  Another client gets
# responses below 16 KiB.  The limit of a connection does not depend on its
# number of streams.

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Http2;
use Test::Contentlib::Status qw(figures_of);


http2_needed();

my $t = Test::Contentlib->new(workers => 1, start => 0,
    events => 'worker_connections 2048;', http => <<'CONF');
    contentlib_base_url       https://api.example;
    contentlib_library        %%LIBRARY%% cache=off;
    contentlib_max_page_size  1000;
    contentlib_query_timeout  60s;
    keepalive_requests        1000000;

    server {
        listen 127.0.0.1:%%PORT%% sndbuf=8k;
        listen 127.0.0.1:%%PORT_1%% http2 sndbuf=8k;
        %%API%%
        %%STATUS%%
    }
CONF

my $ITEMS = 1000;
my $PATIENCE = $ENV{TEST_PATIENCE} // 60;        # seconds

$t->library('library', [map { gif($_) } 1 .. $ITEMS]);
$t->start;

# the number of 503 responses until now

sub refused () {
    my $requests = figures_of($t, 'library.db')->{requests};

    return ($requests->{content_items}{503} // 0)
        + ($requests->{content_item}{503} // 0);
}

# the number of all responses until now

sub answered () {
    my $requests = figures_of($t, 'library.db')->{requests};

    return ($requests->{content_items}{200} // 0) + refused();
}

# A client that requests 100 items, without a cache: the number of responses.

sub canary () {
    my $connection = $t->connection;

    return 0 + grep {
        $connection->exchange('GET', '/api/v1/content_items/'
            . (1 + int rand $ITEMS) . '/')->status == 200
    } 1 .. 100;
}

is(canary(), 100, 'nobody else');

# pages of 1.5 MB, of 150 kB, and below 64 kB

for my $limit (1000, 100, 20) {
    my $before = answered();
    my @connections = map {
        http2_no_room($t, 1, map {
            "/api/v1/content_items/?limit=$limit&offset=$_" } 1 .. 128)
    } 1 .. 3;

    ok($t->poll(sub { answered() >= $before + 3 * 128 },
            $PATIENCE),
        "3 connections, 128 streams, $limit items each");
    is(canary(), 100, 'the others get their answers');
}

cmp_ok(refused(), '>', 0, 'these connections have not got all of it');

# each connection has its own share

for my $limit (1000, 100) {
    my $before = refused();
    my $greedy = http2_no_room($t, 1, map {
        "/api/v1/content_items/?limit=$limit&offset=$_" } 1 .. 40);

    ok($t->poll(sub { refused() > $before }), 'its share has an end');
    is($t->get("/api/v1/content_items/?limit=$limit")->status, 200,
        'another connection has a share, too');
}

# All memory for large responses is in use, and then all for small ones, too:
# 17 connections with 4 MB each, and 44 with 128 responses of 13 kB.

sub attackers ($n, $limit) {
    my $before = answered();
    my @connections = map { my $n = $_; http2_no_room($t, 1, map {
        "/api/v1/content_items/?limit=$limit&offset=$_&n=$n" } 1 .. 128)
    } 1 .. $n;

    ok($t->poll(sub { answered() >= $before + $n * 128 },
            $PATIENCE),
        "$n connections, 128 streams, $limit items each");

    return \@connections;
}

sub small () { $t->get('/api/v1/content_items/?limit=9')->status }

my $large = attackers(17, 100);

is($t->get('/api/v1/content_items/?limit=100')->status, 503,
    'no large response is made');
is(canary(), 100, 'the others get small ones');

is(small(), 200, 'also pages of 13 kB');

my $small = attackers(44, 9);

is(small(), 503, 'until the memory for small responses is in use');
is($t->get('/api/v1/content_items/0/')->status, 404,
    'errors need none of it');

undef $small;
ok($t->poll(sub { small() == 200 }), 'small responses again');

undef $large;

# the memory is free again

ok($t->poll(sub {
    $t->get('/api/v1/content_items/?limit=1000')->status == 200
}), 'large pages again');
