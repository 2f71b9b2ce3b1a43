#!/usr/bin/perl

# The list of tags: in the order of their first appearance.

use v5.36;
use utf8;

use lib 't/lib';
use Test::Contentlib;


my @tags = (tag('Zebra'), tag('apple'), tag('été', 'ete'), tag('Big "Dog"'),
    tag('2 fast'), map { tag("tag $_") } 6 .. 40);

my $t = Test::Contentlib->new(
    records => [
        $tags[0],
        image(1, tags => [@tags[1, 2]]),
        image(2, tags => [@tags[2, 0, 3, 1]]),
        @tags[4 .. 39],
        image(3, tags => [$tags[39]]),
    ]);

my $list = '/api/v1/tags/';
my $address = 'http://localhost/api/v1/tags/';

answer_is($t->get($list), 200, page_json(40, "$address?limit=30&offset=30",
    undef, map { tag_json($_) } @tags[0 .. 29]), 'the first page');
answer_is($t->get("$list?offset=30"), 200, page_json(40, undef,
    "$address?limit=30", map { tag_json($_) } @tags[30 .. 39]), 'the last');
answer_is($t->get("$list?limit=2&offset=3&format=json"), 200, page_json(40,
    "$address?format=json&limit=2&offset=5",
    "$address?format=json&limit=2&offset=1",
    map { tag_json($_, format => 'json') } @tags[3, 4]), 'a page between');
answer_is($t->get("$list?name="), 200, page_json(40,
    "$address?limit=30&name=&offset=30", undef,
    map { tag_json($_) } @tags[0 .. 29]), 'an empty name filters nothing');
answer_is($t->get("$list?offset=40"), 200, page_json(40, undef,
    "$address?limit=30&offset=10"), 'behind the end');
