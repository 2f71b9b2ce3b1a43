#!/usr/bin/perl

# The column "collection" of a table makes a collection of each of its values,
# with the rows as members and the first one as preview.
# Tests: src/tool/import/contentlib_import_table.c,
#     src/tool/stage/contentlib_stage.c

use v5.36;

use Test::More;

use lib 't/lib';
use ContentlibTool;


my $directory = directory();
my $library = "$directory/library.db";

# "slug=name: preview; members" of each collection.

sub collections () {
    return join ' | ', map {
        "$_->{slug}=$_->{name}: $_->{preview_image}{id}; @{$_->{items} // []}"
    } grep { $_->{preview_image} } exported($library, '--members');
}

sub imported ($name, $table, @options) {
    my ($status, $out, $error) = tool('import', '--quiet', '-o', $library,
        '--format', 'csv', @options, '-', { stdin => $table });

    is("$status$error", '0', $name);
    is((tool('check', $library))[0], 0, "$name: check");
}

imported('a table', "file,collection\na.png,\nb.png,Alps\nc.png,Sea\nd.png,Alps\n");
is(collections(), 'alps=Alps: 2; 2 4 | sea=Sea: 3; 3', 'in their order');

my ($alps) = grep { $_->{preview_image} } exported($library);

is(join(' ', map { $alps->{$_} // '' } qw(description display_in_library featured)),
    ' 1 0', 'the other fields');

# Several names in a cell, as in a cell of tags.

imported('several names', "file,collection\n"
    . "a.png,Sea; sea ;Best\nb.png,\"Rome, 2024\n\"\nc.png,\"Best, Sea\"\n");
is(collections(), 'sea=Sea: 1; 1 3 | best=Best: 1; 1 3'
    . ' | rome-2024=Rome, 2024: 2; 2', 'each one');
imported('another separator', "file,collection\na.png,Sea|Best\n",
    '--tag-separator', '|');
is(collections(), 'sea=Sea: 1; 1 | best=Best: 1; 1', 'is that of the tags');
imported('entities', "file,collection\na.png,Tom &amp; Ada\n");
is(collections(), 'tom-ada=Tom & Ada: 1; 1', 'are decoded');

# Slugs, which stay with --keep-ids, whatever the order.

imported('one slug of two names',
    "file,collection\na.png,C\nb.png,C++\nc.png,\xe7\x8c\xab\n");
is(collections(), "c=C: 1; 1 | c-2=C++: 2; 2 | x-e78cab=\x{732b}: 3; 3", 'slugs');
imported('another order', "file,collection\nb.png,C++\nc.png,C#\na.png,C\n",
    '--keep-ids');
is(collections(), 'c-2=C++: 2; 2 | c-3=C#: 3; 3 | c=C: 1; 1'
    . " | x-e78cab=\x{732b}: 3; 3", 'keep their slugs');

# A record that comes first: the rows are further members.

my $file = put("$directory/records.ndjson", lines(still(7), collection('c', { id
    => 7 }, name => 'C', description => 'by hand', items => [7])));
my $table = put("$directory/table.csv", "file,collection\na.png,c\n");

is((tool('import', '--quiet', '-o', $library, $file, $table))[0], 0, 'a record');
is(collections(), 'c=C: 7; 7 8', 'and a row');

# --merge

is((tool('import', '--quiet', '--merge', '-o', $library,
    put("$directory/more.csv", "file,collection\nb.png,C;D\n")))[0], 0, 'merged');
is(collections(), 'c=C: 7; 7 8 9 | d=D: 9; 9', 'one more member');
is((grep { ($_->{slug} // '') eq 'c' } exported($library))[0]{description},
    'by hand', 'of the same record');

like(refuses($directory, $library, "file,collection\na.png," . 'x' x 1001 . "\n",
    '--format', 'csv'), qr/^-:2: collection "x+.*: "name" is longer than 1000 bytes/,
    'a name that is too long');

done_testing();
