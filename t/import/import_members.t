#!/usr/bin/perl

# "items" in the record of a collection: imported, exported, merged, deleted.
# Tests: src/tool/record/contentlib_record.c, src/tool/stage/contentlib_stage.c

use v5.36;

use Test::More;

use lib 't/lib';
use ContentlibTool;

my $directory = directory();
my @items = map { item($_) } 1 .. 9;

# the identifiers of the items of each collection

sub members ($library) {
    my ($status, $out, $error) = tool('export', '--members', $library);

    is("$status$error", '0', 'export --members');
    is((tool('check', $library))[0], 0, 'check');

    return join '; ', map { /"slug":"([^"]+)".*"items":\[(.*)\]\}$/
        ? "$1 $2" : () } split /\n/, $out;
}

my $library = imports($directory, 'library.db', lines(@items,
    collection('one', item(1), items => [7, 2, 5]),
    collection('two', item(2), items => []),
    collection('three', item(3)),
    collection('four', item(4), items => [1 .. 9])));

is(members($library), 'one 2,5,7; four 1,2,3,4,5,6,7,8,9', 'members');
unlike((tool('export', $library))[1], qr/"items"/, 'export without them');

# the digest includes the members

my $plain = imports($directory, 'plain.db', lines(@items,
    map { collection("c$_", item($_)) } 1 .. 3));
my $empty = imports($directory, 'empty.db', lines(@items,
    map { collection("c$_", item($_), items => []) } 1 .. 3));
my $listed = imports($directory, 'listed.db', lines(@items,
    map { collection("c$_", item($_), items => [1]) } 1 .. 3));
my $others = imports($directory, 'others.db', lines(@items,
    map { collection("c$_", item($_), items => [2]) } 1 .. 3));

is(digest_of($empty), digest_of($plain), 'no members are as if not given');
isnt(digest_of($listed), digest_of($plain), 'members change the digest');
isnt(digest_of($listed), digest_of($others), 'and other members do');

my $again = imports($directory, 'again.db',
    (tool('export', '--members', $library))[1]);

is(digest_of($again), digest_of($library), 'exported and imported');

# merged

sub merged ($records, @options) {
    my $copy = put("$directory/copy.db", slurp($library));

    imports($directory, 'copy.db', lines(@$records), '--merge', @options);

    return members($copy);
}

my $four = 'four 1,2,3,4,5,6,7,8,9';

is(merged([]), "one 2,5,7; $four", 'nothing merged');
is(merged([item(2, alt_text => 'x'), item(10)]), "one 2,5,7; $four",
    'items merged');
is(merged([collection('one', item(1), name => 'Other')]),
    "one 2,5,7; $four", 'a record without "items" keeps the members');
is(merged([collection('one', item(1), items => [9, 1])]), "one 1,9; $four",
    'a record with "items" replaces them');
is(merged([collection('one', item(1), items => [])]), $four,
    'or removes them');
is(merged([item(12), collection('new', item(12), items => [12, 11]),
    item(11)]), "one 2,5,7; $four; new 11,12", 'items that come later');

# deleted

my $list = put("$directory/list", "5\n9\n");

is(merged([], '--delete', $list), 'one 2,7; four 1,2,3,4,6,7,8',
    'items that are deleted are members no more');
is(merged([item(5)], '--delete', $list), 'one 2,5,7; four 1,2,3,4,5,6,7,8',
    'unless they come again');

# an item without an id is not taken for one that was deleted

my $table = put("$directory/new.csv", "file,alt\nnew.gif,Another one\n");

put($list, "9\n");
put("$directory/copy.db", slurp($library));
is((tool('import', '--quiet', '-o', "$directory/copy.db", '--merge',
    '--delete', $list, $table))[0], 0, 'the last item deleted');
is(members("$directory/copy.db"), 'one 2,5,7; four 1,2,3,4,5,6,7,8',
    'a new item is no member');

# a dry run reports changed members

like((tool('import', '--dry-run', '-o', $plain, '-', { stdin => lines(@items,
    map { collection("c$_", item($_), $_ < 3 ? (items => [$_]) : ()) }
    1 .. 3) }))[1], qr/^collections: 0 added, 2 changed, 0 removed$/m,
    '--dry-run');

# a collection over several blocks

my $many = imports($directory, 'many.db', lines((map { still($_) } 1 .. 17000),
    collection('some', still(1), items => [1, 16384, 16385, 17000]),
    collection('most', still(1), items => [1 .. 16999])));

is(members($many), 'some 1,16384,16385,17000; most ' . join(',', 1 .. 16999),
    'members in two blocks');

# invalid members

sub refused ($items, $error) {
    is(refuses($directory, $library, lines(@items, collection('one', item(1),
        items => $items))), qq(-:10: collection "one": $error), $error);
}

refused('1', '"items" is not a list');
refused([1, '2x'], '"items[1]" is not a whole number: "2x"');
refused([0], '"items[0]" is not between 1 and 2^63 - 1: 0');
refused([3, 4, 3], '"items[2]" repeats a content item');
refused([3, 12, 4, 11], qq("items[1]": there is no content item 12\n)
    . '-:10: collection "one": "items[3]": there is no content item 11');

done_testing();
