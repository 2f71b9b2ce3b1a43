#!/usr/bin/perl

# Characters in texts, and their form in JSON.
# Tests: src/json/contentlib_json.c, src/tool/record/contentlib_values.c

use v5.36;
use utf8;

use lib 't/lib';
use Test::Contentlib;


# a text, and its form between quotes

my @texts = (
    ["\x{8}\x{c}\n\r\t", '\b\f\n\r\t'],
    [join('', map { chr } 1 .. 7), '\u0001\u0002\u0003\u0004\u0005\u0006'
        . '\u0007'],
    ["\x{b}\x{e}\x{f}\x{1a}\x{1f}", '\u000b\u000e\u000f\u001a\u001f'],
    ["\x{7f}", "\x{7f}"],
    ['"\\"', '\"\\\\\"'],
    ['a/b </script>', 'a/b </script>'],
    ["&<>'", "&<>'"],
    ["\x{2028}|\x{2029}", '\u2028|\u2029'],
    ["\x{2027}\x{202a}", "\x{2027}\x{202a}"],
    ["\x{80}\x{9f}\x{a0}é", "\x{80}\x{9f}\x{a0}é"],
    ['日本語', '日本語'],
    ["😀\x{10ffff}", "😀\x{10ffff}"],
    ["\x{fffd}\x{feff}\x{d7ff}\x{e000}", "\x{fffd}\x{feff}\x{d7ff}\x{e000}"],
    ["e\x{301}", "e\x{301}"],
    ['\u0041 \n', '\\\\u0041 \\\\n'],
    [' ', ' '],
);

my @items = map {
    my $text = $texts[$_][0];

    gif($_ + 1, alt_text => $text, partner_ids => [$text],
        tags => [tag($text, "t$_")]);
} keys @texts;

my @collections = map {
    collection("c$_", $items[$_], name => $texts[$_][0],
        description => $texts[$_][0])
} keys @texts;

my $t = Test::Contentlib->new(records => [@items, @collections]);

for my $n (keys @texts) {
    my $quoted = $texts[$n][1];
    utf8::encode($quoted);

    my $id = $n + 1;
    my $item = $t->get("/api/v1/content_items/$id/");
    my $name = string_json($texts[$n][0]) =~ s/[^ -~]/./gr;

    like($item->body, qr/"alt_text":"\Q$quoted\E","tags":\[\{"slug":"t$n",/,
        "alt text $name");
    like($item->body, qr/"partner_ids":\["\Q$quoted\E"\]\}$/,
        "partner id $name");
    like($t->get("/api/v1/tags/t$n/")->body, qr/"name":"\Q$quoted\E"\}$/,
        "tag $name");
    like($t->get("/api/v1/collections/c$n/")->body, qr/"name":"\Q$quoted\E",
        "description":"\Q$quoted\E","preview_image":\{/x,
        "collection $name");
}

my $suggestions = $t->get('/api/v1/search/');

for my $n (0 .. 9) {
    my $quoted = string_json($texts[$n][0]);

    like($suggestions->body, qr/\{"type":"collection","text":\Q$quoted\E\}/,
        "suggestion $n");
}

# links repeat the bytes of a request only encoded

my $page = $t->get('/api/v1/tags/?limit=1&a=%22%3C%2Fscript%3E%0A%E2%80%A8'
    . "&b=\"<\\>");

is(query_of($page->json->{next}),
    '?a=%22%3C%2Fscript%3E%0A%E2%80%A8&b=%22%3C%5C%3E&limit=1&offset=1');
unlike($page->body =~ s/.*"previous"//sr, qr/[\x00-\x1f]/, 'no raw control');
