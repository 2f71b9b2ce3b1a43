#!/usr/bin/perl

# search: alt texts that are the value, or begin with it, tags, terms, beginnings
# of terms, parts in scripts without spaces, in this order; the newest first
# among equals.
# Tests: src/library/contentlib_relevance.c

use v5.36;
use utf8;

use lib 't/lib';
use Test::Contentlib;


my $t = Test::Contentlib->new(records => [
        image(1, alt_text => 'An indicator', tags => []),
        image(2, alt_text => 'x', tags => [tag('Cat', 'c-1')]),
        image(3, alt_text => 'Catalogue of dogs', tags => []),
        image(4, alt_text => 'A “cat”, asleep!', tags => []),
        image(5, alt_text => 'a cat', tags => [tag('Cat', 'c-1')]),
        image(6, alt_text => 'asleep', tags => [tag('big cat', 'big-cat')]),
        image(7, alt_text => 'categories', tags => [tag('Dogs', 'D_1')]),
        image(8, alt_text => 'rock-’n’-roll C++ 100%', tags => []),
        image(9, alt_text => 'ÉTÉ 黒い猫です', tags => [tag('猫', 'neko')]),
        image(10, alt_text => '猫 と', tags => []),
        image(11, alt_text => '... ! ?', tags => []),
        image(12, alt_text => 'été', tags => []),
        image(13, alt_text => "黒い\x{3000}犬小屋 10\x{a0}km",
            tags => [tag("red\x{202f}fox\x{3000}", 'red-fox')]),
    ]);

sub search_ok ($value, $ids) {
    my $r = $t->get("/api/v1/content_items/?search=$value");

    is(ids($r), $ids, "search=$value");
    is($r->json->{count}, scalar(split ' ', $ids), "search=$value: count");
}

# each request twice, the second time from the cache

for (1, 2) {
    search_ok('cat', '5 2 6 4 7 3');
}

search_ok('CAT', '5 2 6 4 7 3');
search_ok('++cat+', '5 2 6 4 7 3');
search_ok('c-1', '5 2 8');
search_ok('big-cat', '6');
search_ok('D_1', '7');
search_ok('d_1', '13 8');
search_ok('big+cat', '6');
search_ok('cat+big', '6');
search_ok('ca', '7 6 5 4 3 2');
search_ok('c', '8 7 6 5 4 3 2');
search_ok('cat+asleep', '6 4');
search_ok('asleep+cat', '6 4');
search_ok('asleep+ca', '6 4');
search_ok('cat+cat', '6 5 4 2');
search_ok('asl+cat', '6 5 4 2 7 3');

# punctuation around words does not matter

search_ok('(cat),', '6 5 4 2 7 3');
search_ok('%E2%80%9Ccat%E2%80%9D', '6 5 4 2 7 3');
search_ok('100', '8');
search_ok('100%25', '8');
search_ok('c%2B%2B', '8');
search_ok('roll', '8');
search_ok('rock', '8');
search_ok($_, join ' ', reverse 1 .. 13)
    for '!', '..', '_', '+', '%E3%80%80%C2%A0', '%E2%80%8B', '%27';
search_ok('c*', '8 7 6 5 4 3 2');

# all spaces of Unicode separate words; "text" compares characters

search_ok('km', '13');
search_ok('fox+red', '13');
search_ok('%E3%80%80km%C2%A010%E2%80%83', '13');
search_ok('%E7%8A%AC%E5%B0%8F%E5%B1%8B', '13');
is(ids($t->get("/api/v1/content_items/?text=$_->[0]")), $_->[1],
    "text=$_->[0]") for ['10+km', ''], ['10%C2%A0km', '13'],
    ['%E3%80%80', '13'], ['%C2%A0', '13'];

# parts only in scripts without spaces

search_ok('dicat', '');
search_ok('atego', '');
search_ok('%E7%8C%AB', '10 9');
search_ok('%E7%8C%AB%E3%81%A7', '9');
search_ok('%C3%A9t%C3%A9', '12 9');

search_ok('none', '');
search_ok('%00', '');
search_ok('cat%00', '');
search_ok('', join ' ', reverse 1 .. 13);

# pages across the groups

is(ids($t->get("/api/v1/content_items/?search=cat&limit=2&offset=$_->[0]")),
    $_->[1], "offset $_->[0]") for [0, '5 2'], [1, '2 6'], [2, '6 4'],
    [3, '4 7'], [5, '3'], [6, ''];

# other filters; only the matches of the search decide about near terms

search_ok('cat&tag=big+cat', '6');
search_ok('cat&text=asleep', '6 4');
search_ok('cat&tag-slug=c-1&content_type=I', '5 2');
search_ok('cat&text=indicator', '');
search_ok('cat&tag=none', '');

is($t->get('/api/v1/content_items/?search=' . 'x' x 257)->body,
    '{"search":["Ensure this field has no more than 256 bytes."]}',
    'a long value');
