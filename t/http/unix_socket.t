#!/usr/bin/perl

# A server on a Unix socket: a request without a Host header gets the name of
# the server, and not the path of the socket.
# Tests: src/http/ngx_http_contentlib_request.c

use v5.36;

use lib 't/lib';
use IO::Socket::UNIX;
use Test::Contentlib;


my $t = Test::Contentlib->new(records => [image(1)], http => <<'CONF');
    contentlib_library  %%LIBRARY%%;

    server {
        listen 127.0.0.1:%%PORT%%;
        listen unix:%%DIR%%/socket;

        %%API%%
    }

    server {
        listen unix:%%DIR%%/named;
        server_name api.example;

        %%API%%
    }
CONF

sub answer ($socket, $head) {
    my $client = IO::Socket::UNIX->new(Peer => $t->path($socket))
        or die "$socket: $!";

    print $client "$head\r\n\r\n";

    return do { local $/; <$client> };
}

for (['HTTP/1.0', 'named', 'api.example:'],
    ["HTTP/1.0\r\nHost: other", 'socket', 'other'],
    ["HTTP/1.1\r\nHost: other:8080\r\nConnection: close", 'named',
        'other:8080'])
{
    my ($version, $socket, $host) = @$_;
    my $answer = answer($socket, "GET /api/v1/tags/ $version");

    like($answer, qr{^HTTP/1\.1 200 }, "$socket, $version");
    like($answer, qr{^Content-Type: application/json\r$}m, 'its type');
    like(answer($socket, "GET /api/v1/tags $version"),
        qr{^Location: http://\Q$host\E/api/v1/tags/\r$}m, "is $host");
}
