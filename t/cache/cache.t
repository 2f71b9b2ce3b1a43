#!/usr/bin/perl

# The responses that the cache stores.
# Tests: src/cache/contentlib_cache.c, src/service/contentlib_query.c

use v5.36;

use lib 't/lib';
use Test::Contentlib;


my $t = Test::Contentlib->new(workers => 1, records => [corpus(65)],
    start => 0, server => '');

$t->library('off', [corpus(65)]);
$t->config(http => <<'CONF');
    log_format api '$request_method $request_uri $http_x_id|$status|'
                   '$contentlib_cache_status|$contentlib_rows|';

    server {
        listen 127.0.0.1:%%PORT%%;

        access_log           %%DIR%%/api.log api;
        contentlib_base_url  https://api.example;
        contentlib_library   %%LIBRARY%% cache=1m;

        %%API%%

        location /off/ {
            contentlib;
            contentlib_root     /off/;
            contentlib_library  %%DIR%%/off.db cache=off;
        }
    }
CONF
$t->start;

my $id = 0;

# Sends a request; returns the response, and the variables in the access log.

sub ask ($method, $uri, @headers) {
    my $n = ++$id;
    my $r = $t->request($method, $uri, [@headers, 'X-Id' => $n]);
    my $line = $t->wait_for_line('api.log', " $n\\|");
    my (undef, $status, $cache, $rows) = split /\|/, $line;

    return ($r, $cache, $rows);
}

sub cache_is ($uri, @wanted) {
    my ($body, @got, @rows);

    for my $wanted (@wanted) {
        my ($r, $cache, $rows) = ask('GET', $uri);

        push @got, $cache;
        push @rows, $rows;
        $body //= $r->body;
        is($r->body, $body, "$uri: the same bytes") if @got > 1;
    }

    is("@got", "@wanted", "$uri: cache status");
    is(join(' ', @rows), join(' ', ($rows[0]) x @rows), "$uri: rows");
}


# the second request stores the response

my @paths = ('', 'content_items/', 'content_items/3/', 'collections/',
    'tags/', 'tags/every/', 'tags/?name=1', 'search/', 'search/?text=tag',
    'content_items/?tag=happy+day&limit=5&offset=5',
    'content_items/?text=nothing', 'content_items/?offset=1000');

for my $path (@paths) {
    cache_is("/api/v1/$path", 'MISS', 'MISS', ('HIT') x 3);
    cache_is("/off/$path", ('BYPASS') x 4);
}

# other spellings of the same request

cache_is('/api/v1/content_items/?limit=007', 'MISS', 'MISS', 'HIT');
cache_is('/api/v1/content_items/?limit=7', 'HIT');
cache_is('/api/v1/content_items/?limit=%37&offset=0', 'HIT');
cache_is('/api/v1/content_items/?limit=7&format=json', 'MISS', 'MISS', 'HIT');

# responses that are not stored

cache_is('/api/v1/content_items/1000/', ('MISS') x 4);
cache_is('/api/v1/tags/none/', ('MISS') x 4);
cache_is('/api/v1/none/', ('BYPASS') x 3);
cache_is('/api/v1/tags/?format=xml', ('BYPASS') x 3);
cache_is('/api/v1/tags', ('BYPASS') x 3);
cache_is('/off/content_items/1000/', ('BYPASS') x 3);

for my $method ('OPTIONS', 'POST') {
    is((ask($method, '/api/v1/tags/'))[1], 'BYPASS', $method) for 1 .. 3;
}

# HEAD

my $uri = '/api/v1/content_items/?limit=11';

ask('HEAD', $uri);

my (undef, $first) = ask('GET', $uri);
my (undef, $second) = ask('HEAD', $uri);

is("$first $second", 'MISS HIT', 'HEAD is as good as GET');

# a 304 does not store the response, whatever the form of the tag

$uri = '/api/v1/content_items/?limit=12';
my $etag = $t->get($uri)->header('ETag');

is((ask('GET', $uri, 'If-None-Match' => $_))[1], 'MISS', "304 for $_: not kept")
    for ($etag, "W/$etag", "\"x\", W/$etag", '*') x 2;
