#!/usr/bin/perl

# A client cannot write a line of the error log.  The log has the request line
# as nginx received it, without decoding.
# Tests: src/http/ngx_http_contentlib_request.c, src/service/contentlib_query.c

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Checksums;


my $t = Test::Contentlib->new(start => 0, workers => 1, server => <<'CONF');
        contentlib_library %%LIBRARY%%;

        location /api/v1/ {
            contentlib;
            contentlib_strict on;
        }

        location /broken/ {
            contentlib;
            contentlib_root     /broken/;
            contentlib_library  %%DIR%%/broken.db cache=off;
        }
CONF

$t->library('library', [corpus(3)]);
$t->library('broken', [corpus(3)]);

edit($t->path('broken.db'), 'DELETE FROM item WHERE position = 1');

$t->expect_log(qr/contentlib: library ".*" failed: /);
$t->start;

my $line = '2026/01/01 00:00:00 [alert] 1#1: *1 QzMark';
my $bytes = "\r\n$line\r\n\e[2J\0\xff";
my $encoded = $bytes =~ s/([^A-Za-z0-9])/sprintf '%%%02x', ord $1/ger;
my $path = $encoded =~ s/%00//r;

for my $uri ("/api/v1/$path/", "/api/v1/tags/$path/", "/api/v1/tags/$path",
    "/api/v1/content_items/1$path/", "/api/v1/tags/?name=$encoded",
    "/api/v1/tags/?$encoded=$encoded", "/api/v1/tags?$encoded",
    "/api/v1/tags/?limit=$encoded", "/api/v1/tags/?format=$encoded",
    "/api/v1/search/?text=$encoded", "/broken/content_items/?x=$encoded",
    "/broken/content_items/?x=$encoded&text=t")
{
    for my $method ('GET', 'HEAD', 'OPTIONS', 'POST') {
        $t->request($method, $uri, [
            Referer => 'QzMark',
            map { $_ => $line } 'User-Agent', 'Cookie', 'If-None-Match',
            'X-QzMark']);
    }
}

$t->get('/api/v1/', Host => "QzMark\xff");
$t->request('QZMARK', '/api/v1/tags/');

my @lines = split /\n/, $t->error_log, -1;
my $stamp = qr{\d{4}/\d\d/\d\d \d\d:\d\d:\d\d \[\w+\] \d+#\d+: };

is(pop @lines, '', 'the log ends with a line');
is(scalar(grep { !/^$stamp/ } @lines), 0, 'every line begins as one');
is(scalar(grep { /^\S+ \S+ \[alert\]/ } @lines), 0, 'no line of a client');

# nginx repeats the request line, Host and Referer, each in its quotes

my $quoted = qr/, (?:request|host|referrer): "[^"]*"/;
my @own = map { s/$quoted//gr } grep { /contentlib/ } @lines;

cmp_ok(scalar(grep { / failed: / } @own), '>', 0, 'the module had to say');
is(join("\n", grep { /QzMark|\Q$line\E|\[alert\]|[\x00-\x1f\x7f-\xff]/i }
    @own), '', 'and says nothing that a client said');
is(join("\n", grep { /[\x00-\x08\x0b-\x1f\x7f]/ } @lines), '',
    'nothing decoded in any line');
