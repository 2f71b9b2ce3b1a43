#!/usr/bin/perl

# search: what people type.  Each row has a value, and the items that it finds.
# Tests: src/library/contentlib_relevance.c, src/library/contentlib_nearest.c

use v5.36;
use utf8;

use lib 't/lib';
use Test::Contentlib;


my $t = Test::Contentlib->new(records => [
        image(1, alt_text => 'Arms of Kingston-upon-Hull', tags => []),
        image(2, alt_text => 'Hull of a ship', tags => []),
        image(3, alt_text => 'portrait', tags => [tag('long_hair', 'lh')]),
        image(4, alt_text => 'sofa', tags => [tag('black-cat', 'bc')]),
        image(5, alt_text => 'a face', tags => [tag('blue_eyes', 'be')]),
        image(6, alt_text => 'engine', tags => [tag('state-of-the-art', 'so')]),
        image(7, alt_text => "cafe\x{301} terrace",
            tags => [tag('café', 'cafe')]),
        image(8, alt_text => 'Bonnie O\'Neil', tags => []),
        image(9, alt_text => 'a kitten', tags => []),
        image(10, alt_text => 'elephant', tags => []),
        image(11, alt_text => 'coffee beans', tags => []),
        image(12, alt_text => 'a cup of tea', tags => []),
        image(13, alt_text => 'cat', tags => []),
        image(14, alt_text => 'cat with a hat', tags => []),
        image(15, alt_text => 'tiger', tags => [tag('cat', 'cat')]),
        image(16, alt_text => 'photograph of a tower', tags => []),
        image(17, alt_text => 'catalogue', tags => []),
    ]);

sub escaped ($text) {
    utf8::encode($text);

    return $text =~ s/([^A-Za-z0-9])/sprintf '%%%02X', ord $1/ger;
}

sub finds ($value, $ids, $what = '') {
    my $r = $t->get('/api/v1/content_items/?search=' . escaped($value));
    my $all = ids($r);

    is($all, $ids, "$value: $what");
    is($r->json->{count}, scalar(split ' ', $ids), 'the count');

    # pages are parts of one list

    my @pages = map { ids($t->get("/api/v1/content_items/?limit=1&offset=$_"
        . '&search=' . escaped($value))) } 0 .. split(' ', $ids) - 1;

    is("@pages", $ids, 'page by page');
}

finds('cat', '13 14 15 4 17', 'the text, its beginning, a tag, a term');
finds('Hull', '2 1', 'a hyphen separates');
finds('kingston upon hull', '1');
finds('hair', '3', 'an underscore separates');
finds('blue eyes', '5');
finds('state of the art', '6');
finds('state-of-the-art', '6');

finds($_, '7', 'marks and forms of Unicode') for 'cafe', 'café', "cafe\x{301}",
    'CAFÉ', "ca\x{ad}fe", 'terrace café';
finds($_, '8', 'apostrophes') for 'O’Neil', 'oneil', "o'neil", 'O`Neil',
    'Oʼneil', 'bonnie o´neil';
finds('eil', '', 'an apostrophe does not separate');

# near terms, if there is nothing else

finds('kittens', '9', 'one more');
finds('kiten', '9', 'one less');
finds('kittne', '9', 'two exchanged');
finds('katten', '9', 'another one');
finds('mitten', '9', 'the first one');
finds('elefant', '10', 'two in seven');
finds('phptogrph', '16', 'two in nine');
finds('cet', '', 'not in three');
finds('kotton', '', 'not two in six');
finds('a kittens', '9', 'one of the terms');
finds('catt', '13 14 15 4', 'texts first');

# any term, if no item has all of them; those with more terms first

finds('coffee cup', '12 11');
finds('cup of coffee', '12 16 11 6 2 1');
finds('kittens cupp', '12 9', 'near terms, too');
finds('nothing else', '');
finds('x y z zebra', '');

answer_is($t->get("/api/v1/search/?text=$_"), 200,
    '[{"type":"tag","text":"black-cat","slug":"bc"}]')
    for 'black', 'black%20', '%20black', 'black%E3%80%80';
is($t->get("/api/v1/content_items/?$_->[0]=" . escaped($_->[1]))->json->{count},
    1, "$_->[0]=$_->[1]") for ['text', 'CAFÉ'], ['text', "cafe\x{301} t"],
    ['tag', "cafe\x{301}"], ['tag-partial', "afe\x{301}"],
    ['tag', "ca\x{200b}fé"];
is($t->get('/api/v1/tags/?name=' . escaped("CAFE\x{301}"))->json->{count}, 1,
    'name');
