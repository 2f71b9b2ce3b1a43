#!/usr/bin/perl

# HTTP/2: streams that the client resets, or without window, do not affect
# other streams.

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Http2;


http2_needed();

my $t = Test::Contentlib->new(records => [corpus(65)], workers => 1,
    http => <<'CONF');
    contentlib_base_url  https://api.example;
    contentlib_library   %%LIBRARY%% cache=256k;

    # pages wait for those of the streams before them

    contentlib_query_timeout  60s;

    server {
        listen 127.0.0.1:%%PORT%%;
        listen 127.0.0.1:%%PORT_1%% http2;
        %%API%%
    }
CONF

my $uri = '/api/v1/content_items/?limit=65';
my $body = $t->get($uri)->body;
my ($worker) = $t->worker_pids;

# 128 streams without window, reset one by one or with the connection

for my $room (0, 1000) {
    for my $reset (0, 1) {
        my $connection = $t->connection(1);
        my @streams = map { 2 * $_ + 1 } 0 .. 127;

        $connection->write(http2_start($room, 2 ** 30) . join '',
            map { http2_get($_, "$uri&offset=" . $_ % 9) } @streams);
        $connection->fill;
        $connection->fill while $connection->readable;
        $connection->write(join '', map { http2_frame(8, 0, $_, pack 'N', 500)
            } @streams);
        $connection->write(join '', map { http2_frame(3, 0, $_, pack 'N', 8)
            } @streams) if $reset;
        is($t->get($uri)->body, $body, "room for $room, reset: $reset");
    }
}

# opened and reset at once

for (1 .. 5) {
    my $connection = $t->connection(1);

    $connection->write(http2_start(2 ** 20, 2 ** 30) . join '', map {
        my $stream = 2 * $_ + 1;

        http2_get($stream, "$uri&text=$_") . http2_frame(3, 0, $stream,
            pack 'N', 8);
    } 0 .. 199);
    is($t->get($uri)->body, $body, '200 resets');
}

is("@{[$t->worker_pids]}", $worker, 'by one and the same worker');

# the worker ends at once, without waiting for a stream

$t->stop;
