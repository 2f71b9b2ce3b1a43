#!/usr/bin/perl

# X-Accel-Redirect: if a server behind nginx redirects to the API, the response
# is the same as for a direct request.

use v5.36;

use lib 't/lib';
use Test::Contentlib;


my $t = Test::Contentlib->new(records => [corpus(3)], http => <<'CONF');
    contentlib_base_url  https://api.example;
    contentlib_library   %%LIBRARY%%;

    server {
        listen 127.0.0.1:%%PORT%%;

        %%API%%
        location /led/    { proxy_pass http://127.0.0.1:%%PORT_1%%; }
    }

    server {
        listen 127.0.0.1:%%PORT_1%%;

        add_header X-Accel-Redirect /api/v1/$arg_to;

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

for my $to ('tags/every/', 'content_items/', 'none/', 'tags') {
    my $asked = $t->get("/api/v1/$to");

    for my $from ('plain', 'page', 'json') {
        my $r = $t->get("/led/$from?to=$to");

        is($r->status, $asked->status, "$from leads to $to");
        is($r->body, $asked->body, 'its body');
        is($r->header('Content-Type'), $asked->header('Content-Type'),
            'its type');
    }
}
