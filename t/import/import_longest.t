#!/usr/bin/perl

# A record has at most 64 KiB as "contentlib export" prints it, a collection
# without its preview, and a tag 1 KiB.  The error of a longer one names its
# file, its line, and its length.
# Tests: src/tool/record/contentlib_record.c, src/tool/write/contentlib_writer.c

use v5.36;

use Test::More;

use lib 't/lib';
use ContentlibTool;

my $MOST = 65_536;
my $TAG = 1024;
my $directory = directory();
my $end = "expected at most $MOST";

# the lengths of the lines of an export that begin with a text

sub lengths ($library, $begin) {
    return map { length } grep { /^\Q$begin\E/ }
        split /\n/, (tool('export', $library))[1];
}

# an item whose line has so many bytes; options are those of the import

sub padded ($length, $item, @options) {
    my $library = imports($directory, 'short.db', lines($item), @options);
    my ($short) = lengths($library, '{"id":');

    $item->{alt_text} .= 'x' x ($length - $short);

    return $item;
}

my $library = imports($directory, 'library.db', lines(padded($MOST, item(1))));

is_deeply([lengths($library, '{"id":')], [$MOST], 'the longest item');
is((tool('check', $library))[0], 0, 'check');
is(refuses($directory, $library, lines(item(2), padded($MOST + 1, item(1)))),
    "-:2: content item 1: the record would have 65537 bytes, $end",
    'a longer item');

# what counts is the form of the export, not that of the input

my $form = padded($MOST, item(1));

$form->{url} = 'https://' . 'x' x 200 . '/1/';
$form->{default_version}{picture}[0]{height} = '240.0';
is_deeply([lengths(imports($directory, 'form.db', lines($form)), '{"id":')],
    [$MOST], 'another form');

$form->{alt_text} =~ s/x/"/;
is(refuses($directory, $library, lines($form)),
    "-:1: content item 1: the record would have 65537 bytes, $end",
    'a quote has two bytes');

# relative addresses are printed with the media URL

my @media = ('--media-url', 'https://media.example/');
my $relative = padded($MOST, item(1), @media);

is_deeply([lengths(imports($directory, 'relative.db', lines($relative), @media),
    '{"id":')], [$MOST], 'relative addresses');

$relative->{alt_text} .= 'x';
is(refuses($directory, $library, lines($relative), @media),
    "-:1: content item 1: the record would have 65537 bytes, $end",
    'and one byte more');

# with --merge, an item of the library has another media URL, and its tags other
# names

my $old = imports($directory, 'old.db',
    lines(padded($MOST, item(1, static_image => 'a.gif'))));

is(refuses($directory, $old, '', '--merge', @media),
    "$old:3: content item 1: the record would have 65558 bytes, $end",
    'another media URL');
is(refuses($directory, $library, lines(tag('happy', 'happier')), '--merge'),
    "$library:3: content item 1: the record would have 65538 bytes, $end",
    'another name of a tag');

# a collection has its own length, and its preview as well

my ($bare) = lengths(imports($directory, 'collection.db',
    lines(collection('c', item(1)))), '{"slug":"c"');
my ($preview) = lengths("$directory/collection.db", '{"id":');

sub padded_collection ($length, $item) {
    return collection('c', $item,
        description => 'x' x ($length - $bare + $preview));
}

my $both = imports($directory, 'both.db',
    lines(padded_collection($MOST, padded($MOST, item(1)))));

is_deeply([lengths($both, '{"slug":"c"')], [2 * $MOST],
    'the longest collection and the longest preview');
is((tool('check', $both))[0], 0, 'check');
is(refuses($directory, $library, lines(padded_collection($MOST + 1, item(1)))),
    "-:1: collection \"c\": the record would have 65537 bytes, $end",
    'a longer collection');
is(refuses($directory, $library,
    lines(collection('c', padded($MOST + 1, item(1))))),
    "-:1: collection \"c\": \"preview_image\" would have 65537 bytes, $end",
    'a longer preview');

# the items that a collection lists do not count

my $members = padded_collection($MOST, item(1));

$members->{items} = [1 .. 9];
imports($directory, 'members.db', lines((map { item($_) } 1 .. 9), $members));
pass('items');

# tags: alone, of an item, of a preview, and of a row of a table

my ($one) = lengths(imports($directory, 'tag.db', lines(tag('t', 'x'))),
    '{"slug":"t"');

sub padded_tag ($length) { return tag('t', 'x' x ($length - $one + 1)) }

my $name = ': "' . 'x' x 40 . '..."';
my $longer = "would have 1025 bytes as a tag, expected at most $TAG";

is_deeply([lengths(imports($directory, 'tag.db',
    lines(item(1, tags => [padded_tag($TAG)]))), '{"slug":"t"')], [$TAG],
    'the longest tag');
is(refuses($directory, $library, lines(padded_tag($TAG + 1))),
    "-:1: tag \"t\": the record would have 1025 bytes, expected at most $TAG",
    'a longer tag');
is(refuses($directory, $library,
    lines(item(2), item(1, tags => [tag('a'), padded_tag($TAG + 1)]))),
    "-:2: content item 1: \"tags[1]\" $longer$name", 'of an item');
is(refuses($directory, $library,
    lines(collection('c', item(1, tags => [padded_tag($TAG + 1)])))),
    "-:1: collection \"c\": \"preview_image.tags[0]\" $longer$name",
    'of a preview');

# the slug of a long name has 200 bytes, and is in the record twice

my $long = 'x' x ($TAG - ($one - 3) - 2 * 200);

is_deeply([lengths(imports($directory, 'table.db', "file,tags\na.png,$long\n",
    '--format', 'csv'), '{"slug":')], [$TAG], 'the longest tag of a table');
is(refuses($directory, $library,
    "file,Keywords\na.png,k\nb.png,\"k,${long}x\"\n", '--format', 'csv'),
    "-:3: column \"Keywords\" $longer$name", 'a longer one');

my $tags = join ',', map { "$_ " . 'x' x 180 } 1 .. 200;

like(refuses($directory, $library, "file,tags\na.png,\"$tags\"\n", '--format',
    'csv'), qr/\A-:2: content item 1: the record would have \d+ bytes, \Q$end\E\z/,
    'a longer row');

done_testing();
