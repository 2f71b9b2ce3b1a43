#!/usr/bin/perl

# contentlib_gzip and conditional requests: compressed responses have the weak
# form of the entity tag, and If-None-Match compares weakly.

use v5.36;

use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Test::Contentlib;


my @items = corpus(40);
my $t = Test::Contentlib->new(workers => 1, start => 0,
    records => [@items, collection('c', $items[0])], server => <<'CONF');
        contentlib_base_url  https://api.example;
        contentlib_library   %%LIBRARY%%;
        contentlib_gzip      on;

        location /api/v1/ {
            contentlib;
        }

        location /once/ {
            rewrite ^/once/(.*) /api/v1/$1 break;
            contentlib;
            contentlib_library  %%DIR%%/once.db cache=off;
        }
CONF

$t->write_file('once.db', $t->read_file('library.db'));
$t->start;

my $connection = $t->connection;
my $early = 'Mon, 28 Sep 1970 06:00:00 GMT';

# nginx closes a connection after a 412

sub ask ($method, $uri, $gzip, @headers) {
    my $r = $connection->exchange($method, $uri, @headers,
        $gzip ? ('Accept-Encoding' => 'gzip') : ());

    $connection = $t->connection if $r->status == 412;

    return $r;
}

# a 304 says what a 200 would, and nothing about a body

sub answer_ok ($method, $uri, $gzip, $etag, $wanted, @headers) {
    my $r = ask($method, $uri, $gzip, @headers);
    my $name = "$method $uri: @headers" . ($gzip ? ' (gzip)' : '');

    is($r->status, $wanted, "$wanted: $name");
    is($r->header('ETag'), $etag, 'the tag of this form') if $wanted != 412;

    return if $wanted != 304;

    my @faults = map { my $value = $r->header($_);
        defined $value ? "$_: $value" : () }
        qw(Content-Encoding Content-Length Content-Type Transfer-Encoding);

    is(join(', ', sort($r->header('Vary')), @faults),
        'Accept, Accept-Encoding', 'and its headers');
}

for my $path ('', 'content_items/', 'content_items/7/', 'collections/',
    'tags/', 'tags/every/', 'content_items/?tag=happy+day&limit=3', 'search/')
{
    my $strong = ask('GET', "/api/v1/$path", 0)->header('ETag');
    my $weak = "W/$strong";
    my $date = ask('GET', "/api/v1/$path", 1)->header('Last-Modified');

    like($strong, qr/^"[0-9a-f]{32}"$/, "/$path: a strong tag");

    for my $uri ("/api/v1/$path", "/once/$path") {
        for my $method ('GET', 'HEAD') {
            for my $gzip (0, 1) {
                my $own = $gzip ? $weak : $strong;

                answer_ok($method, $uri, $gzip, $own, 304,
                    'If-None-Match' => $_)
                    for $strong, $weak, '*', "\"x\", $strong",
                        "W/\"y\",$weak", "$strong , $weak";

                answer_ok($method, $uri, $gzip, $own, 200,
                    'If-None-Match' => $_)
                    for '', '"x"', $strong =~ tr/"//dr,
                        $strong =~ s/"$/-b"/r, $strong =~ s/"$/-w"/r,
                        $strong =~ tr/a-f/A-F/r . 'x';

                # what is left to nginx

                answer_ok($method, $uri, $gzip, $own, @$_)
                    for [200, 'If-Match' => $own], [200, 'If-Match' => '*'],
                        [412, 'If-Match' => '"x"'],
                        [200, 'If-Unmodified-Since' => $date],
                        [412, 'If-Unmodified-Since' => $early],
                        [304, 'If-Match' => $own, 'If-None-Match' => $own];
            }
        }
    }
}

# a 304 does not make an answer kept

my $uri = '/api/v1/content_items/?limit=11';
my $etag = ask('GET', "/once/content_items/?limit=11", 1)->header('ETag');

answer_ok('GET', $uri, 1, $etag, 304, 'If-None-Match' => $etag) for 1 .. 3;
