#!/usr/bin/perl

# The nearest terms of a value are found among 4,000 keys of the library: what
# they have is the answer, whatever follows.
# Tests: src/library/contentlib_nearest.c

use v5.36;
use utf8;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Checksums;


# Keys that are looked at one after the other, behind one of a single character,
# because their second character may be the only difference to a term such as
# axyz.  The last one is near.

my %keys = (a => 3999, b => 4000, c => 2, d => 2500);
my %id = (a => 1, b => 2, c => 3, d => 4);

my $t = Test::Contentlib->new(start => 0);

$t->library('library', [map { image($id{$_}, alt_text => "word $_", tags => [])
    } sort keys %id]);

edit($t->path('library.db'), join '', map { <<"SQL" } sort keys %id);
WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n
    WHERE i < $keys{$_})
    INSERT INTO posting SELECT 10, '$_' || char(0x4e00 + i)
    || CASE i WHEN $keys{$_} THEN 'yz' ELSE 'zz' END, 0,
    (SELECT positions FROM posting WHERE kind = 10 AND key = '$_') FROM n;
SQL

$t->start;

sub finds ($value, $ids, $what) {
    is(ids($t->get('/api/v1/content_items/?search=' . $value =~ tr/ /+/r)),
        $ids, "$value: $what");
}

finds('axyz', '1', '4,000 keys');
finds('bxyz', '', 'not one more');
finds('cxyz', '3', 'few keys');
finds('dxyz', '4', 'half of them');

finds('cxyz dxyz', '4 3', 'two terms');
finds('cxyz axyz', '3', 'the keys of both count');
finds('axyz cxyz', '1', 'the keys of both count');
finds('dxyz dxyz cxyz', '4 3', 'an equal term is looked for once');
