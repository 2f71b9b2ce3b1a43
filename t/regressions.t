#!/usr/bin/perl

# Errors that were fixed.

use v5.36;
use utf8;

use lib 't/lib';
use Test::Contentlib;


my $t = Test::Contentlib->new(server => <<'CONF',
        contentlib_library %%LIBRARY%%;

        %%API%%

        location /media/ {
            contentlib;
            contentlib_root       /media/;
            contentlib_base_url   https://api.example;
            contentlib_media_url  $scheme://$http_host/m/;
        }

        location /named/ {
            try_files $uri @api;
        }

        location @api {
            contentlib;
            contentlib_root /named/;
        }

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
                contentlib;
            }
        }

        location /sizes/ {
            contentlib_max_page_size 2;

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
CONF
    records => [
        image(5, alt_text => "ab\x{ffff}cd", tags => [tag('cat', 'cat')]),
        image(4, alt_text => "ab\x{fffd}cd"),
        image(3, alt_text => "ab\x{fffe}cd"), image(2), image(1)]);

# a media URL with variables was not checked

is($t->get('/media/content_items/')->status, 200, 'media URL of the host');
is($t->get('/media/content_items/', Host => "caf\xe9")->status, 400,
    'an invalid media URL');
is($t->raw("GET /media/tags/ HTTP/1.0\r\n\r\n")->status, 400,
    'media URL without a host');

# an encoded slash was a separator in a named location

is($t->get('/named/tags/cat/')->status, 200, 'named location');
is($t->get('/named/tags%2Fcat/')->status, 404, 'an encoded slash in it');

# OPTIONS, which has no entity tag, was "not modified"

is($t->request('OPTIONS', '/api/v1/tags/', ['If-None-Match' => '*'])->status,
    200, 'OPTIONS is not conditional');

# U+FFFD, U+FFFE and U+FFFF were one character to a search

is(ids($t->get("/api/v1/content_items/?text=b%EF%BF%BFc")), '5', 'U+FFFF');
is(ids($t->get("/api/v1/content_items/?text=b%EF%BF%BDc")), '4', 'U+FFFD');
is(ids($t->get("/api/v1/content_items/?text=b%EF%BF%BEc")), '3', 'U+FFFE');

# the directive was not allowed in "if" and "limit_except"

is($t->get('/if/tags/cat/?api=1')->status, 200, 'if');
is($t->request($_, '/except/tags/cat/')->status, 200, "limit_except, $_")
    for qw(GET HEAD OPTIONS);
is($t->request('POST', '/except/tags/cat/')->status, 405,
    'limit_except, POST');

# a page size in another block was compared with the default of the largest

is(scalar @{$t->get('/sizes/small/content_items/')->json->{results}}, 2,
    'the default is not above the largest page');
is(scalar @{$t->get('/sizes/large/content_items/')->json->{results}}, 5,
    'sizes of a location');

# commas and semicolons in quotes were separators

is($t->get('/api/v1/', Accept => 'application/json;x="a;q=0;b"')->status, 200,
    'a quoted parameter');
is($t->get('/api/v1/', Accept => 'text/plain;x=",application/json,"')->status,
    406, 'a quoted type');
