#!/usr/bin/perl

# "contentlib import --dry-run" prints the changes, and changes nothing.
# Tests: src/tool/import/contentlib_changes.c

use v5.36;

use Test::More;

use lib 't/lib';
use ContentlibTool;

my $directory = directory();
my $library = "$directory/library.db";
my @tags = (tag('happy'), tag('blue-sky', 'Blue sky'));
my @items = map { item($_) } 1 .. 9;
my @collections = map { collection("c$_", item($_)) } 1 .. 3;

imports($directory, 'library.db', lines(@tags, @items, @collections));

my $before = slurp($library);

sub would ($name, $tags, $items, $collections, $more, $records, @options) {
    my ($status, $out, $error) = tool('import', '--dry-run', '-o', $library,
        @options, '-', { stdin => lines(@$records) });

    my @kinds = map { sprintf '%d added, %d changed, %d removed', @$_ }
        $tags, $items, $collections;

    is("$status$error", '0', $name);
    is($out, "tags: $kinds[0]\nitems: $kinds[1]\ncollections: $kinds[2]\n"
        . $more, "$name: what would change");
    ok(slurp($library) eq $before, "$name: nothing has");
    is(join(' ', grep { $_ ne 'list' } contents($directory)), 'library.db',
        "$name: and nothing is beside it");
}

my @none = (0, 0, 0);

would('the same', \@none, \@none, \@none, '', [@tags, @items, @collections]);
would('nothing merged', \@none, \@none, \@none, '', [], '--merge');
would('nothing', [0, 0, 2], [0, 0, 9], [0, 0, 3], '', [], '--allow-empty');
would('merged', [1, 0, 0], [1, 1, 0], [1, 0, 0], '',
    [item(8, alt_text => 'x'), item(10, tags => [tag('new')]),
    collection('c4', item(9))], '--merge');
would('a preview', \@none, [0, 1, 0], [0, 1, 0], '',
    [item(2, alt_text => 'x')], '--merge');
would('another name of a tag', [0, 1, 0], [0, 9, 0], [0, 3, 0], '',
    [tag('happy', 'Glad')], '--merge');
would('the order of collections', \@none, \@none, \@none,
    "the order of the records changes\n", [@tags, @items, reverse @collections]);
would('nothing to say', \@none, [1, 0, 0], \@none, '', [item(10)], '--merge',
    '--quiet');

put("$directory/list", "7\n8\n77\n");
would('deleted', \@none, [0, 0, 2], \@none,
    "$directory/list: 2 items removed, unknown ids: 1\n", [], '--merge',
    '--delete', "$directory/list");

# no library

$library = "$directory/new.db";
my ($status, $out, $error) = tool('import', '--dry-run', '-o', $library, '-',
    { stdin => lines(@items) });
is("$status$out$error", "0tags: 2 added, 0 changed, 0 removed\nitems: 9 added,"
    . " 0 changed, 0 removed\ncollections: 0 added, 0 changed, 0 removed\n",
    'no library yet');
ok(!-e $library, 'nor now');

done_testing();
