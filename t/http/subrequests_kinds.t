#!/usr/bin/perl

# The API in all kinds of subrequests of nginx, with GET and HEAD, from the
# cache and not, compressed for clients, and larger than the buffer of a
# subrequest.
# Tests: src/http/ngx_http_contentlib_handler.c

use v5.36;

use lib 't/lib';
use Test::Contentlib;


my ($built) = Test::Contentlib::nginx('-V');

plan(skip_all => 'modules are missing in nginx')
    if grep { $built !~ /--with-http_${_}_module/ } qw(addition auth_request);

# two libraries, since a library has one cache, with the same settings

my @caches = ('32m', 'off');

sub locations ($cache) {
    return <<"CONF";
        location /$cache/ {
            contentlib;
            contentlib_root     /$cache/;
            contentlib_library  %%DIR%%/$cache.db cache=$cache;
            contentlib_gzip     on;
        }

        location /$cache-ssi/ {
            ssi    on;
            alias  %%DIR%%/;
        }

        location /$cache-addition/ {
            add_before_body  /$cache/tags/one/;
            add_after_body   /$cache/content_items/;
            addition_types   text/plain;
            default_type     text/plain;
            alias            %%DIR%%/;
        }

        location /$cache-mirror/ {
            mirror  /$cache/content_items/;
            alias   %%DIR%%/;
        }

        location /$cache-auth/ {
            auth_request      /$cache/tags/one/;
            auth_request_set  \$tag \$sent_http_etag;
            add_header        X-Tag \$tag;
            alias             %%DIR%%/;
        }

        location /$cache-unavailable/ {
            auth_request  /missing/tags/one/;
            alias         %%DIR%%/;
        }

        location /$cache-forbidden/ {
            auth_request  /$cache/tags/none/;
            alias         %%DIR%%/;
        }
CONF
}

my $locations = join "\n", map { locations($_) } @caches;

sub page ($cache) {
    return "[<!--#include virtual=\"/$cache/tags/one/\" -->|"
        . "<!--#include virtual=\"/$cache/content_items/\" wait=\"yes\" -->|"
        . "<!--#include virtual=\"/$cache/tags/none/\" -->|"
        . "<!--#include virtual=\"/$cache/tags\" -->|"
        . "<!--#include virtual=\"/$cache/tags/two/\" -->]";
}

my $t = Test::Contentlib->new(workers => 1, start => 0, files => {
        'small.txt' => 'small',
        map({ ("$_.html" => page($_)) } @caches),
        map({ ("$_-small.html" => '<!--#include virtual="'
            . "/$_/tags/one/\" set=\"v\" -->[<!--#echo var=\"v\" "
            . 'encoding="none" -->]') } @caches),
        map({ ("$_-set.html" => '<!--#include virtual="'
            . "/$_/content_items/\" set=\"v\" -->[<!--#echo var=\"v\" "
            . 'encoding="none" -->]') } @caches),
    }, server => <<"CONF");
        keepalive_requests 1000000;

$locations

        location /missing/ {
            contentlib;
            contentlib_root     /missing/;
            contentlib_library  %%DIR%%/missing.db;
        }
CONF

for my $cache (@caches) {
    $t->library($cache, [corpus(40), image(100, tags => ['one', 'two'])]);
}

$t->start;

my @gzip = ('Accept-Encoding' => 'gzip');
my $connection = $t->connection;

# parts of pages are not compressed

sub both_ok ($uri, $status, $body, @headers) {
    my $get = $connection->exchange('GET', $uri, @headers);
    my $head = $connection->exchange('HEAD', $uri, @headers);

    is($get->status . ' ' . $get->plain, "$status $body",
        "GET $uri @headers");
    is($head->status, $status, "HEAD $uri @headers");
}

for my $cache (@caches) {
    my %body = map { $_ => $t->get("/$cache/$_")->body } 'tags/one/',
        'tags/two/', 'content_items/', 'tags/none/';
    my $tag = $t->get("/$cache/tags/one/")->header('ETag');

    # SSI replaces an error in a part with its own message

    my $page = "[$body{'tags/one/'}|$body{'content_items/'}|"
        . "$body{'tags/none/'}||$body{'tags/two/'}]";

    for my $round (1 .. 4) {
        both_ok("/$cache-ssi/$cache.html", 200, $page, @$_)
            for [], ['If-None-Match' => $tag], ['Range' => 'bytes=0-1'],
            \@gzip;
        both_ok("/$cache-mirror/small.txt", 200, 'small', @$_)
            for [], \@gzip;
        both_ok("/$cache-auth/small.txt", 200, 'small', @$_) for [], \@gzip;
        both_ok("/$cache-addition/small.txt", 200, "$body{'tags/one/'}small"
            . $body{'content_items/'});

        is($connection->exchange('GET', "/$cache-auth/small.txt")
            ->header('X-Tag'), $tag, 'the tag of a part');
        is($t->$_("/$cache-unavailable/small.txt")->status, 500,
            "$_, a part that is unavailable") for 'get', 'head';
        both_ok("/$cache-ssi/$cache-small.html", 200, "[$body{'tags/one/'}]",
            @$_) for [], \@gzip;
        is($t->get("/$cache-forbidden/small.txt")->status, 500,
            'auth_request takes a 404 for an error');
    }

    # larger than subrequest_output_buffer_size: nginx closes the connection

    my $r = eval { $t->get("/$cache-ssi/$cache-set.html") };

    unlike($r ? $r->body : '', qr/\[\{/, 'a part that is too large');
    both_ok("/$cache/tags/one/", 200, $body{'tags/one/'});
    both_ok("/$cache/tags/one/", 200, $body{'tags/one/'}, @gzip);
}

$t->expect_log(qr/too big subrequest response/);
