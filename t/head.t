#!/usr/bin/perl

# HEAD has the status and the headers of GET for each kind of response,
# compressed or not, from the cache or not.

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Requests;


my $t = Test::Contentlib->new(records => [request_records()],
    server => <<'CONF');
        contentlib_library %%LIBRARY%%;
        keepalive_requests 1000000;

        %%API%%

        location /zipped/ {
            contentlib;
            contentlib_root    /zipped/;
            contentlib_gzip    on;
            contentlib_strict  on;
        }

        location /missing/ {
            contentlib;
            contentlib_root     /missing/;
            contentlib_library  %%DIR%%/missing.db;
        }
CONF

my $connection = $t->connection;
my %status;

# the second GET stores a smaller body; HEAD has the length of the next GET

sub same_head_ok ($uri, @headers) {
    my @methods = any(['GET', 'HEAD'], ['HEAD', 'GET'])->@*;

    if (grep { $_ eq 'gzip' } @headers) {
        @methods = ('HEAD', 'GET');
        $connection->exchange('GET', $uri, @headers) for 1 .. any(0, 1, 2);
    }

    my ($get, $head) = map { $connection->exchange($_, $uri, @headers) }
        @methods;

    ($get, $head) = ($head, $get) if $get->method eq 'HEAD';
    $status{$get->status}++;

    return is($head->head_text, $get->head_text, "$uri @headers");
}

my @conditions = ([], [], [], [], ['Accept' => 'text/plain'],
    ['If-None-Match' => '*'], ['If-None-Match' => '"x"'],
    ['If-Modified-Since' => 'Fri, 01 Jan 2100 00:00:00 GMT'],
    ['Range' => 'bytes=0-4']);

for (1 .. 400) {
    my $uri = any_uri();
    my $root = any('/api/v1/', '/api/v1/', '/zipped/', '/zipped/', '/missing/');

    $uri =~ s{^/api/v1/}{$root};
    $uri .= ($uri =~ /\?/ ? '&' : '?') . any('format=xml', 'text=' . 'x' x 257,
        '&=' x 65) unless any_below(8);
    $uri =~ s{/(?=\?|\z)}{} unless any_below(8);
    $uri =~ s{(?=/(?:\?|\z))}{/none} unless any_below(10);

    same_head_ok($uri, any(@conditions)->@*,
        any([], ['Accept-Encoding' => 'gzip'])->@*);
}

# a body after the head would be parsed as the next response

is($connection->exchange('GET', '/api/v1/none/')->status, 404,
    'the connection is in step');

# nginx closes the connection after this response

my @unmatched = ('/api/v1/tags/', 'If-Match' => '"x"');

is($t->head(@unmatched)->head_text, $t->get(@unmatched)->head_text, 'no match');

cmp_ok($status{$_} // 0, '>', 1, "answers $_")
    for 200, 301, 304, 400, 404, 406, 503;
