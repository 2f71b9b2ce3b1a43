#!/usr/bin/perl

# OPTIONS and the methods that are not allowed; request bodies.  answers.t and
# cache_same.t compare HEAD with GET.

use v5.36;

use lib 't/lib';
use Test::Contentlib;


my $item = gif(1, tags => ['x']);
my $t = Test::Contentlib->new(records => [$item, collection('c', $item)]);

my $missing = '{"detail":"Not found."}';

my %name = (
    '' => 'Api Root', 'search/' => 'Search List',
    'content_items/' => 'Content Item List',
    'content_items/1/' => 'Content Item Instance',
    'tags/' => 'Tag List', 'tags/x/' => 'Tag Instance',
    'collections/' => 'Collection List',
    'collections/c/' => 'Collection Instance',
);
my @paths = sort keys %name;

sub refusal ($method) { qq({"detail":"Method \\"$method\\" not allowed."}) }

# OPTIONS

for my $path (@paths, 'content_items/99/', 'tags/none/', 'collections/no/') {
    my $r = $t->request('OPTIONS', "/api/v1/$path");
    my $name = $name{$path} // ($path =~ /^con/ ? 'Content Item Instance'
        : $path =~ /^tags/ ? 'Tag Instance' : 'Collection Instance');

    is($r->status, 200, "OPTIONS /$path");
    like($r->body, qr/^\{"name":"\Q$name\E","description":"[^"\\]+",
        "renders":\["application\/json"\],"parses":\[\]\}$/x, $name);
    api_headers_ok($r, "headers of OPTIONS /$path");
}

# other methods are rejected before the record is looked up

answer_is($t->request('POST', "/api/v1/$_"), 405, refusal('POST'))
    for @paths, 'content_items/99/', 'tags/none/', 'content_items/?limit=x';
answer_is($t->request($_, '/api/v1/tags/'), 405, refusal($_))
    for qw(PUT PATCH DELETE FOO M-SEARCH);

# an unknown route is a 404 for all methods

for my $path ('nothing/', 'content_items/065/', 'content_items/abc/',
    'tags/a%20b/', 'content_items/1/tags/')
{
    answer_is($t->request($_, "/api/v1/$path"), 404, $missing)
        for qw(GET POST OPTIONS DELETE);
}

# request bodies are discarded, the connection stays usable

my $connection = $t->connection;

for my $method (qw(GET HEAD OPTIONS POST PUT FOO)) {
    my $status = $method =~ /^(?:GET|HEAD|OPTIONS)$/ ? 200 : 405;

    for my $length (0, 1, 5000, 300_000) {
        $connection->send_request($method, '/api/v1/tags/x/', [],
            'b' x $length);
        is($connection->response($method)->status, $status,
            "$method with $length bytes");
    }

    $connection->send_request($method, '/api/v1/tags/x/',
        ['Transfer-Encoding' => 'chunked'],
        "5\r\nhello\r\n2710\r\n" . 'c' x 10_000 . "\r\n0\r\n\r\n");
    is($connection->response($method)->status, $status, "$method, chunked");

    answer_is($connection->exchange('GET', '/api/v1/content_items/1/'), 200,
        item_json($item), "the connection after $method");
}

# pipelining

$connection->write("POST /api/v1/tags/ HTTP/1.1\r\nHost: localhost\r\n"
    . "Content-Length: 4\r\n\r\nGET "
    . "HEAD /api/v1/tags/ HTTP/1.1\r\nHost: localhost\r\n\r\n"
    . "GET /api/v1/tags/x/ HTTP/1.1\r\nHost: localhost\r\n"
    . "Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n"
    . "OPTIONS /api/v1/ HTTP/1.1\r\nHost: localhost\r\n\r\n"
    . "GET /api/v1/none/ HTTP/1.1\r\nHost: localhost\r\n\r\n"
    . "GET /api/v1/content_items/1/ HTTP/1.1\r\nHost: localhost\r\n\r\n");

is($connection->response->status, 405, 'pipelined POST');
is($connection->response('HEAD')->status, 200, 'pipelined HEAD');
answer_is($connection->response, 200, tag_json($item->{tags}[0]), 'GET');
is($connection->response->json->{name}, 'Api Root', 'pipelined OPTIONS');
answer_is($connection->response, 404, $missing, 'pipelined 404');
answer_is($connection->response, 200, item_json($item), 'pipelined GET');
ok($connection->silent, 'nothing more');

# a client that waits for "100 Continue"

$connection->write("POST /api/v1/tags/ HTTP/1.1\r\nHost: localhost\r\n"
    . "Content-Length: 3\r\nExpect: 100-continue\r\n\r\n");
$connection->write('abc');
answer_is($connection->response, 405, refusal('POST'), 'Expect');
is($connection->exchange('GET', '/api/v1/')->status, 200, 'after Expect');

# an invalid chunk

is($t->raw("GET /api/v1/ HTTP/1.1\r\nHost: localhost\r\n"
    . "Transfer-Encoding: chunked\r\n\r\nzz\r\n")->status, 400, 'bad chunk');
