#!/usr/bin/perl

# "contentlib import --merge --delete" removes items from a library.
# Tests: src/tool/import/contentlib_delete.c,
#     src/tool/import/contentlib_loader.c

use v5.36;

use Test::More;

use lib 't/lib';
use ContentlibTool;

my $directory = directory();
my $library = "$directory/library.db";
my $list = "$directory/list";
my @old = (map({ item($_) } 1 .. 9), item(9223372036854775807),
    collection('one', item(3)), collection('two', item(4)));

sub deleted ($identifiers, @records) {
    imports($directory, 'library.db', lines(@old));
    put($list, $identifiers);

    return tool('import', '-o', $library, '--merge', '--delete', $list, '-',
        { stdin => lines(@records) });
}

sub ids () {
    return join ' ', map { exists $_->{preview_image} ? () : $_->{id} // () }
        exported($library);
}

my ($status, $out, $error) = deleted("2\n7\n42\n9223372036854775807\n");

is("$status$error", '0', 'deleted');
is(ids(), '9 8 6 5 4 3 1', 'they are gone');
like($out, qr/^\Q$list\E: 3 items removed, unknown ids: 1$/m,
    'removed items and unknown ids are reported');
is((tool('check', $library))[0], 0, 'the library is sound');
is(join(' ', map { $_->{slug} } grep { !exists $_->{id} } exported($library)),
    'happy blue-sky one two', 'nothing else is');

deleted("2\n7");
is(ids(), '9223372036854775807 9 8 6 5 4 3 1', 'no line feed at the end');

deleted("2\r\n\r\n7.0\r\n\n");
is(ids(), '9223372036854775807 9 8 6 5 4 3 1', 'a file of Windows, and a number with a point');

deleted('');
is(ids(), '9223372036854775807 9 8 7 6 5 4 3 2 1', 'no identifiers');

# without other files, and from the standard input

imports($directory, 'library.db', lines(@old));
($status, $out, $error) = tool('import', '--quiet', '-o', $library, '--merge',
    '--delete', '-', { stdin => "1\n2\n" });
is("$status$out$error", '0', 'from the standard input');
is(ids(), '9223372036854775807 9 8 7 6 5 4 3', 'they are gone');

for my $twice (['--merge', '--delete', '-', '-'], ['-', '-']) {
    ($status, $out, $error) = tool('import', '-o', $library, @$twice,
        { stdin => '' });
    like("$status$out$error", qr/\A2contentlib: the standard input is given/,
        "twice: @$twice");
}

# an item of the input is added again

deleted("5\n", item(5, alt_text => 'another one'));
is((grep { ($_->{id} // 0) == 5 } exported($library))[0]{alt_text},
    'another one', 'removed, and given');

# a preview is not deleted, unless its collection gets another preview

sub refused ($name, $message, $identifiers, @records) {
    imports($directory, 'library.db', lines(@old));
    my $before = slurp($library);

    put($list, $identifiers);
    my ($status, $out, $error) = tool('import', '-o', $library, '--merge',
        '--delete', $list, '-', { stdin => lines(@records) });

    is("$status$out$error", "1$list:$message\n", $name);
    ok(slurp($library) eq $before, "$name: the old library is there");
    is(join(' ', contents($directory)), 'library.db list', "$name: no other");
}

refused('a preview', '2: content item 4: is the preview of collection "two"',
    "1\n4\n3\n");
deleted("4\n", collection('two', item(5)));
is(ids(), '9223372036854775807 9 8 7 6 5 3 2 1', 'with another preview');
deleted("4\n", collection('two', item(4, alt_text => 'again')));
is(ids(), '9223372036854775807 9 8 7 6 5 4 3 2 1', 'with the same one');

# invalid identifiers

refused("\"$_->[1]\"", "2: \"$_->[1]\" is not the id of an item",
    "1\n$_->[0]\n2\n")
    for ['x', 'x'], ['0', '0'], ['-1', '-1'], [' 1', ' 1'],
        ['1 ', '1 '], ['1,2', '1,2'], ["1\r\r", '1\u000d'], ['1.5', '1.5'],
        ['9223372036854775808', '9223372036854775808'],
        ['1' x 200, '1' x 200], ["1\0", '1\u0000'], ["\e[1m", '\u001b[1m'];

($status, $out, $error) = tool('import', '-o', $library, '--merge', '--delete',
    "$directory/none");
is("$status$out$error", "1$directory/none: cannot open: No such file or"
    . " directory\n", 'no file');
($status, $out, $error) = tool('import', '-o', $library, '--merge', '--delete',
    "$directory");
is("$status$out$error", "1$directory: cannot read: Is a directory\n",
    'a directory');

done_testing();
