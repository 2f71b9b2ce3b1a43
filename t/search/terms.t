#!/usr/bin/perl

# search: what the terms of a text are.  Each row has a value, and the items
# that it finds, the first one first.
# Tests: src/text/contentlib_term.c

use v5.36;
use utf8;

use lib 't/lib';
use Test::Contentlib;


my @texts = (
    [1, "L'été à l'île"], [2, 'Dell’Umbria'], [3, 'x', "l'amour"],
    [4, "feuille d'érable"], [5, 'a ball beside a dog'],
    [6, "the dog's ball"], [7, 'hat of a woman'], [8, "A woman's hat"],
    [9, "rock'n'roll"], [10, '🎉🎊party'], [11, 'I❤️cats'], [12, '€7'],
    [13, 'cat|mouse'], [14, 'Øresund'], [15, 'Łódź'], [16, 'Ærøskøbing'],
    [17, 'Þingvellir'], [18, 'x²'], [19, 'ｶﾀｶﾅ'], [20, '👋🏽'],
    [21, 'coffee', 'drink'], [22, 'cup'], [23, 'harp', 'cupid'],
    [24, 'दिल'], [25, 'はは'], [26, '手机iPhone'], [27, 'C++'],
    [28, 'covid19 b2b 4k'], [29, '🇩🇪🇫🇷'], [30, '7️⃣ keycap'],
    [31, '½ cup', 'measures'], [32, 'ＦＵＬＬ № ™'], [33, "فَاتِح"], [34, 'שָׁלוֹם'],
    [35, 'ёлка'], [36, 'ήλιος'], [37, 'İstanbul'], [38, 'ISPARTA ILIK'],
    [39, 'か' . "\x{3099}" . 'っこう'], [40, '10日2024年'], [41, "d'a"],
    [42, "l\x{b4}orage"], [43, "qu'est-ce qu'on dit"],
    [44, 'LEGO™ Batman'], [45, 'a = b'], [46, 'a ≠ b'], [47, 'Hawaiʻi'],
    [48, 'ポテト'], [49, 'バク'], [50, '사고'], [51, 'Köln'],
);

my $t = Test::Contentlib->new(records => [map {
        my ($id, $text, @tags) = @$_;

        image($id, alt_text => $text,
            tags => [map { tag($_, "t-$id") } @tags]);
    } @texts]);

my @finds = (

    # an apostrophe joins, and separates

    ['été', 1], ['île', 1], ['ile ete', 1], ["l'été", 1], ['lete', 1],
    ['umbria', 2], ["dell'umbria", 2], ['dellumbria', 2], ['amour', 3],
    ["L’AMOUR", 3], ['érable', 4], ['derable feuille', 4],
    ['dog ball', 6, 5], ["dog's ball", 6, 5], ['dogs ball', 6, 5],
    ['woman hat', 8, 7], ["woman's", 8, 7], ['rock n roll', 9],
    ["rock'n'roll", 9], ['rocknroll', 9], ["rock 'n' roll", 9],
    ["l'am", 3], ["rock'n'r", 9], ["d'a", 41], ['orage', 42], ["l'orag", 42],
    ['est', 43], ['on dit', 43], ["'on' dit", 43], ['quon', 43],

    # symbols are terms

    ['party', 10], ['🎊', 10], ['🎊 party', 10], ['cats', 11, 13], ['❤', 11],
    ['❤️', 11], ['i ❤️ cats', 11], ['7', 30, 12], ['€', 12], ['7 €', 12],
    ['mouse', 13], ['mouse cat', 13],

    # letters that do not consist of one and a mark

    ['oresund', 14], ['øresund', 14], ['lodz', 15], ['łodz', 15],
    ['aeroskobing', 16], ['ærøskøbing', 16], ['thingvellir', 17],
    ['istanbul', 37], ['ISTANBUL', 37], ['ısparta', 38], ['ilik', 38],

    # one form of each character

    ['x2', 18], ['x²', 18], ['カタカナ', 19], ['ｶﾀｶﾅ', 19], ['👋🏿', 20],
    ['👋', 20], ['1 2', 31], ['½', 31], ['full no', 32], ['ｆｕｌｌ', 32],
    ['🇩🇪', 29], ['🇫🇷 🇩🇪', 29], ['7️⃣', 30, 12],

    # marks that change a word

    ['दाल'], ['दल'], ['दिल', 24], ['ばば'], ['ぱぱ'], ['はは', 25],
    ['がっこう', 39], ['がっこ', 39], ['かっこ'],

    ['ホ'], ['カ', 19], ['バグ'], ['사과'], ['ポ', 48], ['=', 45], ['≠', 46],

    # marks that do not

    ['فاتح', 33], ['שלום', 34], ['елка', 35], ['ηλιοσ', 36], ['ΗΛΙΟΣ', 36],

    # letters and numbers

    ['iphone', 26], ['手机', 26], ['covid19', 28], ['b2b', 28], ['19'],
    ['4k', 28], ['2024', 40], ['日', 40], ['10', 40], ['年 10', 40],

    # others

    ['lego batman', 44], ['hawaii', 47], ["hawai'i", 47],

    # any of the terms: whole ones before beginnings

    ['coffee cup', 31, 22, 21, 23],
);

sub escaped ($text) {
    utf8::encode($text);

    return $text =~ s/([^A-Za-z0-9])/sprintf '%%%02X', ord $1/ger;
}

for (@finds) {
    my ($value, @ids) = @$_;
    my $r = $t->get('/api/v1/content_items/?search=' . escaped($value));

    is(ids($r), "@ids", "search=$value");
}

# a value that is cut within a character

is(ids($t->get('/api/v1/content_items/?search=K%C3%96LN%20%C3')), '51',
    'the rest of a value that is not UTF-8');
