#!/usr/bin/perl

# HTTP/1.0 and 0.9: responses have nothing that these clients do not
# understand.

use v5.36;

use lib 't/lib';
use Test::Contentlib;


my @items = corpus(65);
my $t = Test::Contentlib->new(records => \@items, server => <<'CONF');
        server_name         api.example;
        contentlib_library  %%LIBRARY%%;

        %%API%%
CONF

my $uri = '/api/v1/content_items/?limit=50';
my $body = $t->get($uri)->body;

my $r = $t->raw("GET $uri HTTP/1.0\r\nHost: localhost\r\n\r\n");

answer_is($r, 200, $body, 'HTTP/1.0');
is($r->header('Transfer-Encoding'), undef, 'not chunked');
is($r->header('Connection'), 'close', 'closed');

my $connection = $t->connection;

for my $n (1 .. 3) {
    $connection->write("GET $uri HTTP/1.0\r\nHost: localhost\r\n"
        . "Connection: keep-alive\r\n\r\n");
    $r = $connection->response;
    answer_is($r, 200, $body, "kept alive, $n");
    is($r->header('Connection'), 'keep-alive');
}

$r = $t->raw("HEAD $uri HTTP/1.0\r\nHost: localhost\r\n\r\n");
is($r->header('Content-Length'), length $body, 'HEAD');

$r = $t->raw("POST /api/v1/tags/ HTTP/1.0\r\nHost: localhost\r\n"
    . "Content-Length: 3\r\n\r\nabc");
answer_is($r, 405, '{"detail":"Method \"POST\" not allowed."}', 'POST');

# without Host: the name and the port of the server

my $address = 'http://api.example:' . $t->port;

answer_is($t->raw("GET /api/v1/content_items/65/ HTTP/1.0\r\n\r\n"), 200,
    item_json($items[0], base_url => $address), 'no Host');
is($t->raw("GET /api/v1/tags HTTP/1.0\r\n\r\n")->header('Location'),
    "$address/api/v1/tags/", 'a redirect without Host');

# no headers at all

$connection = $t->connection;
$connection->write("GET /api/v1/content_items/65/\r\n");
1 while $connection->fill;
is($connection->take(100_000), item_json($items[0], base_url => $address),
    'HTTP/0.9');

# HTTP/1.1 without Host is refused by nginx

is($t->raw("GET $uri HTTP/1.1\r\n\r\n")->status, 400);
