#!/usr/bin/perl

# Keys that no importer has written, among those that are looked at for a near
# term: what is not UTF-8 or too long is passed, and the search ends.
# Tests: src/library/contentlib_nearest.c, src/text/contentlib_distance.c

use v5.36;
use utf8;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Checksums;


# a search under a sanitizer may take longer than the timeout by default

my $t = Test::Contentlib->new(start => 0, server => <<'CONF');
        contentlib_library %%DIR%%/library.db;
        contentlib_query_timeout 60s;
        %%API%%
CONF

$t->library('library', [map { image($_, alt_text => "kitten w$_", tags => [])
    } 1 .. 6]);

# keys with the positions of the items

sub keys_of ($id, @sql) {
    return map { <<"SQL" } @sql;
INSERT OR IGNORE INTO posting SELECT 10, $_, 0, positions
    FROM posting WHERE kind = 10 AND key = 'w$id';
SQL
}

sub bytes ($hex) { "CAST(x'$hex' AS TEXT)" }

my $kit = '6b6974';

edit($t->path('library.db'), join '',

    # not UTF-8: before, among and behind the terms that are near

    keys_of(1, map { bytes($_) } '80', 'ff', 'ffff', "${kit}80", "${kit}c3",
        "${kit}c328", "${kit}e4b8", "${kit}eda080", "${kit}f4908080",
        "${kit}f8", "${kit}ff", "${kit}ff00", "${kit}74656e80",
        "${kit}74656ee4", '6b' . 'ff' x 200),

    # too long, and with the bytes of others at their beginning

    keys_of(2, "''", "char(0)", "'kitten' || char(0)",
        "replace(hex(zeroblob(150)), '0', 'k')",
        "'k' || replace(hex(zeroblob(500000)), '0', char(0x1f600))",
        "'kitten' || replace(hex(zeroblob(125)), '0', 'z')",
        'x' . "'${kit}74656e6e'", '7', '7.5'),

    # the code points around the surrogates

    keys_of(3, "'ab' || char(0xd7ff) || 'de'"),
    keys_of(4, "'ab' || char(0xe000) || 'de'"),
    keys_of(5, "'ab' || char(0xffff) || 'de'"),
    keys_of(6, "'ab' || char(0x10ffff) || 'de'"),

    # blocks of a key

    'WITH RECURSIVE n (i) AS (SELECT 2 UNION ALL SELECT i + 1 FROM n'
    . " WHERE i < 5000) INSERT INTO posting SELECT 10, 'kita', i, x'0000'"
    . ' FROM n;');

is(edit($t->path('library.db'), 'SELECT count(*) > 5020 FROM posting'), "1\n",
    'the keys are in the library');

$t->start;

sub finds ($value, $ids, $what) {
    my $r = $t->get("/api/v1/content_items/?search=$value");

    is($r->status, 200, "$value: $what");
    is(ids($r), $ids, 'the items');
}

finds('kittne', '6 5 4 3 2 1', 'exchanged');
finds('citten', '6 5 4 3 2 1', 'the first one');
finds('abcde', '6 5 4 3', 'each code point');
finds('kkkkkkkkkkkq', '', 'nothing');
finds('kitt' . '%CE%B1' x 58, '', 'the longest term');
