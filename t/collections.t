#!/usr/bin/perl

# The list of collections: in the order of import, with their preview items.

use v5.36;
use utf8;

use lib 't/lib';
use Test::Contentlib;


my $fox = gif(5, alt_text => 'A fox', tags => ['fox', 'animal']);
my $sun = image(9, alt_text => 'Le soleil d’été');

# one of the items is only in a preview

my @collections = (
    collection('zoo', $fox, name => 'The "zoo"', description => 'All of it',
        featured => 1),
    collection('summer', $sun, name => 'Été'),
    collection('hidden', $fox, display => 0),
    map { collection("more-$_", $_ % 2 ? $fox : $sun) } 4 .. 33,
);

my $t = Test::Contentlib->new(records => [$fox, @collections]);

my $list = '/api/v1/collections/';
my $address = 'http://localhost/api/v1/collections/';

answer_is($t->get($list), 200, page_json(33, "$address?limit=30&offset=30",
    undef, map { collection_json($_) } @collections[0 .. 29]), 'first page');
answer_is($t->get("$list?offset=30"), 200, page_json(33, undef,
    "$address?limit=30", map { collection_json($_) } @collections[30 .. 32]),
    'last page');
answer_is($t->get("$list?limit=1&offset=2&format=api"), 200, page_json(33,
    "$address?format=api&limit=1&offset=3",
    "$address?format=api&limit=1&offset=1",
    collection_json($collections[2], format => 'api')),
    'format=api also in the preview item');
answer_is($t->get("$list?text=fox&name=Zoo&tag=fox&limit=1"), 200,
    page_json(33, "$address?limit=1&name=Zoo&offset=1&tag=fox&text=fox",
    undef, collection_json($collections[0])), 'this list has no filters');
is($t->get('/api/v1/content_items/')->json->{count}, 2,
    'a preview item is an item of the library');
