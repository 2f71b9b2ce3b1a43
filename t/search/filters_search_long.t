#!/usr/bin/perl

# search: long alt texts that begin alike.
# Tests: src/library/contentlib_relevance.c

use v5.36;

use lib 't/lib';
use Test::Contentlib;


my $house = 'a black and white photo of a small house';
my $many = join ' ', map { "word$_" } 1 .. 400;

my $t = Test::Contentlib->new(records => [
    image(1, alt_text => $house, tags => []),
    image(2, alt_text => "$house at night", tags => []),
    image(3, alt_text => uc "$house, by the sea", tags => []),
    image(4, alt_text => "${house}boat", tags => []),
    image(5, alt_text => "at night: $house", tags => []),
    image(6, alt_text => $many, tags => []),
    image(7, alt_text => "behind $many", tags => []),
]);

sub search_ok ($value, $ids) {
    is(ids($t->get('/api/v1/content_items/?search=' . $value =~ s/ /+/gr)),
        $ids, $value);
}

search_ok($house, '1 3 2 5 4');
search_ok("$house at", '2 5');
search_ok("$house at night", '2 5');
search_ok("$house by the", '3');
search_ok("${house}b", '4');
search_ok(substr($many, 0, 201), '6 7');
