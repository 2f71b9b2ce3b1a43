#!/usr/bin/perl

# content_type: "G" or "I"; any other value matches nothing.

use v5.36;

use lib 't/lib';
use Test::Contentlib;


my $t = Test::Contentlib->new(records => [image(1), gif(2, tags => ['x']), gif(3), image(4)]);

sub filter_ok ($query, $ids) {
    my $r = $t->get("/api/v1/content_items/?$query");

    is(ids($r), $ids, $query);
    is($r->json->{count}, scalar(split ' ', $ids), "$query: count");
}

filter_ok('content_type=G', '3 2');
filter_ok('content_type=I', '4 1');
filter_ok("content_type=$_", '') for qw(g i X GI G+ %00 %C3%A9 71), 'GIF',
    'Static+Image';
filter_ok('content_type=', '4 3 2 1');

filter_ok('content_type=G&tag=x', '2');
filter_ok('content_type=I&tag=x', '');
filter_ok('content_type=G&content_type=I', '4 1');

is($t->get('/api/v1/content_items/?content_type=' . 'x' x 257)->body,
    '{"content_type":["Ensure this field has no more than 256 bytes."]}',
    'a long value');
