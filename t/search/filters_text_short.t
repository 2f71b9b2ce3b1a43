#!/usr/bin/perl

# text: values of few characters, which many words contain, with and without
# blanks.
# Tests: src/library/contentlib_filter.c, src/tool/write/contentlib_grams.c

use v5.36;

use lib 't/lib';
use Test::Contentlib;


my $ITEMS = 129;
my $WORDS = 4097;               # as few as make a string frequent

my %text = (
    (map { $_ => "ab$_" . "pqrs$_ Ab$_" } 1 .. $ITEMS),
    1000 => 'pq rs pqr',
    1001 => 'p qrs',
    1002 => "x\x{fffd}yz",
    1003 => 'once q r',
    1004 => join(' ', map { "w$_" . "kqz" } 1 .. $WORDS),
    1005 => join(' ', map { "$_\x{ffff}vk" } 1 .. $WORDS),
    1006 => "\x{fffd}vk",
    1007 => 'ckqzd kq z',
);

# U+FFFE and U+FFFF are not taken for U+FFFD

$text{$_} = "$_\x{fffe}qr" . ($_ < 2129 ? 'xy' : '') for 2001 .. 2129;

my $t = Test::Contentlib->new(records => [map { image($_, alt_text => $text{$_}, tags => ['cat']) }
        keys %text]);

# The result of a plain search.

sub text_ok ($text) {
    my $value = url_encode($text);
    my $r = $t->get("/api/v1/content_items/?limit=100&text=$value");
    my @expected = sort { $b <=> $a }
        grep { index(lc $text{$_}, lc $text) >= 0 } keys %text;

    is($r->json->{count}, scalar @expected, "$value: count");
    is(ids($r), join(' ', grep { defined } @expected[0 .. 99]), $value);
}

sub url_encode ($text) {
    utf8::encode($text);

    return $text =~ s/([^A-Za-z0-9])/sprintf '%%%02X', ord $1/ger;
}

text_ok($_) for 'pqr', 'PQR', 'qrs', 'pqrs', 'rs1', 'rs12', 'ab1', 'b12',
    '1pqrs', '12pqrs12', 'pqr ', ' pqr', 'rs pqr', 'q r', 'p q', 's p', 'pqx', 'rxy', 'qrxy',
    'kqz', 'kqzd', '7kqz', 'kqz w7', 'qz w', "\x{fffd}vk", "\x{ffff}vk",
    'qrs1 ab1', 'rs7 ab', 's7 a', 'qrs ', 'ce q r', "x\x{fffd}y",
    "\x{fffd}yz", "\x{fffe}qr", "\x{fffd}qr", "\x{ffff}qr", "1\x{fffe}qr";

my $library = $t->path('library.db');

is(scalar Test::Contentlib::run(sub { exec 'sqlite3', $library, <<'SQL' }),
    SELECT hex(key) FROM posting WHERE kind = 6 AND length(key) = 3
        AND key NOT GLOB '* *';
SQL
    "6B717A\nEFBFBF766B\n", 'strings that more than 4,096 words have');

my ($text, $status) = Test::Contentlib::program('check', $library);

is($status, 0, 'the library is sound') or diag($text);
