#!/usr/bin/perl

# The API as an error page, and after other internal redirects of nginx: the
# status stays, and the body is complete.
# Tests: src/http/ngx_http_contentlib_request.c,
#     src/http/ngx_http_contentlib_handler.c

use v5.36;

use lib 't/lib';
use Test::Contentlib;


my $item = gif(1, tags => ['one']);
my $t = Test::Contentlib->new(server => <<'CONF',
        contentlib_library %%LIBRARY%%;
        root %%DIR%%;

        location /api/v1/ {
            contentlib;
            contentlib_gzip on;
        }

        location @api {
            contentlib;
        }

        location /missing/   { error_page 404 /api/v1/tags/; }
        location /changed/   { error_page 404 =202 /api/v1/tags/; }
        location /found/     { error_page 404 = /api/v1/tags/; }
        location /not_there/ { error_page 404 /api/v1/tags/none/; }
        location /slashless/ { error_page 404 /api/v1/tags; }
        location /query/     { error_page 404 /api/v1/tags/?limit=1&$args; }
        location /tags/      { error_page 404 @api; }
        location /denied/    { error_page 403 /api/v1/tags/; deny all; }
        location /gone/      { error_page 410 /api/v1/tags/; return 410; }

        location /large/ {
            client_max_body_size  10;
            error_page 413        /api/v1/tags/;
            proxy_pass            http://127.0.0.1:%%PORT%%/api/v1/;
        }

        location /sent/ {
            proxy_pass        http://127.0.0.1:%%PORT%%/header/;
            proxy_set_header  Host $http_host;
        }

        location /header/ {
            add_header X-Accel-Redirect /api/v1/content_items/1/;
            return 200;
        }

        # the error page does not replace a response of the module

        location /own/ {
            contentlib;
            contentlib_root /own/;
            error_page 400 404 405 406 503 /api/v1/tags/;
        }
CONF
    records => [$item, collection('c', $item)]);

my $tags = $t->get('/api/v1/tags/')->body;
my $tag = $t->get('/api/v1/tags/')->header('ETag');
my $missing = '{"detail":"Not found."}';

my @ways = (
    ['/missing/x', 404, $tags],
    ['/changed/x', 202, $tags],
    ['/found/x', 200, $tags],
    ['/not_there/x', 404, $missing],
    ['/query/x', 404, $tags],
    ['/denied/x', 403, $tags],
    ['/gone/x', 410, $tags],
    ['/sent/', 200, item_json($item)],
    ['/own/none/', 404, $missing],
);

my $connection = $t->connection;

for my $round (1 .. 3) {
    for my $way (@ways) {
        my ($uri, $status, $body) = @$way;
        my $get = $connection->exchange('GET', $uri);
        my $head = $connection->exchange('HEAD', $uri);

        $body = $t->get('/api/v1/tags/?limit=1&')->body if $uri =~ /query/;

        is($get->status . ' ' . $get->body, "$status $body", "GET $uri");
        is($head->head_text, $get->head_text, "HEAD $uri");
        is($connection->exchange('GET', $uri, 'Accept-Encoding' => 'gzip')
            ->plain, $body, "GET $uri, gzip");
    }
}

# an error is never a 304; with status 200 it may be

for my $headers (['If-None-Match' => $tag], ['If-None-Match' => '*'],
    ['If-Modified-Since' => 'Fri, 01 Jan 2100 00:00:00 GMT'])
{
    is($t->get($_, @$headers)->body, $tags, "$_, $headers->[0]")
        for '/missing/x', '/denied/x', '/gone/x';
}

# nginx requests an error page with GET, after it has read the body

for my $method ('POST', 'PUT', 'DELETE') {
    my $r = $t->request($method, '/denied/x', [], 'x' x 20_000);

    is($r->status . ' ' . $r->body, "403 $tags", "$method /denied/x");
}

my $r = $t->request('POST', '/large/', [], 'x' x 100);

is($r->status . ' ' . $r->body, "413 $tags", 'a body that is too large');
answer_is($t->request('POST', '/own/tags/'), 405,
    '{"detail":"Method \"POST\" not allowed."}');

# the status is that of the error, the address that of the redirect

is($t->get('/slashless/x')->status, 404, 'a redirect as a page');
is($t->get('/tags/x/')->status, 404, 'a named location, another root');
