#!/usr/bin/perl

# The query string: how the module parses it, and how links repeat it.

use v5.36;

use lib 't/lib';
use Test::Contentlib;


my $t = Test::Contentlib->new(records => [corpus(5)]);

# The second page of one item: "next" without limit and offset must be the
# text expected, in which "@" stands for them.

sub link_ok ($query, $expected, $name = $query) {
    my $uri = "/api/v1/content_items/?$query";
    my $json = $t->get("$uri&limit=1&offset=1")->json;
    my ($next, $previous) = map { query_of($_) } @$json{qw(next previous)};

    is($next, '?' . $expected =~ s/@/limit=1&offset=2/r, "$name: next");
    is($previous, '?' . $expected =~ s/@/limit=1/r, "$name: previous");
}

# order: by name, bytes, stable

link_ok('z=1&y=2&x=3', '@&x=3&y=2&z=1');
link_ok('b=1&a=2&b=0&a=1', 'a=2&a=1&b=1&b=0&@');
link_ok('Z=1&_=2&a=3&~=4&0=5', '0=5&Z=1&_=2&a=3&@&~=4');
link_ok('%C3%A9=1&z=2', '@&z=2&%C3%A9=1');
link_ok('ab=1&a=2&a%00=3', 'a=2&a%00=3&ab=1&@');
link_ok('limit=9&offset=8&a=1', 'a=1&@', 'one limit and one offset');

# names and values

link_ok('foo', 'foo=&@');
link_ok('foo=', 'foo=&@');
link_ok('=x', '=x&@');
link_ok('=', '=&@');
link_ok('&&a=1&&&b=2&', 'a=1&b=2&@');
link_ok('a=1=2', 'a=1%3D2&@');
link_ok('a==', 'a=%3D&@');
link_ok('a=1;b=2', 'a=1%3Bb%3D2&@');
link_ok('a;b=2', 'a%3Bb=2&@');
link_ok('a=?b', 'a=%3Fb&@');

# decoding, once

link_ok('a=+', 'a=+&@');
link_ok('a=%20', 'a=+&@');
link_ok('a=%2B', 'a=%2B&@');
link_ok('a%20b=c+d', 'a+b=c+d&@');
link_ok('%61=%62', 'a=b&@');
link_ok('a=%2541', 'a=%2541&@');
link_ok('a=%25', 'a=%25&@');
link_ok('a=%c3%a9%C3%A9', 'a=%C3%A9%C3%A9&@');
link_ok('a=%26%3d%23', 'a=%26%3D%23&@');
link_ok('a%3Db=c', 'a%3Db=c&@');
link_ok('a%26=c', 'a%26=c&@');

# malformed escapes are literal

link_ok('a=%', 'a=%25&@');
link_ok('a=%4', 'a=%254&@');
link_ok('a=%zz', 'a=%25zz&@');
link_ok('a=%4g%41', 'a=%254gA&@');
link_ok('a=%%41', 'a=%25A&@');
link_ok('a=%u0041', 'a=%25u0041&@');
link_ok('%zz=1', '%25zz=1&@');

# each maximal invalid sequence becomes one U+FFFD

my $fffd = '%EF%BF%BD';

link_ok('a=%ff', "a=$fffd&@");
link_ok('a=%ffx%fe', "a=${fffd}x$fffd&@");
link_ok('a=%c3', "a=$fffd&@");
link_ok('a=%c3x', "a=${fffd}x&@");
link_ok('a=%e2%82', "a=$fffd&@");
link_ok('a=%e2%82%e2%82%ac', "a=$fffd%E2%82%AC&@");
link_ok('a=%f0%9f%98', "a=$fffd&@");
link_ok('a=%c0%80', "a=$fffd$fffd&@", 'too long a form');
link_ok('a=%ed%a0%80', "a=$fffd$fffd$fffd&@", 'a surrogate');
link_ok('a=%f4%90%80%80', "a=$fffd$fffd$fffd$fffd&@", 'above U+10FFFF');
link_ok('a=%f5%80%80%80', "a=$fffd$fffd$fffd$fffd&@", 'a byte of no use');
link_ok('a=%e0%9f%bf', "a=$fffd$fffd$fffd&@", 'three bytes for U+07FF');
link_ok('a=%f0%8f%bf%bf', "a=$fffd$fffd$fffd$fffd&@", 'four for U+FFFF');
link_ok('a=%e0%a0%80%ed%9f%bf', 'a=%E0%A0%80%ED%9F%BF&@', 'U+0800, U+D7FF');
link_ok('a=%f0%90%80%80%f1%80%80%80', 'a=%F0%90%80%80%F1%80%80%80&@');
link_ok('a=%f4%8f%bf%bf', 'a=%F4%8F%BF%BF&@', 'U+10FFFF');
link_ok('a=%80%bf', "a=$fffd$fffd&@");
link_ok('%ff=1', "@&$fffd=1");
link_ok("a=\xc3\xa9", 'a=%C3%A9&@', 'raw UTF-8');
link_ok("a=\xff", "a=$fffd&@", 'a raw byte');
link_ok('a=%f0%9f%98%80', 'a=%F0%9F%98%80&@');
link_ok('a=%ef%bf%bd', "a=$fffd&@");

# encoding

link_ok('a=AZaz09_.-~', 'a=AZaz09_.-~&@');
link_ok(q(a=!"$'()*,/:;<>?@[\]^`{|}), 'a=%21%22%24%27%28%29%2A%2C%2F%3A%3B'
    . '%3C%3E%3F%40%5B%5C%5D%5E%60%7B%7C%7D&@');
link_ok('a=%00%01%1f%7f%0d%0a', 'a=%00%01%1F%7F%0D%0A&@');
link_ok('a=%e2%80%a8', 'a=%E2%80%A8&@', 'a line separator');

# the other lists have the same links

for my $list ('tags', 'collections') {
    my $r = $t->get("/api/v1/$list/?x=%C3%A9&offset=7&limit=3");

    is(query_of($r->json->{previous}), '?limit=3&offset=4&x=%C3%A9', $list);
}
