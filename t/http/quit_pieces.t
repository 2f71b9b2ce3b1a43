#!/usr/bin/perl

# A worker that shuts down sends all of a large response, also to a client that
# reads slowly, or that nginx sends it slowly.

use v5.36;

use lib 't/lib';
use Socket qw(SOL_SOCKET SO_RCVBUF);
use Test::Contentlib;


my $t = Test::Contentlib->new(start => 0, workers => 1, server => <<'CONF');
        contentlib_library  %%LIBRARY%%;

        %%API%%

        location /limited/ {
            contentlib;
            contentlib_root  /limited/;
            limit_rate       1m;
        }
CONF

$t->library('library', [map { image($_, alt_text => 'x' x 60_000) } 1 .. 30]);
$t->start;

for my $uri (map { "/$_/content_items/?limit=30" } 'api/v1', 'limited') {
    my $expected = $t->get($uri)->body;
    my $connection = $t->connection;
    my ($worker) = $t->worker_pids;

    setsockopt $connection->socket, SOL_SOCKET, SO_RCVBUF, pack 'i', 65536;
    $connection->send_request('GET', $uri);
    $connection->fill;
    kill QUIT => $worker;
    $connection->fill, select undef, undef, undef, 0.1 for 1 .. 5;
    is($connection->response->body, $expected, $uri);
    ok($t->poll(sub { !kill 0, $worker }), 'the worker has ended');
    $t->poll(sub { $t->worker_pids });
}
