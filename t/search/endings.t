#!/usr/bin/perl

# search: terms without their ending are found, too, behind the others, and only
# if items have all terms of the value; mistakes come to the nearest terms.
# Tests: src/library/contentlib_relevance.c

use v5.36;
use utf8;

use lib 't/lib';
use Test::Contentlib;


my @texts = (qw(cat cats catsuit hund hunde box boxes boxer kind kinder mann
    bird birds balloon ball carrot car bottle boot castle rainbow new news),
    'two cats', 'a dog', 'dogs', 'a bird and a dog', 'ab', 'abs', "the cat's",
    'lentil', 'blume', 'blumen');
my %id = map { $texts[$_] => $_ + 1 } keys @texts;

my $t = Test::Contentlib->new(
    records => [map { image($id{$_}, alt_text => $_, tags => []) } @texts]);

sub finds ($value, @texts) {
    utf8::encode(my $bytes = $value);

    my $r = $t->get('/api/v1/content_items/?search=' . $bytes =~ s/ /+/gr);

    is(ids($r), join(' ', map { $id{$_} } @texts), $value);
    is($r->json->{count}, scalar @texts, "$value: the count");
}

finds('cats', 'cats', "the cat's", 'two cats', 'catsuit', 'cat');
finds('hunde', 'hunde', 'hund');
finds('boxes', 'boxes', 'box');
finds('boxer', 'boxer', 'box');
finds('kinder', 'kinder', 'kind');
finds('blumen', 'blumen', 'blume');
finds('news', 'news', 'new');

# not shorter than three characters

finds('abs', 'abs');

# each term may have lost its ending; all of them are in an item

finds('dogs birds', 'a bird and a dog');
finds('birds dog', 'a bird and a dog');
finds('dogs cats', "the cat's", 'dogs', 'two cats', 'cats', 'catsuit');

# a mistake is not answered by what is left of it

finds('ballon', 'balloon');
finds('carot', 'carrot');
finds('bootle', 'bottle');
finds('catle', 'castle');
finds('rainbw', 'rainbow');
finds('lentils', 'lentil');
finds('manne', 'mann');
finds('dogs lentiles', 'lentil', 'dogs');
