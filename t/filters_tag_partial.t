#!/usr/bin/perl

# tag-partial: a part of the name of any tag of the item.

use v5.36;

use lib 't/lib';
use Test::Contentlib;


my %tags = (
    1 => ['Happy Day', 'birthday'],
    2 => ['holiday', 'sunny day', 'Monday'],
    3 => ['dayless night'],
    4 => ['da', 'y'],
    5 => [],
    6 => [tag('summer', 'day-of-summer')],
    7 => ['a very long name of a tag that nobody would ever use in a real '
        . 'library of media items'],
    8 => [map { "zq $_" } 1 .. 64],
    9 => ['zq 65'],
    10 => [map { "zq $_" } 66 .. 129],
);

my $t = Test::Contentlib->new(
    records => [tag('unused'), map { image($_, tags => $tags{$_},
        alt_text => 'a day') } 1 .. 10]);

sub partial_ok ($value, $ids) {
    my $r = $t->get("/api/v1/content_items/?tag-partial=$value");

    is(ids($r), $ids, "tag-partial=$value");
    is($r->json->{count}, scalar(split ' ', $ids), "tag-partial=$value: count");
}

partial_ok('', '10 9 8 7 6 5 4 3 2 1');
partial_ok('day', '3 2 1');
partial_ok('DAY', '3 2 1');
partial_ok('da', '4 3 2 1');
partial_ok('d', '7 4 3 2 1');
partial_ok('y', '7 4 3 2 1');
partial_ok('day+', '');
partial_ok('+day', '2 1');
partial_ok('happy+day', '1');
partial_ok('y+d', '2 1');
partial_ok('yd', '');
partial_ok('daybirth', '');
partial_ok('birthdayh', '');
partial_ok('summer', '6');
partial_ok('day-of', '');
partial_ok('-', '');
partial_ok('unused', '');
partial_ok('none', '');
partial_ok('x&tag-partial=night', '3');
partial_ok('a+VERY+long+name+of+a+tag+that+nobody+would+ever+use+in+a+real+'
    . 'library+of+media+items', '7');
partial_ok('a+very+long+name+of+a+tag+that+nobody+would+ever+use+in+a+real+'
    . 'library+of+media+item+', '');
partial_ok('very+long+name+of+a+tag+that+nobody+would+ever+use+in+a+real+'
    . 'library', '7');

# many tags, one after the other

partial_ok('zq', '10 9 8');
partial_ok('zq+', '10 9 8');
partial_ok('zq+6', '10 9 8');
partial_ok('zq+65', '9');

# an item with several matching tags counts once

my $r = $t->get('/api/v1/content_items/?tag-partial=day&limit=1&offset=1');

is(ids($r), '2', 'a page of the matches');
is(query_of($r->json->{next}), '?limit=1&offset=2&tag-partial=day');
is(query_of($r->json->{previous}), '?limit=1&tag-partial=day');
