#!/usr/bin/perl

# Suggestions for a text: collections, then tags.  In both, the order is: names
# that equal the text, begin with the text, have a word that begins with the
# text, contain the text; and the most used tags first.
# Tests: src/library/contentlib_suggestions.c

use v5.36;
use utf8;

use lib 't/lib';
use Test::Contentlib;


# "sun 1" is on one item, "sun 2" on two, and so on

my @items = map {
    my $n = $_;
    image($n, tags => ['every', map { "Sun $_" } $n .. 60]);
} 1 .. 60;

# the names that have the text in a better way are on fewer items

push @items, image(61, tags => ['cobweb', 'the web', 'Webcam']),
    image(62, tags => ['cobweb', 'the web']), image(63, tags => ['cobweb']);

my @collections = (
    collection('b', $items[0], name => 'Été under the SUN'),
    collection('hidden', $items[0], name => 'Hidden sun', display => 0),
    collection('a', $items[0], name => 'Sunday'),
    collection('c', $items[0], name => 'Rain', description => 'no sun'),
    collection('e', $items[0], name => 'Train (rain)'),
    collection('f', $items[0], name => 'Trains'),
    collection('g', $items[0], name => 'rainy'),
    collection('d', $items[0], name => '100% cotton_wool \\o/ "quoted"'),
);

my $t = Test::Contentlib->new(records => [@items, @collections]);

sub texts ($query) {
    my $r = $t->get("/api/v1/search/?$query");

    return $r->status . ' ' . join ' | ', map {
        substr($_->{type}, 0, 1) . ":$_->{text}"
    } @{$r->json};
}

my @sun = ('c:Sunday', 'c:Été under the SUN',
    map { "t:Sun $_" } reverse 1 .. 60);

sub suggested ($n) { '200 ' . join ' | ', @sun[0 .. $n - 1] }

is(texts('text=rain'), '200 c:Rain | c:rainy | c:Train (rain) | c:Trains',
    'the best names first');
is(texts('text=rain&limit=2'), '200 c:Rain | c:rainy', 'whatever the limit');
is(texts('text=sun+5'), '200 ' . join(' | ', map { "t:Sun $_" } 5, 59, 58, 57,
    56, 55, 54, 53, 52, 51), 'a tag with this name');
is(texts('text=web'), '200 t:Webcam | t:the web | t:cobweb',
    'the best names of tags first');
is(texts('text=web&limit=2'), '200 t:Webcam | t:the web');
is(texts('text=we&limit=1'), '200 t:Webcam', 'two characters');
answer_is($t->get('/api/v1/search/?text=rainy'), 200,
    '[{"type":"collection","text":"rainy","slug":"g"}]');
answer_is($t->get('/api/v1/search/?text=EVERY'), 200,
    '[{"type":"tag","text":"every","slug":"every"}]');

is(texts('text=sun'), suggested(10), 'ten in all');
is(texts('text=SUN'), suggested(10), 'case does not matter');
is(texts('text=sun&limit=1'), suggested(1));
is(texts('text=sun&limit=50'), suggested(50));
is(texts('text=sun&limit='), suggested(10), 'an empty limit');
is(texts('text=rain&text=sun'), suggested(10), 'the last text counts');
is(texts('text=un+5'), '200 ' . join(' | ', map { "t:Sun $_" } 59, 58, 57,
    56, 55, 54, 53, 52, 51, 50), 'inside the name');
is(texts('text=5'), '200 ' . join(' | ', map { "t:Sun $_" } 59, 58, 57, 56,
    55, 54, 53, 52, 51, 50), 'one character');
is(texts('text=y'), '200 c:Sunday | c:rainy | t:every', 'in both');
is(texts('text=%C3%89T%C3%89'), '200 c:Été under the SUN', 'Unicode');
is(texts('text=hidden'), '200 ', 'a collection that is not displayed');
is(texts('text=%25+cotton_'), '200 c:100% cotton_wool \\o/ "quoted"',
    'no wildcards');
is(texts('text=++sun%20%E3%80%80'), suggested(10), 'blanks around the text');
is($t->get('/api/v1/search/?text=%20')->body, $t->get('/api/v1/search/')->body,
    'nothing but a blank');
