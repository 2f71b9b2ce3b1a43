#!/usr/bin/perl

# The end of a request: unexpected bodies of all forms, pipelined and in
# pieces.  Each request gets its own response, and the connection stays usable.
# Tests: src/http/ngx_http_contentlib_handler.c

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Requests;


my $conversations = 500;

my $item = gif(1, tags => ['x']);
my $t = Test::Contentlib->new(server => <<'CONF',
        contentlib_library %%LIBRARY%%;
        keepalive_requests 1000000;

        %%API%%
CONF
    records => [$item, image(2), collection('c', $item)]);

my @uris = map { "/api/v1/$_" } '', 'content_items/', 'content_items/1/',
    'tags/x/', 'tags/', 'search/', 'none/', 'tags/?format=xml', 'tags';
my @methods = ('GET', 'GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'FOO');
my $root = $t->get('/api/v1/')->body;
my %answer;

for my $uri (@uris) {
    for my $method (@methods) {
        my $r = $t->request($method, $uri);

        $answer{"$method $uri"} = $r->head_text . "\n\n" . $r->body;
    }
}


# Bytes after the head, and the header lines that announce them.  Some look
# like requests.

sub content () {
    return any('', 'x', "\r\n\r\n", "GET /api/v1/ HTTP/1.1\r\n\r\n",
        "0\r\n\r\n", "POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\n",
        any_bytes(any_below(40)), 'y' x any(1000, 9000, 70_000));
}

sub chunked ($text) {
    my $bytes = '';

    while (length $text) {
        my $piece = substr $text, 0, 1 + any_below(3 * length $text), '';

        $bytes .= sprintf(any('%x', '%X', '00%x'), length $piece)
            . any('', '', ';a', ';a=b', ' ; a="c;d"') . "\r\n$piece\r\n";
    }

    return $bytes . any('0', '000', '0;z') . "\r\n"
        . any('', '', '', "Trailer: x\r\n") . "\r\n";
}

sub body () {
    my $form = any_below(10);
    my $text = content();

    return ('', '') if $form < 3;
    return ('Content-Length: ' . any('', '0', '00') . length($text) . "\r\n",
        $text) if $form < 6;
    return (any('Transfer-Encoding: chunked', 'transfer-encoding:chunked ',
        "TRANSFER-ENCODING:\tCHUNKED" =~ s/\t/ /r) . "\r\n", chunked($text))
        if $form < 9;
    return ("Expect: 100-continue\r\nContent-Length: " . length($text)
        . "\r\n", $text);
}

sub request ($method, $uri) {
    my ($headers, $body) = body();

    # nginx takes empty lines before a request

    return any('', '', '', "\r\n") . "$method $uri HTTP/1.1\r\n"
        . any('Host: localhost', 'HOST:localhost', 'host:  localhost ')
        . "\r\n$headers\r\n$body";
}

my $last = "GET /api/v1/ HTTP/1.1\r\nHost: localhost\r\n"
    . "Connection: close\r\n\r\n";
my ($asked, $answered, @faults) = (0, 0);

for my $n (1 .. $conversations) {
    my @asked = map { [any(@methods), any(@uris)] } 1 .. 1 + any_below(8);
    my $bytes = join('', map { request(@$_) } @asked) . $last;
    my $connection = $t->connection;

    # in up to three pieces, cut anywhere

    my @cuts = sort { $a <=> $b }
        map { any_below(length $bytes) } 1 .. any_below(3);
    my $from = 0;

    for my $to (@cuts, length $bytes) {
        $connection->write(substr $bytes, $from, $to - $from);
        $from = $to;
    }

    $asked += @asked;

    for my $request (@asked) {
        my ($method, $uri) = @$request;
        my $r = $connection->response($method) // last;

        $answered++;
        push @faults, "$method $uri: " . $r->head_text
            if $answer{"$method $uri"} ne $r->head_text . "\n\n" . $r->body;
    }

    my $r = $connection->response;

    push @faults, 'the last answer is not that of the last request'
        if !$r || $r->body ne $root || !$connection->closed;
}

is($answered, $asked, "$asked requests have as many answers");
is(join("\n\n", grep { defined } @faults[0 .. 3]), '',
    'each of them its own');


# An invalid body gets one 400, and the next bytes are not a request.

my $next = "GET /api/v1/ HTTP/1.1\r\nHost: localhost\r\n\r\n";

for my $chunk ("zz\r\n", "-1\r\n", "5 5\r\n", "0x5\r\nhello\r\n", "\r\n",
    "5\r\nhello0\r\n\r\n", "2\r\nhello\r\n", "+5\r\nhello\r\n",
    ('f' x 17) . "\r\n", "5\n5\r\n")
{
    for my $method ('GET', 'HEAD', 'OPTIONS', 'POST') {
        my $connection = $t->connection;

        $connection->write("$method /api/v1/tags/ HTTP/1.1\r\n"
            . "Host: localhost\r\nTransfer-Encoding: chunked\r\n\r\n"
            . "$chunk$next");

        my $name = "$method, chunk " . $chunk =~ s/[^ -~]/./gr;
        my @all;

        while (my $r = $connection->response($method)) {
            push @all, $r->status;
        }

        is("@all", 400, $name);
    }
}
