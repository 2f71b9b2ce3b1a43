#!/usr/bin/perl

# collection: the items that its record lists; or those with the tag of the
# same slug; or its preview.

use v5.36;

use lib 't/lib';
use Test::Contentlib;


my @items = map { image($_, tags => $_ % 2 ? ['odd'] : ['even']) } 1 .. 9;

my $t = Test::Contentlib->new(records => [@items, tag('unused'),
        collection('listed', $items[0], items => [7, 2, 5]),
        collection('hidden', $items[0], items => [4], display => 0),
        collection('even', $items[0], items => [3]),
        collection('odd', $items[1], items => []),
        collection('unused', $items[2]),
        collection('other', $items[3]),
    ]);

sub filter_ok ($query, $ids) {
    my $r = $t->get("/api/v1/content_items/?$query");

    is(ids($r), $ids, $query);
    is($r->json->{count}, scalar(split ' ', $ids), "$query: count");
}

filter_ok('collection=listed', '7 5 2');
filter_ok('collection=hidden', '4');
filter_ok('collection=even', '3');
filter_ok('collection=odd', '9 7 5 3 1');
filter_ok('collection=unused', '');
filter_ok('collection=other', '4');

filter_ok('collection=LISTED', '');
filter_ok('collection=listed+', '');
filter_ok('collection=none', '');
filter_ok('collection=', '9 8 7 6 5 4 3 2 1');

filter_ok('collection=listed&tag=odd', '7 5');
filter_ok('collection=listed&text=number+2', '2');
filter_ok('collection=listed&tag=none', '');
filter_ok('collection=listed&collection=other', '4');

my $page = $t->get('/api/v1/content_items/?collection=listed&limit=2')->json;

is($page->{next}, 'http://localhost/api/v1/content_items/'
    . '?collection=listed&limit=2&offset=2', 'next');
is(ids($t->get('/api/v1/content_items/?collection=listed&limit=2&offset=2')),
    '2', 'the last page');

is(join(' ', sort keys %{$t->get('/api/v1/collections/listed/')->json}),
    'description display_in_library featured name preview_image slug url',
    'a collection does not show its items');

is($t->get('/api/v1/content_items/?collection=' . 'x' x 257)->body,
    '{"collection":["Ensure this field has no more than 256 bytes."]}',
    'a long value');
