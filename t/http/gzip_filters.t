#!/usr/bin/perl

# contentlib_gzip with nginx's gunzip and gzip.  subrequests_kinds.t has parts of
# pages.
# Tests: src/http/ngx_http_contentlib_handler.c, src/cache/contentlib_gzip.c

use v5.36;

use lib 't/lib';
use Test::Contentlib;


my ($built) = Test::Contentlib::nginx('-V');
my $gunzip = $built =~ /--with-http_gunzip_module/ ? 'gunzip on;' : '';

my $tag = '/api/v1/tags/every/';
my $page = '/api/v1/content_items/?limit=3';

my $t = Test::Contentlib->new(records => [corpus(40)], workers => 1,
    http => <<"CONF");
    contentlib_base_url  https://api.example;
    contentlib_library   %%LIBRARY%%;
    contentlib_gzip      on;

    server {
        listen 127.0.0.1:%%PORT%%;

        %%API%%
    }

    server {
        listen 127.0.0.1:%%PORT%%;
        server_name gunzip;

        $gunzip

        %%API%%
    }

    server {
        listen 127.0.0.1:%%PORT%%;
        server_name gzip;

        gzip             on;
        gzip_types       *;
        gzip_min_length  1;

        %%API%%
    }

    server {
        listen 127.0.0.1:%%PORT%%;
        server_name both;

        gzip             on;
        gzip_types       *;
        gzip_min_length  1;
        $gunzip

        %%API%%
    }
CONF

my @hosts = ('localhost', 'gzip', $gunzip ? ('gunzip', 'both') : ());
my %body = map { $_ => $t->get($_)->body } $tag, $page;

# all servers share one stored response

for my $round (1 .. 4) {
    for my $host (@hosts) {
        for my $uri ($tag, $page) {
            my $r = $t->get($uri, Host => $host, 'Accept-Encoding' => 'gzip');
            my $plain = $t->get($uri, Host => $host);
            my $name = "$host $uri, $round";

            is(join('|', $r->header('Content-Encoding')), 'gzip', $name);
            ok($r->plain eq $body{$uri}, 'its body');
            is($r->header('Content-Length'), length $r->body, 'its length');
            like($r->header('ETag'), qr{^W/"[0-9a-f]{32}"$}, 'its tag');

            is($plain->header('Content-Encoding'), undef, 'not asked for');
            ok($plain->body eq $body{$uri}, 'its body');
            like($plain->header('ETag'), qr/^"[0-9a-f]{32}"$/, 'its tag');
        }
    }
}
