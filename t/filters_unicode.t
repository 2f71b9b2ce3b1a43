#!/usr/bin/perl

# Case folding beyond ASCII, in all filters.

use v5.36;
use utf8;

use lib 't/lib';
use Test::Contentlib;


my %text = (
    1 => 'Un ÉTÉ à Paris',
    2 => 'un été ailleurs',
    3 => 'Straße',
    4 => 'STRASSE',
    5 => 'İstanbul',
    6 => 'istanbul ve ızgara',
    7 => 'ΟΔΥΣΣΕΥΣ',
    8 => 'Οδυσσεύς και ο δρόμος',
    9 => '日本語のテキスト',
    10 => '日本の猫😀',
    11 => '😀😃👍🏽',
    12 => 'ПРИВЕТ, Мир',
    13 => 'ﬁne ﬂow',
    14 => 'fine flow',
    15 => "e\x{301}te\x{301} decomposed",
    16 => 'ĳ Ǆ ŉ',
    17 => 'Größe ẞ',
    18 => 'K is for kelvin',
    19 => "\x{212a}elvin sign",
    20 => 'ＦＵＬＬ ｗｉｄｔｈ',
    21 => '猫',
    22 => '猫猫',
    23 => "zero\x{200d}width",
    24 => 'ᏣᎳᎩ ꮳꮃꭹ',
    25 => "\x{10400}\x{10428} deseret",
    26 => "\x{fffc}\x{fffd}\x{fffe} \x{10ffff}",
    27 => "\x{10fffe}\x{ffff}",
);

my @items = map {
    image($_, alt_text => $text{$_}, tags => [tag($text{$_}, "t-$_")])
} sort { $a <=> $b } keys %text;

my $t = Test::Contentlib->new(records => \@items);

sub encoded ($text) {
    utf8::encode($text);

    return $text =~ s/([^A-Za-z0-9])/sprintf '%%%02X', ord $1/ger;
}

sub found_ok ($text, @ids) {
    my $value = encoded($text);
    my $list = '/api/v1/content_items/';
    my $ids = join ' ', reverse @ids;
    my $name = $text =~ s/(\PL)/sprintf '\\x{%x}', ord $1/ger;

    is(ids($t->get("$list?text=$value")), $ids, "text $name");
    is(ids($t->get("$list?tag-partial=$value")), $ids, "tag-partial $name");
    is(slugs($t->get("/api/v1/tags/?name=$value")),
        join(' ', map { "t-$_" } @ids), "name $name");
}

found_ok('ÉTÉ', 1, 2);
found_ok('été', 1, 2);
found_ok('éTé À', 1);
found_ok('ete');
found_ok("E\x{301}", 15);
found_ok('é', 1, 2);
found_ok('à', 1);
found_ok('À P', 1);

# one letter may fold to several letters

found_ok('straße', 3, 4);
found_ok('strasse', 3, 4);
found_ok('STRASSE', 3, 4);
found_ok('STRAẞE', 3, 4);
found_ok('ß', 3, 4, 17);
found_ok('ẞ', 3, 4, 17);
found_ok('aß', 3, 4);
found_ok('sss');
found_ok('fine', 13, 14);
found_ok('ﬁ', 13, 14);
found_ok('FLOW', 13, 14);
found_ok('ŉ', 16);
found_ok('ʼn', 16);
found_ok('ǆ', 16);
found_ok('ǅ', 16);
found_ok('Ĳ', 16);

# folding does not depend on the language

found_ok('İ', 5);
found_ok("i\x{307}", 5);
found_ok('istanbul', 6);
found_ok('stanbul', 5, 6);
found_ok('ISTANBUL', 6);
found_ok('ı', 6);
found_ok('I', 1, 2, 5, 6, 13, 14, 18, 19, 23);

found_ok('οδυσσευς', 7);
found_ok('ΣΣΕΥΣ', 7);
found_ok('σσευσ', 7);
found_ok('Οδυσσεύς', 8);
found_ok('ΟΔΥΣΣΕΎΣ', 8);
found_ok('ς', 7, 8);
found_ok('Σ', 7, 8);
found_ok('σ', 7, 8);

found_ok('привет', 12);
found_ok('МИР', 12);
found_ok('k', 18, 19);
found_ok("\x{212a}", 18, 19);
found_ok('KELVIN', 18, 19);
found_ok('ｆｕｌｌ', 20);
found_ok('full');
found_ok('ꮳ', 24);
found_ok('Ꮳ', 24);
found_ok("\x{10428}\x{10428}", 25);
found_ok("\x{10400}", 25);

# scripts without case

found_ok('日本', 9, 10);
found_ok('日', 9, 10);
found_ok('本語', 9);
found_ok('日本語のテキスト', 9);
found_ok('日本語のテキストト');
found_ok('猫', 10, 21, 22);
found_ok('猫猫', 22);
found_ok('猫猫猫');
found_ok('猫😀', 10);
found_ok('😀', 10, 11);
found_ok('😀😃', 11);
found_ok('😃👍', 11);
found_ok('🏽', 11);
found_ok("\x{200d}", 23);
found_ok("o\x{200d}w", 23);
found_ok('zerowidth');

# marks are characters; adjacent code points are different characters

found_ok("\x{301}", 15);
found_ok("t\x{301}");
found_ok("\x{301}t", 15);
found_ok("\x{fffc}", 26);
found_ok("\x{fffd}", 26);
found_ok("\x{fffe}", 26);
found_ok("\x{ffff}", 27);
found_ok("\x{fffd}\x{fffe}", 26);
found_ok("\x{fffd}\x{ffff}");
found_ok("\x{fffe}\x{fffd}");
found_ok("\x{fffc}\x{fffd}\x{fffe}", 26);
found_ok("\x{10ffff}", 26);
found_ok("\x{10fffe}\x{ffff}", 27);
found_ok("\x{10ffff}\x{ffff}");
found_ok("\x{1f601}");
found_ok("\x{10401}");

# a whole name

for (['été', ''], ['STRASSE', '4 3'], ['straße', '4 3'], ['猫', '21'],
    ['οδυσσευσ', '7'], ['i̇stanbul', '5'], ['FINE FLOW', '14 13'])
{
    my ($name, $ids) = @$_;

    is(ids($t->get('/api/v1/content_items/?tag=' . encoded($name))), $ids,
        "tag $name");
}

# bytes that are not UTF-8 are U+FFFD

for my $value ('%ff', '%e6%97', '%c3', '%f0%9f%98') {
    is(ids($t->get("/api/v1/content_items/?text=$value")), '26',
        "text=$value");
}

is(ids($t->get('/api/v1/content_items/?text=%97%a5')), '', 'two of them');
