#!/usr/bin/perl

# The preview of a collection as the address of a file: the one item whose
# original it is, wherever it is given.
# Tests: src/tool/stage/contentlib_stage.c, src/tool/import/contentlib_picture.c

use v5.36;

use Test::More;

use lib 't/lib';
use ContentlibTool;


my $directory = directory();
my $library = "$directory/library.db";
my $media = 'https://media.example/';

# "slug: preview; members" of each collection.

sub collections () {
    return join ' | ', map {
        "$_->{slug}: $_->{preview_image}{id}; @{$_->{items} // []}"
    } grep { $_->{preview_image} } exported($library, '--members');
}

sub imported ($name, $input, @options) {
    my ($status, $out, $error) = tool('import', '--quiet', '-o', $library,
        @options, '-', { stdin => $input });

    is("$status$error", '0', $name);
    is((tool('check', $library))[0], 0, "$name: check");
}

# Records: before and behind the item, and with each form of the address.

my @records = (collection('c', "${media}2.png", items => [1]), item(1), still(2),
    collection('d', "${media}1.gif"));

imported('records', lines(@records));
is(collections(), 'c: 2; 1 | d: 1; ', 'are found by their originals');
imported('a media URL', lines(@records, collection('e', '2.png')), '--media-url',
    $media);
is(collections(), 'c: 2; 1 | d: 1;  | e: 2; ', 'is removed from addresses');

# An item of the library, and another original.

imported('an item of the library', lines(collection('c', '1.gif')), '--merge');
is(collections(), 'c: 1; 1 | d: 1;  | e: 2; ', 'is found');
imported('another original', lines(item(1, version => { download =>
    [{ platform => 'original', url => 'x.gif' }] }), collection('c', 'x.gif')),
    '--merge');
is(collections(), 'c: 1; 1 | d: 1;  | e: 2; ', 'counts');

# A table behind the record, again and again.

my $record = put("$directory/sea.ndjson", lines(collection('sea', 'b%20b.png',
    name => 'Sea', description => 'by hand')));
my $table = put("$directory/table.csv", "file,collection\na.png,Sea\nb b.png,\n");

unlink $library;

for my $table ($table, put("$directory/more.csv",
    "file,collection\nnew.png,\nb b.png,Sea\na.png,Sea\n"))
{
    is(join('', tool('import', '--quiet', '--keep-ids', '-o', $library, $record,
        $table)), '0', 'a record and a table');
}

is(collections(), 'sea: 2; 1 2', 'the file keeps its id');

# The column of a table, in the first row of a collection.

imported('a column', "file,collection,preview_image\na.png,\"Alps,Sea\",b#b.png\n"
    . "b#b.png,Alps,a.png\nc.png,Lake,\n");
is(collections(), 'alps: 2; 1 2 | sea: 2; 1 | lake: 3; 3', 'of files');
imported('addresses', "url,collection,preview_image\n"
    . "${media}a%20a.png,Alps,${media}b%20b.png\n${media}b%20b.png,,\n",
    '--media-url', $media);
is(collections(), 'alps: 2; 1', 'of which the media URL is removed');
imported('paths', "SourceFile,MIMEType,collection,preview_image\n"
    . "/x/a.png,image/png,Alps,/x/b.png\n/x/b.png,image/png,,\n");
is(collections(), 'alps: 2; 1', 'of which the directory is removed');

# Errors.

my $copy = item(3, version => { download => [{ platform => 'original',
    url => "${media}1.gif" }] });

for my $case (
    ['no item', lines(item(1), collection('c', "${media}1.png"),
        collection('d', 'b')),
        qq(-:2: collection "c": "preview_image": 0 content items have the original)
        . qq( "${media}1.png", expected 1\n)
        . '-:3: collection "d": "preview_image": 0 content items have the original'
        . ' "b", expected 1'],
    ['two items', lines(item(1), $copy, collection('c', "${media}1.gif")),
        qq(-:3: collection "c": "preview_image": 2 content items have the original)
        . qq( "${media}1.gif", expected 1)],
    ['no address', lines(collection('c', 'a b.png')), '-:1: collection "c":'
        . ' "preview_image" has a blank or a control character: "a b.png" (write'
        . ' %20 for a space)'],
    ['a wrong escape', lines(collection('c', 'a%b.png')), qr/"preview_image" has a "%"/],
    ['an empty text', lines(collection('c', '')), qr/"preview_image" is empty/],
    ['a number', lines(collection('c', 7)), qr/"preview_image" is not an object/],
) {
    my ($name, $bytes, $expected) = @$case;
    my $said = refuses($directory, $library, $bytes);

    ref $expected ? like($said, $expected, $name) : is($said, $expected, $name);
}

for my $case (
    ['no row', "file,collection,preview_image\na.png,Sea,b.png\n", '-:2: collection'
        . ' "sea": "preview_image": 0 content items have the original "b.png",'
        . ' expected 1'],
    ['two addresses', "file,collection,preview_image\na.png,Sea,\"${media}a ${media}b\"\n",
        qr/column "preview_image" has more than one address/],
) {
    my ($name, $bytes, $expected) = @$case;
    my $said = refuses($directory, $library, $bytes, '--format', 'csv');

    ref $expected ? like($said, $expected, $name) : is($said, $expected, $name);
}

# An item that --delete removes has no file.

imported('two items', lines(item(1), item(2)));

my $ids = put("$directory/ids", "1\n");

like(refuses($directory, $library, lines(collection('c', "${media}1.gif")),
    '--merge', '--delete', $ids), qr/"preview_image": 0 content items/,
    'a removed item');

done_testing();
