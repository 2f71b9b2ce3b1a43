#!/usr/bin/perl

# X-Accel-Redirect: if a server behind nginx redirects to the API, the response
# is the same as for a direct request.
# Tests: src/http/ngx_http_contentlib_request.c

use v5.36;

use lib 't/lib';
use Test::Contentlib;


my $t = Test::Contentlib->new(records => [corpus(3)], http => <<'CONF');
    contentlib_base_url  https://api.example;
    contentlib_library   %%LIBRARY%%;

    charset_map koi8-r utf-8 { }

    server {
        listen 127.0.0.1:%%PORT%%;

        %%API%%
        %%STATUS%%
        location /led/    { proxy_pass http://127.0.0.1:%%PORT_1%%; }
    }

    server {
        listen 127.0.0.1:%%PORT_1%%;

        add_header X-Accel-Redirect /$arg_to;
        add_header X-Accel-Charset $arg_charset;

        location /led/plain {
            default_type  text/plain;
            return        200 'another body';
        }

        location /led/page {
            default_type  'text/html; charset=koi8-r';
            return        200 'another body';
        }

        location /led/json {
            default_type  'application/json; charset=koi8-r';
            return        200 'another body';
        }
    }
CONF

for my $to ('api/v1/tags/every/', 'api/v1/content_items/', 'api/v1/none/',
    'api/v1/tags')
{
    my $asked = $t->get("/$to");

    for my $from ('plain', 'page', 'json') {
        my $r = $t->get("/led/$from?to=$to");

        is($r->status, $asked->status, "$from leads to $to");
        is($r->body, $asked->body, 'its body');
        is($r->header('Content-Type'), $asked->header('Content-Type'),
            'its type');
    }
}

for my $to ('api/v1/tags/every/', 'api/v1/none/', 'status') {
    my $type = $to eq 'status' ? 'text/plain; version=0.0.4; charset=utf-8'
        : 'application/json';

    for my $uri ("plain?to=$to&charset=koi8-r", "page?to=$to") {
        is($t->get("/led/$uri")->header('Content-Type'), $type,
            "$uri: no other charset");
    }
}
