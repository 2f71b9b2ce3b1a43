#!/usr/bin/perl

# The headers of responses with each status, which HEAD has, too.  The body of
# an error has a sentence without internal details, and is not compressed.
# Tests: src/service/contentlib_answer.c, src/service/contentlib_service.c

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Checksums;
use Test::Contentlib::Searches;


my $t = Test::Contentlib->new(start => 0, workers => 1, server => <<'CONF');
        contentlib_library %%LIBRARY%%;

        location /api/v1/ {
            contentlib;
            contentlib_strict on;
        }

        location /zipped/ {
            rewrite ^/zipped/(.*) /$1 break;
            contentlib;
            contentlib_strict  on;
            contentlib_gzip    on;
        }

        location /missing/ {
            contentlib;
            contentlib_root     /missing/;
            contentlib_library  %%DIR%%/missing.db;
        }

        location /torn/ {
            contentlib;
            contentlib_root     /torn/;
            contentlib_library  %%DIR%%/torn.db;
        }

        location /broken/ {
            contentlib;
            contentlib_gzip     on;
            contentlib_root     /broken/;
            contentlib_library  %%DIR%%/broken.db cache=off;
        }

        location /slow/ {
            contentlib;
            contentlib_root           /slow/;
            contentlib_query_timeout  1ms;
        }

        location /nowhere/ {
            contentlib;
            contentlib_root      /nowhere/;
            contentlib_base_url  $arg_base;
            contentlib_media_url $arg_media;
        }
CONF

# a library with many tags, a truncated one, and one without a record

$t->library('library', [corpus(3), collection('c', image(9)),
    map { tag('filler ' x 20 . $_, "t$_") } 1 .. 30_000]);
$t->library('broken', [corpus(3)]);
$t->write_file('torn.db', substr $t->read_file('broken.db'), 0, 8192);

edit($t->path('broken.db'), 'DELETE FROM item WHERE position = 1');

$t->expect_log(qr/contentlib: library ".*" (?:cannot be served|failed): /);
$t->start;

my $long = 'x' x 257;
my $unavailable = 'The library is not available.';

my @answers = (
    [200, 'GET', '/api/v1/'],
    [200, 'GET', '/api/v1/content_items/'],
    [200, 'GET', '/api/v1/search/'],
    [200, 'OPTIONS', '/api/v1/tags/'],
    [301, 'GET', '/api/v1/tags'],
    [301, 'GET', '/api/v1/content_items?limit=2'],
    [304, 'GET', '/api/v1/tags/every/', undef, 'If-None-Match' => '*'],
    [200, 'GET', '/api/v1/tags/every/', undef, 'If-None-Match' => '"x"'],
    [200, 'GET', '/api/v1/tags/every/', undef, Range => 'bytes=0-4'],
    [400, 'GET', '/api/v1/tags/?' . '&a' x 65, 'Too many parameters.'],
    [400, 'GET', '/api/v1/tags/?limit=x&offset=-1'],
    [400, 'GET', "/api/v1/tags/?name=$long"],
    [400, 'GET', '/nowhere/tags/?base=/etc/passwd',
        'The base address is not valid.'],
    [400, 'GET', '/nowhere/?base=http://x&media=x'],
    [404, 'GET', '/api/v1/tags/none/', 'Not found.'],
    [404, 'GET', '/api/v1/none/', 'Not found.'],
    [404, 'GET', '/api/v1/tags/?format=xml', 'Not found.'],
    [405, 'POST', '/api/v1/tags/', 'Method "POST" not allowed.'],
    [301, 'GET', '/missing/tags'],
    [404, 'GET', '/missing/none/', 'Not found.'],
    [405, 'DELETE', '/missing/tags/', 'Method "DELETE" not allowed.'],
    [406, 'GET', '/api/v1/tags/',
        'Could not satisfy the request Accept header.',
        Accept => 'image/png'],
    (map { [503, 'GET', "/missing/$_", $unavailable] } 'tags/', 'tags/x/',
        'content_items/', 'content_items/1/', 'content_items/?text=x',
        'collections/', 'collections/x/', 'search/'),
    [503, 'GET', '/torn/tags/', $unavailable],
    [503, 'GET', '/broken/content_items/', $unavailable],
    [503, 'GET', '/slow/tags/?name=' . absent('qz'),
        'The request took too long.'],
);

# With "contentlib_gzip on", errors, redirects and OPTIONS are the same.  The
# cache stores at the second request.

sub not_compressed_ok ($r, $method, $uri, @headers) {
    $uri =~ s{^(?=/api/)}{/zipped};

    for my $n (1 .. 3) {
        my $zipped = $t->request($method, $uri, [@headers,
            'Accept-Encoding' => 'gzip']);

        is($zipped->head_text, $r->head_text, "$uri, gzip: the same head, $n");
        ok($zipped->body eq $r->body, 'and body');
    }

    is($r->header('Content-Encoding'), undef, 'not compressed');
    is($t->request($method, $uri, [@headers, 'Accept-Encoding' => 'gzip',
        'If-None-Match' => '*'])->status, $r->status, 'and no condition')
        if $uri =~ m{none|missing};
}

my $dir = $t->dir;

for my $answer (@answers) {
    my ($status, $method, $uri, $detail, @headers) = @$answer;
    my $r = $t->request($method, $uri, \@headers);
    my $name = substr "$method $uri", 0, 40;

    is($r->status, $status, $name);
    is($t->request('HEAD', $uri, \@headers)->head_text, $r->head_text,
        "$name: HEAD") if $method eq 'GET';

    # a 304 has no body and no Content-Type

    if ($status == 304) {
        is($r->header('Vary'), 'Accept', 'Vary');
        is($r->header('X-Content-Type-Options'), 'nosniff', 'nosniff');
        next;
    }

    not_compressed_ok($r, $method, $uri, @headers)
        if $status != 200 || $method eq 'OPTIONS';
    api_headers_ok($r, "$name: headers");
    is($r->header('Retry-After') // 'none', $status == 503 ? 1 : 'none',
        "$name: when to come back");
    is($r->header('Last-Modified'), undef, "$name: no Last-Modified");
    next if $status < 300;

    is($r->header($_), undef, "$name: no $_") for qw(ETag Content-Encoding);
    next if $status < 400;

    is_deeply($r->json, { detail => $detail }, "$name: $detail")
        if defined $detail;
    unlike($r->body, qr{/|\Q$dir\E|\.db|select|sqlite|errno|no such|malformed
        |corrupt|passwd|position|src|0x|line}xi, "$name: nothing of the inside");
    cmp_ok(length $r->body, '<', 200, "$name: short");
}

like($t->error_log, qr/media URL is not valid.*media=x/, 'it is logged');

# pages without the missing record are compressed

for my $uri ('/broken/content_items/?limit=1', '/broken/tags/') {
    my $r = $t->get($uri, 'Accept-Encoding' => 'gzip');

    is($r->header('Content-Encoding'), 'gzip', $uri);
    ok($r->plain eq $t->get($uri)->body, 'its body');
}

# the log has the reasons

my $log = $t->error_log;

like($log, qr/missing\.db" cannot be served: No such file/, 'a missing file');
like($log, qr/torn\.db" cannot be served: /, 'one cut short');
like($log, qr/broken\.db" failed: /, 'one whose records are gone');
like($log, qr/library\.db" failed: interrupted/, 'a query over its time');
