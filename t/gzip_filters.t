#!/usr/bin/perl

# contentlib_gzip with nginx's gunzip, gzip and SSI, and in subrequests.

use v5.36;

use lib 't/lib';
use Test::Contentlib;


my ($built) = Test::Contentlib::nginx('-V');
my $gunzip = $built =~ /--with-http_gunzip_module/ ? 'gunzip on;' : '';
my $addition = $built =~ /--with-http_addition_module/ ? <<'CONF' : '';
        location /added.txt {
            add_before_body  /api/v1/tags/every/;
            add_after_body   /api/v1/search/;
            addition_types   text/plain;
        }
CONF

my $tag = '/api/v1/tags/every/';
my $page = '/api/v1/content_items/?limit=3';
my $search = '/api/v1/search/';

my $t = Test::Contentlib->new(records => [corpus(40)], workers => 1,
    files => {
        'page.html' => "<<!--#include virtual=\"$tag\" -->|"
            . "<!--#include virtual=\"$page\" -->>",
        'set.html' => "<!--#include virtual=\"$tag\" set=\"x\" -->"
            . '<!--#echo var="x" encoding="none" -->',
        'added.txt' => '|',
    }, http => <<"CONF");
    log_format api '\$request_uri \$contentlib_cache_status';

    contentlib_base_url  https://api.example;
    contentlib_library   %%LIBRARY%%;
    contentlib_gzip      on;
    default_type         text/plain;
    root                 %%DIR%%;

    server {
        listen 127.0.0.1:%%PORT%%;

        %%API%%

        location ~ html\$ {
            ssi           on;
            ssi_types     *;
        }

        location = /moved {
            rewrite ^ $tag last;
        }

        location = /error {
            error_page 404 =200 $tag;
            return 404;
        }

$addition
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

        location ~ html\$ {
            ssi           on;
            ssi_types     *;
        }
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
my %body = map { $_ => $t->get($_)->body } $tag, $page, $search;

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

# pages contain plain responses, and the responses do not change

my %made = (
    '/page.html' => "<$body{$tag}|$body{$page}>",
    '/set.html' => $body{$tag},
    $addition ? ('/added.txt' => "$body{$tag}|$body{$search}") : (),
);

for my $round (1 .. 3) {
    for my $uri (sort keys %made) {
        for my $host ('localhost', $uri =~ /html/ ? 'gzip' : ()) {
            my $r = $t->get($uri, Host => $host, 'Accept-Encoding' => 'gzip');

            is($r->header('Content-Encoding'),
                $host eq 'gzip' ? 'gzip' : undef, "$host $uri, $round");
            ok($r->plain eq $made{$uri}, 'its body');
            ok($t->get($uri, Host => $host)->body eq $made{$uri}, 'as it is');
        }
    }

    for my $uri ($tag, $page) {
        ok($t->get($uri, 'Accept-Encoding' => 'gzip')->plain eq $body{$uri},
            "$uri, $round");
    }
}

# responses after an internal redirect

for my $uri ('/moved', '/error') {
    my $r = $t->get($uri, 'Accept-Encoding' => 'gzip');

    is($r->status, 200, $uri);
    is($r->header('Content-Encoding'), 'gzip', 'compressed');
    ok($r->plain eq $body{$tag}, 'its body');
    ok($t->get($uri)->body eq $body{$tag}, 'and as it is');
}
