#!/usr/bin/perl

# The stored form of a set: a block with fewer than 1,024 members is a list of
# two bytes for each, others are bitmaps of 2,048 bytes.

use v5.36;

use Test::More;

use lib 't/lib';
use ContentlibTool;


my $directory = directory();

for my $case (
    [1023, 2046],
    [1024, 2048],
    [16_384, 2048],
    [16_385, '2048 2'],
) {
    my ($items, $lengths) = @$case;
    my $library = imports($directory, "$items.db",
        lines(map { still($_, tags => []) } 1 .. $items));

    is(sql($library, 'SELECT length(positions) FROM posting'
        . ' WHERE kind = 3 ORDER BY block'), $lengths,
        "bytes of the blocks of $items items");
}

is(sql("$directory/1024.db", 'SELECT hex(positions) FROM posting'
    . ' WHERE kind = 3'),
    'FF' x 128 . '00' x 1920, 'a bitmap of the first 1,024');
is(sql("$directory/16385.db", 'SELECT hex(positions) FROM posting'
    . ' WHERE kind = 3 AND block = 1'), '0000', 'a list of the first position');

# The items of a beginning are those of all tags whose names have such a term:
# item 1 has the first tag alone, the last item has the second tag alone, others
# have both.

for my $case ([1023, 2046], [1024, 2048], [1500, 2048]) {
    my ($items, $length) = @$case;
    my @tags = map { { name => "$_ cat", slug => "$_-cat" } } qw(red blue);
    my $library = imports($directory, "term-$items.db",
        lines(map { still($_, tags => $_ == 1 ? [$tags[0]]
            : $_ == $items ? [$tags[1]] : \@tags) } 1 .. $items));

    is(sql($library, 'SELECT key, length(positions) FROM posting'
        . " WHERE kind = 9 AND key IN ('c', 'ca') ORDER BY key"),
        join(' ', map { "$_|$length" } 'c', 'ca'),
        "bytes of the blocks of a beginning of two tags, $items items");
}

done_testing();


sub sql ($library, $statement) {
    open my $sqlite, '-|', 'sqlite3', $library, $statement
        or die "sqlite3: $!";
    chomp(my @rows = <$sqlite>);

    return "@rows";
}
