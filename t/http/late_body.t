#!/usr/bin/perl

# Request bodies that arrive late, while a search for the response runs, or a
# large response is sent: for the API itself, for parts of a page, and for an
# error page.  Clients send the whole body, a part of it, or reset the
# connection.  Each response is complete, and a request is released once.
# Tests: src/http/ngx_http_contentlib_wait.c,
#     src/http/ngx_http_contentlib_handler.c

use v5.36;

use lib 't/lib';
use Socket qw(SOL_SOCKET SO_LINGER SO_RCVBUF);
use Test::Contentlib;
use Test::Contentlib::Http2;
use Test::Contentlib::Requests;


my $TRIES = $ENV{CONTENTLIB_TRIES} // 1000;
my $BODY = 3000;

http2_needed();

my ($built) = Test::Contentlib::nginx('-V');

plan(skip_all => 'no auth_request in nginx')
    unless $built =~ /--with-http_auth_request_module/;

# each response needs a search

my @parts = map { "/api/v1/tags/?name=$_" } 'nothing', 'another';

my $t = Test::Contentlib->new(start => 0, workers => 1,
    records => [corpus(40)], files => {
        'page.html' => join('|', map { qq(<!--# include virtual="$_" -->) }
            @parts, "$parts[0]&limit=7"),
        'page_large.html' => join('|',
            ('<!--# include virtual="/large/content_items/?limit=18" -->') x 3),
        'plain.txt' => 'plain',
    }, server => <<'CONF');
        listen              127.0.0.1:%%PORT_1%% http2;
        contentlib_library  %%LIBRARY%% cache=off;
        keepalive_requests  1000000;
        lingering_timeout   1s;
        send_timeout        5s;
        client_max_body_size 64m;

        %%API%%

        location /page {
            ssi   on;
            root  %%DIR%%;
        }

        location /large/ {
            contentlib;
            contentlib_root     /large/;
            contentlib_library  %%DIR%%/large.db;
        }

        location /missing {
            root        %%DIR%%;
            error_page  404  /api/v1/tags/?name=missing;
        }

        location /mirror {
            mirror  /search;
            alias   %%DIR%%/plain.txt;
        }

        location /proxy {
            mirror               /search;
            mirror_request_body  off;
            proxy_pass           http://127.0.0.1:%%PORT%%/plain.txt;
        }

        location /plain.txt {
            root  %%DIR%%;
        }

        location /auth {
            auth_request  /search;
            alias         %%DIR%%/plain.txt;
        }

        location = /search {
            internal;
            rewrite  ^  /api/v1/tags/?name=nothing;
        }
CONF

# a page above 1 MiB, which the cache has

$t->library('large', [map { image($_, alt_text => 'x' x 60_000) } 1 .. 75]);
$t->start;
$t->get('/large/content_items/?limit=18') for 1 .. 3;

my ($worker) = $t->worker_pids;
my $large = '/page_large.html';
my @uris = ($parts[0], ('/page.html') x 3, '/missing', '/mirror', '/proxy',
    '/auth');
my %expected = map { $_ => $t->get($_)->body } @uris, $large;

sub head ($uri, $chunked) {
    return "GET $uri HTTP/1.1\r\nHost: localhost\r\n" . ($chunked
        ? "Transfer-Encoding: chunked\r\n\r\n"
        : "Content-Length: $BODY\r\n\r\n");
}

sub body ($chunked) {
    my $body = 'x' x $BODY;

    return $chunked ? sprintf("%x\r\n%s\r\n0\r\n\r\n", $BODY, $body) : $body;
}

sub pause () { select undef, undef, undef, any(0, 0, 0.0003, 0.001, 0.003) }

my $wrong = 0;

for my $n (1 .. $TRIES) {
    my $uri = $n % 20 ? any(@uris) : $large;
    my $chunked = any(0, 1);
    my $body = body($chunked);
    my $connection = $t->connection;
    my $socket = $connection->socket;

    setsockopt $socket, SOL_SOCKET, SO_LINGER, pack 'ii', any(0, 1), 0;

    my $first = any(0, 0, 1, 1000);

    $connection->write(head($uri, $chunked) . substr $body, 0, $first);
    pause();

    if (any(0, 1)) {
        my $second = any(0, 1, 500);

        $connection->write(substr $body, $first, $second);
        pause();
        shutdown $socket, any(0, 1, 2) if any(0, 1);
        pause();
        close $socket;
        next;
    }

    # the rest of the body, and another request behind it

    $connection->write(substr($body, $first) . head($uri, 0));
    pause();
    $connection->write(body(0));

    for (1, 2) {
        my $r = $connection->response;

        $wrong++ unless $r && $r->body eq $expected{$uri};
    }
}

is($wrong, 0, 'responses are right');

# A client that reads slowly gets all of a response, although its body is late
# for longer than lingering_timeout.

for my $uri ($large, '/large/content_items/?limit=100') {
    my $connection = $t->connection;

    setsockopt $connection->socket, SOL_SOCKET, SO_RCVBUF, pack 'i', 65536;
    $connection->write(head($uri, 0));
    $connection->fill, select undef, undef, undef, 0.1 for 1 .. 25;
    is($connection->response->body, $t->get($uri)->body, "$uri, slowly");
}

# A client that reads only when it has sent a body that no socket buffer holds.

for my $uri ('/large/content_items/?limit=100', $parts[0]) {
    my $connection = $t->connection;

    $connection->write("GET $uri HTTP/1.1\r\nHost: localhost\r\n"
        . "Content-Length: 50000000\r\n\r\n" . 'x' x 50_000_000);
    is($connection->response->body, $t->get($uri)->body, "$uri, body first");
}

# streams of HTTP/2

for (1 .. $TRIES / 10) {
    my $client = $t->connection(1);
    my @streams = map { 2 * $_ + 1 } 0 .. 9;

    $client->write(http2_start(2 ** 20, 2 ** 30) . join '', map {
        http2_frame(1, 4, $_, http2_head('GET', any(@uris), 'localhost'))
    } @streams);
    pause();

    for my $stream (@streams) {
        $client->write(http2_frame(0, 0, $stream, 'x' x 500)) if any(0, 1);
        pause();
        $client->write(any(http2_frame(0, 1, $stream, 'x' x 500),
            http2_frame(3, 0, $stream, pack 'N', 8), ''));
    }

    pause();
    close $client->socket;
}

is($t->get($_)->body, $expected{$_}, "$_ is served") for @uris, $large;
is(($t->worker_pids)[0], $worker, 'the worker is the same');
