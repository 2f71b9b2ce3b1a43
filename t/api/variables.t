#!/usr/bin/perl

# The variables in an access log.
# Tests: src/http/ngx_http_contentlib_variables.c

use v5.36;

use lib 't/lib';
use Test::Contentlib;


my $t = Test::Contentlib->new(http => <<'CONF',
    log_format api '$request_uri|$status|$contentlib_endpoint|'
                   '$contentlib_rows|$contentlib_cache_status|'
                   '$contentlib_generation|$contentlib_query_time';

    server {
        listen 127.0.0.1:%%PORT%%;

        access_log          %%DIR%%/api.log api;
        contentlib_library  %%LIBRARY%%;

        location /api/v1/ {
            contentlib;
            contentlib_strict on;
        }

        location /plain {
            return 200 "$contentlib_endpoint|$contentlib_rows|";
        }

        location /invalid/ {
            contentlib;
            contentlib_root      /invalid/;
            contentlib_base_url  $arg_base;
        }

        location /missing/ {
            contentlib;
            contentlib_root     /missing/;
            contentlib_library  %%DIR%%/missing.db;
        }
    }
CONF
    records => [corpus(65), collection('c', image(100))]);

my ($generation) = Test::Contentlib::program('info', $t->path('library.db'))
    =~ /\b([0-9a-f]{64})\b/;

sub logged ($uri, $method = 'GET', @headers) {
    $t->request($method, $uri, \@headers);

    my $line = $t->wait_for_line('api.log', qr/^\Q$uri\E\|/);
    my (undef, @fields) = split /\|/, $line;

    return @fields;
}

for ([content_items => 30, 'content_items/'],
    [content_items => 6, 'content_items/?offset=60'],
    [content_items => 0, 'content_items/?tag=none'],
    [content_items => 7, 'content_items/?limit=7'],
    [tags => 30, 'tags/'], [tags => 1, 'tags/?name=every'],
    [collections => 1, 'collections/'], [search => 1, 'search/'],
    [search => 10, 'search/?text=tag'])
{
    my ($endpoint, $rows, $path) = @$_;
    my @fields = logged("/api/v1/$path");

    is("@fields[0 .. 2]", "200 $endpoint $rows", "/$path");
    like($fields[3], qr/^(?:HIT|MISS|BYPASS)$/, "cache status of /$path");
    is($fields[4], $generation, "generation of /$path");
    like($fields[5], qr/^\d+\.\d{3}$/, "time of /$path");
}

for ([root => ''], [content_item => 'content_items/5/'],
    [tag => 'tags/every/'], [collection => 'collections/c/'])
{
    my ($endpoint, $path) = @$_;
    my @fields = logged("/api/v1/$path");

    is("@fields[0, 1]", "200 $endpoint", "/$path");
    is($fields[4], $generation, "generation of /$path");
}

# the endpoint depends on the route, not on the response

for ([404, content_item => 'content_items/99/'], [404, tag => 'tags/none/'],
    [404, collection => 'collections/none/'],
    [404, tags => 'tags/?format=xml'], [400, tags => 'tags/?limit=x'])
{
    my ($status, $endpoint, $path) = @$_;

    is(join(' ', (logged("/api/v1/$path"))[0, 1]), "$status $endpoint",
        "/$path");
}

is(join(' ', (logged('/api/v1/tags/?post', 'POST'))[0, 1]), '405 tags');
is(join(' ', (logged('/api/v1/tags/?options', 'OPTIONS'))[0, 1]),
    '200 tags');
is(join(' ', (logged('/api/v1/tags/?head', 'HEAD'))[0 .. 2]), '200 tags 30');
is(join(' ', (logged('/api/v1/tags/?accept', 'GET',
    Accept => 'text/plain'))[0, 1]), '406 tags');

# requests of other locations have empty variables

is(join(' ', (logged('/api/v1/none/'))[0, 1]), '404 -', 'no route');
is(join(' ', logged('/plain')), '200 - - - - -', 'not ours');
is($t->get('/plain')->body, '||', 'empty values');
is((logged('/missing/tags/'))[4], '-', 'no generation without a library');
is(join(' ', logged('/invalid/tags/?base=ftp')), '400 - 0 BYPASS - 0.000',
    'an invalid base URL');
