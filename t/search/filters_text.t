#!/usr/bin/perl

# text, tag, tag-partial, name and suggestions: parts of texts, and whole names,
# in NFC, case-folded, without what is ignored by default.  No character has a special meaning.  The results equal those of
# a simple search.
# Tests: src/library/contentlib_filter.c, src/text/contentlib_text.c

use v5.36;
use utf8;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Model;
use Unicode::Normalize qw(NFC);


my $nine = 'the quick brown fox jumps over the lazy dog and runs away into the'
    . ' dark forest behind the old mill';
my $needle = 'x' x 300 . 'needle' . 'y' x 300;

my @texts = ('A cat on a mat', 'Concatenate', 'CAT', 'c a t', 'ca', 'x', 'ox',
    ' leading and trailing ', 'abcabcabd', $nine, $nine =~ s/dog/dog;/r,
    "tab\tand  two blanks", $needle, '5% o_f "it"', "\\o/ it's", '%', '_', 'Z',
    "one\ntwo\x0bthree\x0cfour\rfive\x{a0}six\x{3000}seven", 'two~one two',
    'happy day', 'Happy Day', 'birthday', 'sunny day', 'dayless night', ' ',

    # SQL, LIKE and full text searches

    'plain words', '100% sure', 'a_b', 'a\b', q(it's), 'say "hi"',
    'this OR that', 'NEAR(a b, 2)', 'NOT really', 'a AND b', 'fol*d', '^start',
    'folded: x', '(in brackets)', '-minus', '+plus', '{curly}',
    'semi; DROP TABLE item; --', "'; --", 'x"" y', '[a-z]?', 'null', '%%%',
    '___', '\\\\', '""""', "''''", '&amp; <b>', '#hash', '/* c */', '$1', '?1',
    ':name', '@at', "line\nfeed", '0x41', '%41', '%%', 'a%b_c\d"e\'f',

    # Unicode

    'Un ÉTÉ à Paris', 'un été ailleurs', 'Straße', 'STRASSE', 'İstanbul',
    'istanbul ve ızgara', 'ΟΔΥΣΣΕΥΣ', 'Οδυσσεύς και ο δρόμος',
    '日本語のテキスト', '日本の猫😀', '😀😃👍🏽', 'ПРИВЕТ, Мир', 'ﬁne ﬂow',
    'fine flow', "e\x{301}te\x{301} decomposed", 'ĳ Ǆ ŉ', 'Größe ẞ',
    'K is for kelvin', "\x{212a}elvin sign", 'ＦＵＬＬ ｗｉｄｔｈ', '猫', '猫猫',
    "zero\x{200d}width", 'ᏣᎳᎩ ꮳꮃꭹ', "\x{10400}\x{10428} deseret",
    "\x{fffc}\x{fffd}\x{fffe} \x{10ffff}", "\x{10fffe}\x{ffff}",
    "\x{732b}\x{306f} \x{30de}\x{30c3}\x{30c8}\x{306e} \x{5ea7}\x{308b}",
);

my @values = (

    # one, two and three characters, beginnings and ends of words

    qw(cat CAT cAt ca CA c q Q zz z Z zy xy xn ey yy x X day DAY da d y yd
        birthdayh dogs mat leading % _ %_ _f o_ " "" t" ' '' 's \ \o * - ^ : 8),
    'cat ', ' cat', ' ', '  ', "\t", "\ta", "\n", 'c a', '% ', 'day ', ' day',
    'happy day', 'HAPPY DAY', 'happy  day', 'day happy', 'y d', 'two  b',
    'a cat on a mat', 'a cat on a mat ', ' leading', '  leading', 'trailing ',
    ' leading and trailing ', 'at on', 'at on a ma', 't on a m',
    'quick brown f', 'ick brown fox jum', 'uick rown fox', 'quick brow fox',
    'brown quick', ' mat', 'lead ', 'ding and ', ' and trail', 'and  two',
    'and two', 'd  t', '   ', "tab\tand", 'tab and', "one\ntwo", 'one two',
    "two\x0bthr", "ree\x0cfour\rfi", 'five six', "five\x{a0}six",
    "six\x{3000}seven", 'two~one', 'o~one tw',

    # matching trigrams are not sufficient

    qw(abcabd abcabcabd abdabc bcabdabc abcabcabcabd abcabcab),

    # long texts

    $nine, uc $nine, "${nine}s", substr($nine, 1, 70), 'the lazy dog;',
    'fox jumps over the quick brown dog and runs away into the dark', 'needle',
    'xneedley', 'x' x 100 . 'needle' . 'y' x 100,
    'x' x 100 . 'noodle' . 'y' x 100, 'x' x 250 . 'needle',
    'x' x 251 . 'neede',

    # special meanings

    qw(^ ( ) \( OR and NEAR NEAR\( %s% p%n a__ _b a_ \% \_ "plain" plain*
        ^plain folded: folded:plain [a a-z] -- ;), 's OR t', 'plain -minus',
    '"" "', 'words" OR "sure', 'plain OR words', 'plain AND words',
    '" NOT "x', "\x{1}", "x' OR 'a'='a",

    # letters that fold to several letters, and languages

    qw(ÉTÉ été éTé ete é à À straße strasse STRAẞE ß ẞ aß sss fine ﬁ FLOW ŉ ʼn
        ǆ ǅ Ĳ İ istanbul stanbul ISTANBUL ı I οδυσσευς ΣΣΕΥΣ σσευσ Οδυσσεύς
        ΟΔΥΣΣΕΎΣ ς Σ σ привет МИР k KELVIN ｆｕｌｌ full ꮳ Ꮳ), 'éTé À', 'À P',
    "E\x{301}", "i\x{307}", 'i̇stanbul', "\x{212a}", "\x{10428}\x{10428}",
    "\x{10400}", 'FINE FLOW',

    # scripts without case, marks, adjacent code points

    qw(日本 日 本語 日本語のテキスト 日本語のテキストト 猫 猫猫 猫猫猫 猫😀 😀
        😀😃 😃👍 🏽 zerowidth マット マットの), 'は マット', 'は マットの 座',
    'は ット', (map { chr } 0x200d, 0x301, 0xfffc .. 0xffff, 0x10ffff, 0x1f601,
        0x10401), "o\x{200d}w", "t\x{301}", "\x{301}t", "\x{fffd}\x{fffe}",
    "\x{fffd}\x{ffff}", "\x{fffe}\x{fffd}", "\x{fffc}\x{fffd}\x{fffe}",
    "\x{fffc}\x{fffd}\x{ffff}", "\x{fffc}\x{fffd}\x{fffd}",
    "\x{10fffe}\x{ffff}", "\x{10ffff}\x{ffff}",
    @texts[grep { length $texts[$_] < 100 } keys @texts],
);

# the same texts as alt texts, and as names of tags and of collections

my @items = map {
    image($_ + 1, alt_text => $texts[$_], tags => [tag($texts[$_], "t-$_")])
} keys @texts;

my $t = Test::Contentlib->new(server => <<'CONF',
        contentlib_library        %%LIBRARY%%;
        contentlib_max_page_size  1000;
        keepalive_requests        1000000;

        %%API%%
CONF
    records => [@items, map { collection("c-$_", $items[$_],
        name => $texts[$_]) } keys @texts]);

my $connection = $t->connection;

sub ask ($path) { $connection->exchange('GET', "/api/v1/$path") }

sub encoded ($text) {
    utf8::encode($text);

    return $text =~ s/([^A-Za-z0-9])/sprintf '%%%02X', ord $1/ger;
}

sub folded ($text) { NFC(fc $text =~ s/\p{DI}//gr) }

sub containing ($folded) {
    return grep { $folded ne '' && index(folded($texts[$_]), $folded) >= 0 }
        keys @texts;
}

# suggestions compare terms, if the text has some

sub terms ($folded) { join ' ', Test::Contentlib::Model::terms($folded) }

sub suggested ($folded) {
    my $terms = terms($folded);

    return containing($folded) if $terms eq '';
    return grep { index(terms(folded($texts[$_])), $terms) >= 0 } keys @texts;
}

sub faults ($value) {
    my $text = encoded($value);
    my $sought = folded($value);
    my @parts = containing($sought);
    my @equal = grep { $sought ne '' && folded($texts[$_]) eq $sought }
        keys @texts;
    my ($ids, $names) = map { join ' ', map { $_ + 1 } reverse @$_ } \@parts,
        \@equal;
    my @suggested = suggested(folded($value =~ s/^[\p{Zs}\t-\r]+
        |[\p{Zs}\t-\r]+\z//gxr));
    my $found = join '|', sort map { ($_) x 2 } @texts[@suggested];
    my @got = map { $_->{text} } @{ask("search/?text=$text&limit=50")->json};

    return join ', ',
        (map { ids(ask("content_items/?limit=1000&$_=$text")) eq $ids ? () : $_
        } 'text', 'tag-partial'),
        ids(ask("content_items/?limit=1000&tag=$text")) eq $names ? () : 'tag',
        slugs(ask("tags/?limit=1000&name=$text"))
            eq join(' ', map { "t-$_" } @parts) ? () : 'name',
        @suggested > 25 || $value !~ /[^\p{Zs}\t-\r]/
            || join('|', sort @got) eq $found ? () : 'suggestions',
        ask("content_items/?tag-slug=$text")->json->{count} ? 'tag-slug' : ();
}

is(faults($_), '', s/(\PL)/sprintf '\\x{%x}', ord $1/ger) for @values;

# without a value, with a zero byte, repeated, in capitals

my $all = join ' ', reverse 1 .. @texts;
my $none = '{"count":0,"next":null,"previous":null,"results":[]}';

for my $filter ('text', 'tag', 'tag-slug', 'tag-partial') {
    is(ids(ask("content_items/?limit=1000&$_")), $all, $_)
        for "$filter=", "$filter=cat&$filter=", "\U$filter\E=cat";
    is(ids(ask("content_items/?$filter=none&$filter=t-2")), '3', 'the last one')
        if $filter eq 'tag-slug';

    answer_is(ask("content_items/?$filter=$_"), 200, $none, "$filter=$_")
        for '%00', 'plain%00', '%00plain', 'plain%00words', 'a%00b';
}

answer_is(ask('tags/?name=plain%00'), 200, $none, 'a zero byte in a name');
answer_is(ask('search/?text=plain%00'), 200, '[]', 'and in suggestions');
is(ask('tags/?name=none&name=&text=none&tag=none&tag-slug=none')
    ->json->{count}, scalar @texts, 'tags have no other filter');

# bytes that are not UTF-8 are U+FFFD

my ($fffd) = grep { $texts[$_] =~ /\x{fffd}/ } keys @texts;

is(ids(ask("content_items/?text=$_")), $fffd + 1, "text=$_")
    for '%ff', '%e6%97', '%c3', '%f0%9f%98';
is(ids(ask('content_items/?text=%97%a5')), '', 'two of them');

# pages of matches

my $r = ask('content_items/?tag-partial=day&limit=1&offset=1');

is(query_of($r->json->{next}), '?limit=1&offset=2&tag-partial=day', 'next');
is(query_of($r->json->{previous}), '?limit=1&tag-partial=day', 'previous');
$r = ask('tags/?name=day&limit=2&offset=1');
is(slugs($r), 't-21 t-22', 'a page of tags');
is(query_of($r->json->{next}), '?limit=2&name=day&offset=3', 'next');
