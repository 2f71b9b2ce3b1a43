#!/usr/bin/perl

# nginx's filters that change bodies do not change the responses in the cache.
# gzip_filters.t has the filters that compress.
# Tests: src/http/ngx_http_contentlib_handler.c, src/cache/contentlib_cache.c

use v5.36;

use lib 't/lib';
use Test::Contentlib;


my ($built) = Test::Contentlib::nginx('-V');

# name of a server => its filter, where nginx has it

my %filters = (
    charset => <<'CONF',
        source_charset    utf-8;
        charset           koi8-r;
        charset_types     application/json;
        override_charset  on;
CONF
    $built =~ /--with-http_sub_module/ ? (sub => <<'CONF') : (),
        sub_filter        'number' 'NUMBER';
        sub_filter_once   off;
        sub_filter_types  application/json;
CONF
    $built =~ /--with-http_addition_module/ ? (addition => <<'CONF') : (),
        add_before_body   /before;
        add_after_body    /after;
        addition_types    application/json;
CONF
);

my $servers = join '', map { <<"CONF" } 'plain', sort keys %filters;
    server {
        listen 127.0.0.1:%%PORT%%;
        server_name $_;

@{[$filters{$_} // '']}
        %%API%%
        location = /before { return 200 "["; }
        location = /after { return 200 "]"; }
    }
CONF

my @items = map { gif($_, alt_text => "\x{44e} number $_") } 1 .. 20;
my $t = Test::Contentlib->new(records => \@items, workers => 1,
    http => <<"CONF");
    contentlib_library   %%LIBRARY%%;
    contentlib_base_url  https://api.example;

    charset_map koi8-r utf-8 {
        C0 D18E;
    }

$servers
CONF

# the body after a filter

my %made = (
    charset => sub ($body) { $body =~ s/\xd1\x8e/\xc0/gr },
    sub => sub ($body) { $body =~ s/number/NUMBER/gr },
    addition => sub ($body) { "[$body]" },
);

for my $uri ('/api/v1/content_items/', '/api/v1/content_items/7/',
    '/api/v1/tags/')
{
    # the second response is stored, and the next ones are from the cache

    for my $round (1 .. 3) {
        for my $name (sort keys %filters) {
            my $r = $t->get($uri, Host => $name);
            my $plain = $t->get($uri, Host => 'plain');
            my $wanted = $made{$name}->($plain->body);

            ok($r->body eq $wanted, "$name: $uri, $round");
            is($plain->header('Content-Length'), length $plain->body,
                'what is kept is as long as it was');
            is($plain->body =~ /number 7"/, 1, 'and what it was')
                unless $uri =~ /tags/;
        }
    }
}

my $item = item_json($items[6], base_url => 'https://api.example');

answer_is($t->get('/api/v1/content_items/7/', Host => 'plain'), 200, $item);
