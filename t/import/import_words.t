#!/usr/bin/perl

# More different words than the importer has in memory at the same time.
# Tests: src/tool/write/contentlib_collector.c

use v5.36;

use lib 't/lib';
use Test::Contentlib;


my $ITEMS = 10_000;
my $WORDS = 15;

my $t = Test::Contentlib->new(records => [map {
    my $id = $_;

    image($id, alt_text => join ' ', 'common', map { "word$id-$_" } 1 .. $WORDS);
} 1 .. $ITEMS]);

for my $id (1, $ITEMS / 2, $ITEMS) {
    for my $word (1, $WORDS) {
        my $list = $t->get("/api/v1/content_items/?search=word$id-$word")->json;

        is(join(' ', map { $_->{id} } @{$list->{results}}), $id,
            "word $word of item $id");
    }
}

is($t->get('/api/v1/content_items/?limit=1&text=common')->json->{count},
    $ITEMS, 'a word of all items');
