#!/usr/bin/perl

# A library that has records is not replaced by an empty one unless
# --allow-empty says so.

use v5.36;

use Test::More;

use lib 't/lib';
use ContentlibTool;

my $directory = directory();
my $message = 'contentlib: the input has no records: "%s" is only replaced by'
    . " an empty library with --allow-empty\n";

sub import_nothing ($library, @options) {
    return join '', (tool('import', '--quiet', @options, '-o', $library, '-',
        { stdin => '' }))[0, 2];
}

my $library = imports($directory, 'library.db', lines(item(1)));
my $before = slurp($library);

is(import_nothing($library), '1' . sprintf($message, $library), 'items');
is(import_nothing($library, '--dry-run'), '1' . sprintf($message, $library),
    'nor would it');
ok(slurp($library) eq $before, 'the library is as it was');

my $table = put("$directory/table.csv", "file,type\na.txt,text/plain\n");

is((tool('import', '-o', $library, $table))[2], sprintf($message, $library),
    'a table without pictures');

my $delete = put("$directory/delete", "1\n");

is((tool('import', '--merge', '--delete', $delete, '-o', $library))[0], 0,
    'tags are records');
is((grep { $_->{id} } exported($library)), 0, 'they are left');
is(import_nothing($library), '1' . sprintf($message, $library), 'tags');

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
