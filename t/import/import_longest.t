#!/usr/bin/perl

# A record has at most 128 KiB in the library.  The error of a longer one names
# its file, its line, and its length.

use v5.36;

use Test::More;

use lib 't/lib';
use ContentlibTool;

my $MOST = 131_072;
my $directory = directory();

# the length of the longest item in a library

sub longest ($library) {
    open my $sqlite, '-|', 'sqlite3', $library,
        'SELECT max(length(CAST(record AS BLOB))) FROM item' or die;

    return 0 + readline $sqlite;
}

# an item whose record has so many bytes

my $rest = longest(imports($directory, 'short.db',
    lines(item(1, alt_text => '', partner_ids => ['']))));

sub item_of ($length) {
    my $half = int(($length - $rest) / 2);

    return item(1, alt_text => 'x' x $half,
        partner_ids => ['x' x ($length - $rest - $half)]);
}

my $library = imports($directory, 'library.db', lines(item_of($MOST)));

is(longest($library), $MOST, 'the longest item');
is((tool('check', $library))[0], 0, 'check');

my $end = "expected at most $MOST";

is(refuses($directory, $library, lines(item(2), item_of($MOST + 1))),
    '-:2: content item 1: the record would have 131073 bytes, ' . $end,
    'a longer item');

# a collection contains its preview

like(refuses($directory, $library, lines(collection('c', item_of($MOST)))),
    qr/\A-:1: collection "c": the record would have 131\d\d\d bytes, \Q$end\E\z/,
    'a longer collection');

done_testing();
