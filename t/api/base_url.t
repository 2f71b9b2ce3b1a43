#!/usr/bin/perl

# contentlib_base_url: the beginning of addresses in responses.
# Tests: src/http/ngx_http_contentlib_request.c, src/api/contentlib_url.c

use v5.36;

use lib 't/lib';
use Test::Contentlib;


my $t = Test::Contentlib->new(records => [image(1)], server => <<'CONF');
        server_name        first.example second.example;
        contentlib_library %%LIBRARY%%;

        %%API%%

        location /fixed/ {
            contentlib;
            contentlib_root      /fixed/;
            contentlib_base_url  https://api.example/library;
        }

        location /variable/ {
            contentlib;
            contentlib_root      /variable/;
            contentlib_base_url  $arg_scheme://$arg_host;
        }
CONF

my $port = $t->port;

sub base ($r) {
    return $r->json->{search} =~ s{/[^/]+/(?:v1/)?search/(?:\?.*)?$}{}r;
}

# without a Host header: the name of the server, and its port

is(base($t->raw("GET /api/v1/ HTTP/1.0\r\n\r\n")),
    "http://first.example:$port", 'no Host');

# every address

my $items = $t->get('/api/v1/content_items/?offset=1&limit=1',
    Host => 'api.example:8080');

answer_is($items, 200, page_json(1, undef,
    'http://api.example:8080/api/v1/content_items/?limit=1'));
answer_is($t->get('/api/v1/content_items/', Host => 'api.example:8080'), 200,
    page_json(1, undef, undef,
    item_json(image(1), base_url => 'http://api.example:8080')));
is($t->get('/api/v1/tags', Host => 'api.example:8080')->header('Location'),
    'http://api.example:8080/api/v1/tags/');

# fixed

is(base($t->get('/fixed/', Host => 'x.example')),
    'https://api.example/library');
answer_is($t->get('/fixed/content_items/1/'), 200, item_json(image(1),
    base_url => 'https://api.example/library', root => '/fixed/'));
is($t->get('/fixed/', Host => 'a,b')->status, 200, 'Host does not matter');

# variable

for (['http', 'a.example'], ['https', 'a.example:1'], ['https', '[::1]:65535'],
    ['http', 'a.example/path'], ['http', 'a.example/a/b-c_d.e~f'],
    ['http', 'user@a'], ['https', 'a.example:port'], ['http', "a,b'c"])
{
    my ($scheme, $host) = @$_;
    my $r = $t->get("/variable/?scheme=$scheme&host=$host");

    is($r->status . ' ' . base($r), "200 $scheme://$host");
}

# an invalid base URL is a 400 that does not contain it

for my $query ('scheme=http', 'host=a.example', 'scheme=ftp&host=a.example',
    'scheme=javascript&host=a', 'scheme=HTTPX&host=a', '',
    'scheme=http&host=a"b', 'scheme=http&host=/path',
    'scheme=http&host=a/"', 'scheme=http&host=a/<', 'scheme=http&host=a>b',
    'scheme=http&host=a\\b', "scheme=http&host=a/\xc3\xa9",
    "scheme=http&host=a/\xff")
{
    my $r = $t->get("/variable/tags/?$query");

    is($r->status, 400, "?$query" =~ s/[^ -~]/./gr);
    like($r->body, qr/^\{"detail":"[^"\\<>&\/]+"\}$/, 'its body');
    api_headers_ok($r, 'its headers');
}
