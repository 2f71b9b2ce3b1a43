#!/usr/bin/perl

# A library that has records is not replaced by an empty one unless
# --allow-empty says so.  If the command that writes the input fails, there is
# one line about it.
# Tests: src/tool/import/contentlib_import.c

use v5.36;

use Test::More;

use lib 't/lib';
use ContentlibTool;

my $directory = directory();
my $message = 'contentlib: the input has no records: "%s" is only replaced by'
    . " an empty library with --allow-empty\n";
my $empty = "-: the input is empty: check the command that writes it, or use"
    . " --allow-empty\n";

sub import_nothing ($library, @options) {
    return import_bytes('', $library, @options);
}

sub import_bytes ($bytes, $library, @options) {
    return join '', (tool('import', '--quiet', @options, '-o', $library, '-',
        { stdin => $bytes }))[0, 2];
}

my $library = imports($directory, 'library.db', lines(item(1)));
my $before = slurp($library);

is(import_bytes('[]', $library), '1' . sprintf($message, $library), 'items');
is(import_bytes('[]', $library, '--dry-run'), '1' . sprintf($message, $library),
    'nor would it');

# nothing at all

is(import_nothing($library, @$_), "1$empty", "nothing @$_")
    for [], ['--dry-run'], map { my $csv = $_; [@$csv], [@$csv, '--dry-run'],
        [@$csv, '--merge'], [@$csv, '--keep-ids'] }
        ['--format', 'csv'], ['--format', 'tsv'];
is(import_bytes($_, $library, '--format', 'csv'), "1$empty", 'a blank table')
    for "\n", "\xef\xbb\xbf", "\xef\xbb\xbf \r\n";

my ($file, $other) = map { put("$directory/$_", '') } 'empty.csv', 'empty.json';

is((tool('import', '-o', $library, $file, $other))[2],
    $empty =~ s/^-/$file/r, 'an empty file');
is((tool('import', '-o', $library, $other, $other))[2],
    $empty =~ s/^-/contentlib/r, 'empty files');
is((tool('import', '--quiet', '-o', $library, $file,
    put("$directory/table.csv", "file\na.png\n")))[2], $empty =~ s/^-/$file/r,
    'one of two tables');

ok(slurp($library) eq $before, 'the library is as it was');

is(import_nothing("$directory/new.db", '--format', 'csv'), "1$empty",
    'no library');
ok(!-e "$directory/new.db", 'is made of an empty table');
is(import_nothing("$directory/new.db", '--format', 'csv', '--allow-empty'), '0',
    'unless --allow-empty says so');

my $table = put("$directory/table.csv", "file,type\na.txt,text/plain\n");

is((tool('import', '-o', $library, $table))[2], sprintf($message, $library),
    'a table without pictures');

my $delete = put("$directory/delete", "1\n");

is((tool('import', '--merge', '--delete', $delete, '-o', $library))[0], 0,
    'tags are records');
is((grep { $_->{id} } exported($library)), 0, 'they are left');
is(import_nothing($library), "1$empty", 'tags');

is(import_nothing($library, '--allow-empty'), '0', '--allow-empty');
is(import_nothing($library), '0', 'an empty library');
is(import_nothing("$directory/new.db"), '0', 'a new library');

# an empty file is no library

for my $options (['--dry-run'], ['--keep-ids'], []) {
    is(import_nothing(put("$directory/touched.db", ''), @$options), '0',
        "an empty file @$options");
}

# an unreadable library may have records

my $bytes = 'x' x 68 . 'clib, but damaged';
my $broken = put("$directory/broken.db", $bytes);

like(import_nothing($broken), qr/^1contentlib: cannot open "\Q$broken\E": /,
    'a damaged one');
is(slurp($broken), $bytes, 'is left alone');
is(import_nothing($broken, '--allow-empty'), '0', 'or replaced');

done_testing();
