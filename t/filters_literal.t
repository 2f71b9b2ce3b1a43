#!/usr/bin/perl

# Characters with a special meaning in SQL, LIKE and FTS5 have no special
# meaning in filters.

use v5.36;

use lib 't/lib';
use Test::Contentlib;


my @texts = ('plain words', '100% sure', 'a_b', 'a\b', q(it's), 'say "hi"',
    'this OR that', 'NEAR(a b, 2)', 'NOT really', 'a AND b', 'fol*d',
    '^start', 'folded: x', '(in brackets)', '-minus', '+plus', '{curly}',
    'semi; DROP TABLE item; --', "'; --", 'x"" y', '[a-z]?', 'null', '%%%',
    '___', '\\\\', '""""', "''''", '&amp; <b>', '#hash', '/* c */', '$1',
    '?1', ':name', '@at', "line\nfeed", '0x41', '%41', '%%', 'a%b_c\d"e\'f');

# the same texts as alt texts, names of tags and names of collections

my @items = map {
    image($_ + 1, alt_text => $texts[$_], tags => [tag($texts[$_], "t-$_")])
} keys @texts;

my @collections = map {
    collection("c-$_", $items[$_], name => $texts[$_])
} keys @texts;

my $t = Test::Contentlib->new(server => <<'CONF',
        contentlib_library        %%LIBRARY%%;
        contentlib_max_page_size  1000;

        %%API%%
CONF
    records => [@items, @collections]);

sub encoded ($text) {
    return $text =~ s/([^A-Za-z0-9])/sprintf '%%%02X', ord $1/ger;
}

# texts that contain a text, and texts that are equal; positions from 0

sub holding ($text) {
    return grep { index(lc $texts[$_], lc $text) >= 0 } keys @texts;
}

sub being ($text) { grep { lc $texts[$_] eq lc $text } keys @texts }

sub list ($path) { $t->get("/api/v1/$path&limit=1000") }

my @probes = (@texts, '%', '_', '\\', '"', "'", '*', '^', '-', '(', ')', ':',
    '""', "''", 'OR', 'and', 'NEAR', 'NEAR(', 's OR t', '%s%', 'p%n', 'a__',
    '_b', 'a_', '\%', '\_', '"plain"', 'plain*', '^plain', 'folded:',
    'folded:plain', 'plain -minus', '*', '"" "', 'words" OR "sure',
    'plain OR words', 'plain AND words', '" NOT "x', "\x{1}", '[a', 'a-z]',
    '--', ';', "x' OR 'a'='a");

for my $probe (@probes) {
    my $value = encoded($probe);
    my $ids = join ' ', map { $_ + 1 } reverse holding($probe);
    my $exact = join ' ', map { $_ + 1 } reverse being($probe);
    my $slugs = join ' ', map { "t-$_" } holding($probe);
    my $name = $probe =~ s/[^ -~]/./gr;

    is(ids(list("content_items/?text=$value")), $ids, "text $name");
    is(ids(list("content_items/?tag-partial=$value")), $ids,
        "tag-partial $name");
    is(ids(list("content_items/?tag=$value")), $exact, "tag $name");
    is(slugs(list("tags/?name=$value")), $slugs, "name $name");
    is(list("content_items/?tag-slug=$value")->json->{count}, 0,
        "tag-slug $name");

    my @found = map { $_->{text} }
        @{$t->get("/api/v1/search/?text=$value&limit=50")->json};
    my @wanted = map { $texts[$_] } holding($probe), holding($probe);

    is_deeply([sort @found], [sort @wanted], "suggestions for $name");
}

# a value with a zero byte matches nothing

for my $value ('%00', 'plain%00', '%00plain', 'plain%00words', 'a%00b') {
    for my $filter ('text', 'tag', 'tag-slug', 'tag-partial') {
        answer_is($t->get("/api/v1/content_items/?$filter=$value"), 200,
            '{"count":0,"next":null,"previous":null,"results":[]}',
            "$filter=$value");
    }

    answer_is($t->get("/api/v1/tags/?name=$value"), 200,
        '{"count":0,"next":null,"previous":null,"results":[]}',
        "name=$value");
    answer_is($t->get("/api/v1/search/?text=$value"), 200, '[]',
        "suggestions for $value");
}
