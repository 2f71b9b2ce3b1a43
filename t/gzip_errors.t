#!/usr/bin/perl

# contentlib_gzip: errors, redirects and OPTIONS are not compressed, and have
# no "Vary: Accept-Encoding".

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Checksums;


my $t = Test::Contentlib->new(records => [corpus(20)], workers => 1,
    start => 0, server => <<'CONF');
        contentlib_library  %%LIBRARY%%;
        contentlib_gzip     on;
        contentlib_strict   on;

        %%API%%

        location /off/ {
            rewrite ^/off/(.*) /api/v1/$1 break;
            contentlib;
            contentlib_gzip off;
        }

        location /bad/ {
            contentlib;
            contentlib_root      /bad/;
            contentlib_base_url  $arg_base;
        }

        location /missing/ {
            contentlib;
            contentlib_root     /missing/;
            contentlib_library  %%DIR%%/none.db;
        }

        location /row/ {
            contentlib;
            contentlib_root     /row/;
            contentlib_library  %%DIR%%/row.db;
        }
CONF

# a library that fails in the middle of a page

my $row = $t->library('row', [corpus(20)]);

edit($row, 'DELETE FROM item WHERE position = 14');

$t->expect_log(qr/contentlib: library ".*row\.db" failed: /);
$t->start;

my $long = 'x' x 257;
my $many = join '&', map { "x$_=$_" } 1 .. 65;

my @cases = (
    [404, 'GET', '/api/v1/none/'],
    [404, 'GET', '/api/v1/content_items/99/'],
    [404, 'GET', '/api/v1/content_items/065/'],
    [404, 'GET', '/api/v1/tags/none/'],
    [404, 'GET', '/api/v1/collections/none/'],
    [404, 'GET', '/api/v1/tags/?format=xml'],
    [400, 'GET', '/api/v1/tags/?limit=x'],
    [400, 'GET', '/api/v1/content_items/?limit=x&offset=-1'],
    [400, 'GET', "/api/v1/content_items/?text=$long"],
    [400, 'GET', "/api/v1/content_items/?$many"],
    [400, 'GET', '/bad/tags/?base=x'],
    [405, 'POST', '/api/v1/tags/'],
    [405, 'DELETE', '/api/v1/content_items/3/'],
    [405, 'PUT', '/api/v1/tags'],
    [406, 'GET', '/api/v1/tags/', Accept => 'image/png'],
    [406, 'GET', '/api/v1/tags/', Accept => 'application/json;q=0'],
    [503, 'GET', '/missing/tags/'],
    [503, 'GET', '/missing/content_items/?text=a'],
    [503, 'GET', '/row/content_items/'],
    [503, 'GET', '/row/content_items/?limit=6'],
    [503, 'GET', '/row/content_items/?tag=every&limit=9'],
    [301, 'GET', '/api/v1/tags'],
    [301, 'GET', '/api/v1/content_items?limit=2'],
    [301, 'GET', '/api/v1/content_items/3'],
    [200, 'OPTIONS', '/api/v1/'],
    [200, 'OPTIONS', '/api/v1/content_items/'],
    [200, 'OPTIONS', '/api/v1/content_items/99/'],
    [200, 'OPTIONS', '/api/v1/search/'],
);

my $connection = $t->connection;

for my $case (@cases) {
    my ($status, $method, $uri, @headers) = @$case;

    for my $method ($method eq 'GET' ? ('GET', 'HEAD') : $method) {
        my $plain = $connection->exchange($method, $uri, @headers);
        my $name = substr "$method $uri", 0, 70;

        is($plain->status, $status, "$status: $name");

        # three times, since the cache stores at the second request

        for my $n (1 .. 3) {
            my $r = $connection->exchange($method, $uri, @headers,
                'Accept-Encoding' => 'gzip');

            is($r->head_text, $plain->head_text, "the same head, $n");
            ok($r->body eq $plain->body, "the same body, $n");
        }

        is(join('|', $plain->header('Vary')), 'Accept', 'Vary');
        is($plain->header($_), undef, "no $_") for qw(Content-Encoding ETag);

        next if $uri !~ m{^/api};

        my $off = $connection->exchange($method, $uri =~ s/api.v1/off/r,
            @headers, 'Accept-Encoding' => 'gzip');

        is($off->head_text, $plain->head_text, 'as where it is off');
        ok($off->body eq $plain->body, 'and its body');
    }
}

# a condition does not change the response

for my $uri ('/api/v1/content_items/99/', '/missing/tags/') {
    my $r = $connection->exchange('GET', $uri, 'Accept-Encoding' => 'gzip',
        'If-None-Match' => '*');

    cmp_ok($r->status, '>=', 404, "If-None-Match: $uri");
    is($r->header('Content-Encoding'), undef, 'as it is');
}

# pages without the missing record are compressed

for my $uri ('/row/content_items/?limit=5', '/row/content_items/?offset=6') {
    my $r = $connection->exchange('GET', $uri, 'Accept-Encoding' => 'gzip');

    is($r->header('Content-Encoding'), 'gzip', $uri);
    ok($r->plain eq $connection->exchange('GET', $uri)->body, 'its body');
}

# the connection still gets compressed responses

is($connection->exchange('GET', '/api/v1/tags/', 'Accept-Encoding' => 'gzip')
    ->header('Content-Encoding'), 'gzip', 'an answer after them');
