#!/usr/bin/perl

# All kinds of locations, and internal redirects to them.  recipe_routes.t has
# routes with locations of their own.
# Tests: ngx_http_contentlib_module.c, src/http/ngx_http_contentlib_request.c

use v5.36;

use lib 't/lib';
use Test::Contentlib;


my $item = gif(1, tags => ['one', 'two']);
my $t = Test::Contentlib->new(http => <<'CONF',
    contentlib_library %%LIBRARY%%;

    server {
        listen 127.0.0.1:%%PORT%%;
        root %%DIR%%;

        %%API%%

        # internal redirects

        location /old/ {
            rewrite ^/old/(.*)$ /api/v1/$1 last;
        }

        location /inside/ {
            rewrite ^/inside/(.*)$ /api/v1/$1 break;
            contentlib;
        }

        location /query/ {
            rewrite ^ /api/v1/content_items/?limit=1&from=rewrite? last;
        }

        location /try/ {
            try_files /none /api/v1/tags/?$args;
        }

        location /named/ {
            try_files /none @api;
        }

        location @api {
            contentlib;
            contentlib_root /named/;
        }

        # blocks; if.t has directives in "if"

        location /if/ {
            contentlib_root /if/;

            if ($arg_api) {
                contentlib;
            }
        }

        location /except/ {
            contentlib;
            contentlib_root /except/;

            limit_except GET {
                deny all;
            }
        }

        location /allowed_except/ {
            contentlib;
            contentlib_root /allowed_except/;

            limit_except GET {
                allow 127.0.0.1;
                deny all;
            }
        }

        location /inside_except/ {
            contentlib;
            contentlib_root /inside_except/;

            limit_except GET {
                contentlib;
            }
        }

        location /sizes/ {
            contentlib_max_page_size 1;

            location /sizes/small/ {
                contentlib;
                contentlib_root /sizes/small/;
            }

            location /sizes/large/ {
                contentlib;
                contentlib_root           /sizes/large/;
                contentlib_page_size      200;
                contentlib_max_page_size  300;
            }
        }

        location /internal/ {
            internal;
            contentlib;
            contentlib_root /internal/;
        }

    }

    # a root of one slash

    server {
        listen 127.0.0.1:%%PORT_1%%;

        location / {
            contentlib;
            contentlib_root /;
        }
    }
CONF
    records => [$item, image(2), collection('c', $item)]);

# links do not depend on the location of the request

my $address = 'http://localhost/api/v1/content_items/';

answer_is($t->get('/old/content_items/1/'), 200, item_json($item));
answer_is($t->get('/inside/content_items/1/'), 200, item_json($item));
is($t->get('/old/content_items/?limit=1&a=1')->json->{next},
    "$address?a=1&limit=1&offset=1", 'rewrite, last');
is($t->get('/inside/content_items/?limit=1&a=1')->json->{next},
    "$address?a=1&limit=1&offset=1", 'rewrite, break');
is($t->get('/query/?a=1')->json->{next},
    "$address?from=rewrite&limit=1&offset=1", 'a rewritten query');
is($t->get('/try/')->json->{count}, 3, 'try_files');
is($t->get('/try/?limit=1')->json->{next},
    'http://localhost/api/v1/tags/?limit=1&offset=1', 'with the query');
is($t->get('/named/tags/')->json->{results}[0]{url},
    'http://localhost/named/tags/one/', 'a named location');
is($t->get('/named/tags%2Fone/')->status, 200, 'an encoded slash is one');

# blocks

like($t->get('/if/content_items/1/?api=1')->body,
    qr{"url":"http://localhost/if/content_items/1/"}, 'the API in "if"');

is($t->get('/except/tags/')->status, 200, 'limit_except, GET');
is($t->head('/except/tags/')->status, 200, 'limit_except, HEAD');
is($t->request('POST', '/except/tags/')->status, 403, 'limit_except, POST');

for my $uri ('/allowed_except/tags/', '/inside_except/tags/') {
    is($t->request($_->[0], $uri)->status, $_->[1], "$uri, $_->[0]")
        for [GET => 200], [HEAD => 200], [OPTIONS => 200], [POST => 405];

    is($t->request('POST', $uri)->body,
        '{"detail":"Method \"POST\" not allowed."}', "$uri, the body");
}

# the default page size is not above the largest one of the location

is(scalar @{$t->get('/sizes/small/tags/')->json->{results}}, 1, 'a small size');
is(scalar @{$t->get('/sizes/large/tags/')->json->{results}}, 3, 'a large size');

is($t->get('/internal/tags/')->status, 404, 'internal');

# the root

my $r = $t->request('GET', '/tags/', [], undef, 1);

is($r->json->{results}[0]{url}, 'http://localhost/tags/one/', 'root "/"');
is($t->request('GET', '/', [], undef, 1)->json->{tags},
    'http://localhost/tags/');
is($t->request('GET', '/none', [], undef, 1)->status, 404);
