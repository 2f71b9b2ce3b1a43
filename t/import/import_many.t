#!/usr/bin/perl

# More short strings in the names of tags, more tags, and more different words
# than the importer has in memory at the same time.
# Suite: long
# Tests: src/tool/write/contentlib_grams.c,
#     src/tool/write/contentlib_collector.c

use v5.36;
use utf8;

use lib 't/lib';
use Test::Contentlib;


my $EACH = 20;              # tags of an item

srand 1;

# 300,000 strings; and names with 1,056,000 characters

my @names = ((map { join '', map { chr 0x4e00 + int rand 20_000 } 1 .. 85 }
    1 .. 3600), map { sprintf '%s %04d', 'long ' x 191, $_ } 1 .. 1100);

my @tags = map { tag($names[$_], "t-$_") } keys @names;

# each tag is on two items, far from each other; the long names come last

my @first = map { $EACH * $_ } 0 .. @tags / $EACH - 1;
my @many = grep { $_ < 3600 } @first;
my @long = grep { $_ >= 3600 } @first;

my $id = 0;
my @items = map { image(++$id, tags => [@tags[$_ .. $_ + $EACH - 1]]) }
    @many, @many, @long, @long;

my $t = Test::Contentlib->new(records => \@items, server => <<'CONF');
        contentlib_library        %%LIBRARY%%;
        contentlib_max_page_size  1000;

        %%API%%
CONF

sub encoded ($text) {
    utf8::encode($text);

    return $text =~ s/(.)/sprintf '%%%02X', ord $1/gers;
}

for my $part ((map { substr $names[$_], 7, 2 } 0, 1, 1799, 1800, 3598, 3599),
    (map { substr $names[$_], 83, 1 } 0, 1800, 3599), 'lo', ' 0', '09', '7')
{
    my $r = $t->get('/api/v1/content_items/?limit=1000&tag-partial='
        . encoded($part));

    is(ids($r), join(' ', map { $_->{id} } grep {
        grep { index($_->{name}, $part) >= 0 } @{$_->{tags}} } reverse @items),
        'tag-partial=' . encoded($part));
}

# words

my $ITEMS = 10_000;
my $WORDS = 15;         # of an item

$t = Test::Contentlib->new(records => [map {
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
