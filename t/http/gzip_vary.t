#!/usr/bin/perl

# contentlib_gzip and "Vary": both values, each once, on 200 and 304, with any
# setting of nginx's gzip.
# Tests: src/http/ngx_http_contentlib_handler.c

use v5.36;

use lib 't/lib';
use Test::Contentlib;


my @switches = ('off', 'on');

# four servers: gzip_vary, and nginx's gzip beside it

sub server ($vary, $gzip) {
    return <<"CONF";
    server {
        listen 127.0.0.1:%%PORT%%;
        server_name vary-$vary-gzip-$gzip;

        gzip             $gzip;
        gzip_vary        $vary;
        gzip_types       application/json;
        gzip_min_length  1;

        location /api/v1/ {
            contentlib;
            contentlib_gzip on;
        }

        location /off/ {
            contentlib;
            contentlib_root /off/;
        }
    }
CONF
}

my $servers = join "\n", map { my $vary = $_;
    map { server($vary, $_) } @switches } @switches;

my $t = Test::Contentlib->new(records => [corpus(30)], workers => 1,
    http => <<"CONF");
    contentlib_base_url  https://api.example;
    contentlib_library   %%LIBRARY%%;

$servers
CONF

my $connection = $t->connection;
my $both = 'Accept | Accept-Encoding';

sub ask ($host, $method, $uri, $coding, @headers) {
    return $connection->exchange($method, $uri, Host => $host,
        'Accept-Encoding' => $coding, @headers);
}

sub vary_of ($r) { join ' | ', sort $r->header('Vary') }

for my $vary (@switches) {
    for my $gzip (@switches) {
        my $host = "vary-$vary-gzip-$gzip";
        my $uri = "/api/v1/content_items/?limit=9&x=$host";
        my $plain = ask($host, 'GET', $uri, 'identity');
        my $body = $plain->plain;
        my $strong = $plain->header('ETag');

        for my $coding ('gzip', 'gzip', 'gzip', 'identity', '') {
            my $name = "$host, \"$coding\"";
            my $r = ask($host, 'GET', $uri, $coding);
            my $etag = $r->header('ETag');

            is($r->status, 200, $name);
            is(vary_of($r), $both, 'Vary of a 200');
            is(join('|', $r->header('Content-Encoding')),
                $coding eq 'gzip' ? 'gzip' : '', 'encoded once or never');
            ok($r->plain eq $body, 'its body');
            is($etag =~ s{^W/}{}r, $strong, 'the tag of the answer');
            is($r->header('Content-Length'), length $r->body, 'its length');

            is(vary_of(ask($host, 'HEAD', $uri, $coding)), $both,
                'Vary of HEAD');

            for my $tag ($etag, '*') {
                for my $method ('GET', 'HEAD') {
                    my $r = ask($host, $method, $uri, $coding,
                        'If-None-Match' => $tag);

                    is($r->status, 304, "304 to $method for $tag");
                    is(vary_of($r), $both, 'its Vary');
                    is($r->header('Content-Encoding'), undef, 'no coding');
                }
            }
        }

        # OPTIONS is not compressed

        my $none = ask($host, 'OPTIONS', $uri, 'gzip');

        is(vary_of($none), $gzip eq 'on' && $vary eq 'on' ? $both : 'Accept',
            "$host: OPTIONS");

        # with contentlib_gzip off, nginx decides

        my $off = ask($host, 'GET', '/off/tags/', 'gzip');
        my $own = $gzip eq 'on';

        is($off->header('Content-Encoding'), $own ? 'gzip' : undef,
            "$host: off");
        is(vary_of($off), $own && $vary eq 'on' ? $both : 'Accept',
            'off: Vary');
        is(vary_of(ask($host, 'GET', '/off/tags/', 'gzip',
            'If-None-Match' => '*')), 'Accept', 'off: Vary of a 304');
    }
}
