#!/usr/bin/perl

# nginx sends an error page in place of a response, and the client does not take
# it at once: the client gets the page alone.
# Tests: src/http/ngx_http_contentlib_handler.c

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Http2;


http2_needed();

my $t = Test::Contentlib->new(start => 0, workers => 1, server => <<'CONF');
        listen              127.0.0.1:%%PORT_1%% http2;
        contentlib_library  %%LIBRARY%%;

        %%API%%
CONF

# the page of all items is above 1 MiB

$t->library('library', [map { image($_, alt_text => 'x' x 60_000) } 1 .. 18]);
$t->start;

my ($worker) = $t->worker_pids;

for my $path ('content_items/1/', 'content_items/', 'tags/', 'none/') {
    my $uri = "/api/v1/$path";
    my $expected = $t->get($uri, 'If-Match' => '"x"');
    my $client = $t->connection(1);

    $t->get($uri) for 1 .. 2;
    $client->write(http2_start(0, 2 ** 30)
        . http2_get(1, $uri, 'if-match' => '"x"'));
    select undef, undef, undef, 0.2;
    $client->write(http2_frame(8, 0, 1, pack 'N', 2 ** 30));

    my ($body, $end) = ('', 0);

    while (!$end) {
        my ($length, $type, $flags, $stream) = unpack 'a3 C C N',
            $client->take(9);
        my $payload = $client->take(unpack 'N', "\0$length");

        $body .= $payload if $type == 0;
        $end = ($stream == 1 && $type < 2 && $flags & 1) || $type == 3;
    }

    is($body, $expected->body, $uri);
    is(($t->worker_pids)[0], $worker, "$uri: the worker is the same");
}
