#!/usr/bin/perl

# search: which terms of the library are the nearest ones of a term that no item
# has.  Each row has a value, and the items that it finds.
# Tests: src/library/contentlib_nearest.c, src/text/contentlib_distance.c

use v5.36;
use utf8;

use lib 't/lib';
use Test::Contentlib;


my @texts = qw(kitten mitten Shelby elephant elephants elegantly picture
    pictures xylophone москва 東京都庁舎 peara pearb pearc peard peare pearf
    pearg pearh peari pearj
    plum plume stones stone5 tones cones);
my %id = map { $texts[$_] => $_ + 1 } keys @texts;

my $t = Test::Contentlib->new(
    records => [map { image($id{$_}, alt_text => $_, tags => []) } @texts]);

sub finds ($value, $texts, $what) {
    utf8::encode(my $bytes = $value);

    my $r = $t->get('/api/v1/content_items/?search='
        . $bytes =~ s/([^A-Za-z0-9])/sprintf '%%%02X', ord $1/ger);

    is(ids($r), join(' ', sort { $b <=> $a } map { $id{$_} } @$texts),
        "$value: $what");
}

# one difference and the same first character

finds($_, ['kitten'], 'one difference') for qw(kitte kittenz kitxen kitetn);
finds('kittin', ['kitten'], 'not those with another first character');
finds('pictuxe', ['picture'], 'not those with two differences');

# or one difference

finds('chelby', ['Shelby'], 'another first character');
finds($_, ['Shelby'], 'another first character') for qw(helby ashelby hselby);
finds('nitten', ['kitten', 'mitten'], 'another first character');
finds('xtones', ['stones', 'tones'], 'from the first character of all on');
finds('носква', ['москва'], 'letters of two bytes');
finds('東京都舎庁', ['東京都庁舎'], 'a script without spaces');
finds('西京都庁舎', [], 'not with another first character');

# or two differences and the same first character

finds('xylofome', [], 'not three');
finds('xylofone', ['xylophone'], 'two');
finds('elefxnt', [], 'not three of seven');
finds('elefant', ['elephant'], 'two of seven');
finds('peXXa', [], 'not in five');
finds('kottun', [], 'not in six');
finds('bylofone', [], 'not with another first character');
finds('alefant', [], 'not with another first character');

# not more than eight, the first ones

finds('pearz', [map { "pear$_" } 'a' .. 'h'], 'eight');
finds('pea5r', [], 'not an exchange with another difference');
finds('pear', [map { "pear$_" } 'a' .. 'j'], 'beginnings are not limited');

# of each term of a value

finds('chelby xylofone', ['Shelby', 'xylophone'], 'two terms');
finds('plom', ['plum'], 'four characters');
finds('plm', [], 'three characters');
