#!/usr/bin/perl

# Tables as other programs and people write them.
# Tests: src/tool/import/contentlib_import_table.c,
#     src/tool/import/contentlib_picture.c

use v5.36;
use utf8;

use Encode qw(encode_utf8);
use Test::More;

use lib 't/lib';
use ContentlibTool;

my $directory = directory();
my $library = "$directory/library.db";

# Imports a table; returns its items in the order of their ids, and the notes.

sub table ($bytes, @options) {
    my $name = $bytes =~ /\A\w+\t/ ? 'table.tsv' : 'table.csv';
    my $file = put("$directory/$name", encode_utf8($bytes));
    my ($status, $out, $error) = tool('import', @options, '-o', $library,
        $file);

    is("$status$error", '0', 'imported');

    return ([reverse grep { $_->{id} } exported($library)],
        $out =~ s{^\Q$library\E: .*}{}mrs =~ s{\Q$directory\E/table\.\wsv: }{}gr);
}

sub first ($bytes) { return ((table($bytes))[0])->[0] }
sub values_of ($items, $field) { return join ' ', map { $_->{$field} } @$items }

# tags: each cell has its own separator, and blanks separate only if told

my $blanks = "no tags have a separator, so each cell is one tag (if blanks"
    . " separate tags, use --tag-separator \" \")\n";

for my $case (
    ['"New York, night"', 'new-york=New York night=night', ''],
    ['New York', 'new-york=New York', $blanks],
    ['1girl ;d blue_eyes', '1girl=1girl d-blue-eyes=d blue_eyes', ''],
    ['"a, b;c"', 'a-b=a, b c=c', ''],
    [qq("one, two\r\nthree; four"), 'one-two=one, two three-four=three; four',
        ''],
    ['night', 'night=night', ''],
    ['1girl blue_eyes', '1girl=1girl blue-eyes=blue_eyes', '', ' '],
    ['夜、New York', 'x-e5a49c=夜 new-york=New York', '', '、'],
    ['-', '', ''],
) {
    my ($cell, $tags, $note, @separator) = @$case;
    my ($items, $out) = table("file,tags\na.png,$cell\n",
        map { ('--tag-separator', encode_utf8($_)) } @separator);

    is(join(' ', map { "$_->{slug}=$_->{name}" } @{$items->[0]{tags}}), $tags,
        encode_utf8("tags $cell"));
    is($out, $note, 'note');
}

is((tool('import', '--tag-separator', $_, '-o', $library, 'none.csv'))[2],
    "contentlib: --tag-separator is not a character\n"
    . "try \"contentlib import --help\"\n", "--tag-separator '$_'")
    for '', ';;', "\xe3\x80";

# names that look the same are one tag, with the name that is read first

my ($alike) = table("file,tags\na.jpg,caf\x{e9};heart\x{2764}\x{fe0f}\n"
    . "b.jpg,CAFE\x{301};heart\x{2764}\nc.jpg,ca\x{200b}f\x{e9}\n");

is(join(' | ', map { join ' ', map { "$_->{slug}=$_->{name}" } @{$_->{tags}} }
    @$alike), "cafe=caf\x{e9} heart=heart\x{2764}\x{fe0f} | cafe=caf\x{e9}"
    . " heart=heart\x{2764}\x{fe0f} | cafe=caf\x{e9}", 'one tag');

# quotes within a field

for my $bytes ("file\talt\n1.jpg\tan 8\" pan\n", "file,alt\n1.jpg,an 8\" pan\n") {
    is(first($bytes)->{alt_text}, 'an 8" pan', 'a quote is a character');
}

is(values_of((table(qq(file,alt\n1.jpg,8"\n2.jpg,"a ""b""\nc"\n3.jpg,"d"\n)))[0],
    'alt_text'), qq(8" a "b"\nc d), 'and quoted fields stay what they are');

# the separator in the first line

is(first("sep=;\r\nfile;alt\r\na.png;b,c\r\n")->{alt_text}, 'b,c', 'sep=');
like((tool('import', '-o', $library, put("$directory/sep.csv",
    "sep=|\nfile|id\na.png|x\n")))[2], qr/sep\.csv:3: column "id" /,
    'lines are counted');

# times

for my $case (
    ['2024-05-01T14:00:00+02:00', '2024-05-01T12:00:00Z'],
    ['2024-05-01T20:00:00-05:30', '2024-05-02T01:30:00Z'],
    ['2024-05-01T14:00:00.123456789Z', '2024-05-01T14:00:00.123456Z'],
    ['2024:05:01 14:00:00', '2024-05-01T14:00:00Z'],
    ['2024:05:01 14:00:00.25+02:00', '2024-05-01T12:00:00.250000Z'],
    ['2024-05-01 14:00:00', '2024-05-01T14:00:00Z'],
    ['2024-05-01 14:00:00+02', '2024-05-01T12:00:00Z'],
    ['2024:05:01 14:00:00+0200', '2024-05-01T12:00:00Z'],
    ['20240501T140000Z', '2024-05-01T14:00:00Z'],
    ['2024-05-01T14:00Z', '2024-05-01T14:00:00Z'],
) {
    my ($cell, $time) = @$case;
    is(first("file,created\na.png,$cell\n")->{created}, $time, $cell);
}

my ($items, $out) = table("file,created,DateTimeOriginal\n"
    . "a.png,0000:00:00 00:00:00,-\nb.png,-,\nc.png,,2024:05:01 14:00:00\n"
    . "d.png,,\n");

is($out, 'rows without a time: 3 (see the column "created" in "Tables of'
    . " pictures\")\n", 'no times');
is($items->[2]{created}, '2024-05-01T14:00:00Z', 'another column has it');

# sizes

($items, $out) = table("SourceFile,MIMEType,FileSize,ImageWidth\n"
    . "a.png,image/png,13 kB,3\nb.png,image/png,-,-\nc.png,image/png,7,4\n");

is($out, "rows whose size is not a number of bytes, and not used: 2 (call"
    . " exiftool with -n)\n", 'exiftool without -n');
is_deeply([map { $_->{default_version}{picture}[0] } @$items],
    [{ url => 'a.png', width => 3, format => 'image/png' },
    { url => 'b.png', format => 'image/png' },
    { url => 'c.png', width => 4, size => 7, format => 'image/png' }],
    'the others are used');

# static images have the sizes that the table gives

($items) = table("file,width,height,thumbnail,thumbnail_width,thumbnail_height\n"
    . "a.png,30,40,b.webp,3,4\nc.png,,,,,\n");
is_deeply([map { $_->{default_version}{picture} } @$items],
    [[{ url => 'a.png', width => 30, height => 40, format => 'image/png' },
    { url => 'b.webp', width => 3, height => 4, format => 'image/webp' }],
    [{ url => 'c.png' }]],
    'sizes of static images');

# a WebP file with a still is an animation

($items) = table("file,still\na.webp,a.png\nb.webp,\n");
is(join(' ', map { "$_->{default_version}{content_type}:$_->{static_image}" }
    @$items), 'G:a.png I:b.webp', 'an animated WebP file');

# paths of Windows

for my $case (
    ["file\nholidays\\red_dog.gif\n", 'holidays/red_dog.gif', ''],
    ["file\nC:\\Users\\me\\a.jpg\n", 'a.jpg',
        qq(addresses are relative to "C:/Users/me/"\n)],
    ["file,thumbnail\nC:\\me\\p\\a.jpg,C:\\me\\t\\a.jpg\n", 'p/a.jpg',
        qq(addresses are relative to "C:/me/"\n)],
    ["SourceFile,type\nC:/p/a.jpg,jpg\nC:/p/b c/d.jpg,jpg\n",
        'a.jpg b%20c/d.jpg', qq(addresses are relative to "C:/p/"\n)],
    ["file\nC:\\a.jpg\nD:\\b.jpg\n", 'a.jpg b.jpg',
        "addresses are paths without their drive letters\n"],
    ["file\nC:\\p\\2023\\a.jpg\n2023/b.jpg\nC:\\p\\2023\\c.jpg\n",
        'p/2023/a.jpg 2023/b.jpg p/2023/c.jpg',
        "addresses are paths without their drive letters\n"],
) {
    my ($bytes, $files, $note) = @$case;
    ($items, $out) = table($bytes);
    is(values_of($items, 'static_image'), $files, $files);
    is($out, $note, 'note');
}

# blanks in quoted cells, and empty cells behind the last column

($items) = table(qq("file","id"," alt "\n"a b.gif "," 5 ","\x{a0}x "\n)
    . "c.png,,,,\n");
is_deeply([map { join ' ', @$_{qw(id alt_text static_image)} } @$items],
    ['5 x a%20b.gif', '6 c c.png'], 'blanks and empty cells');

# slugs of letters that are no letter of ASCII with a mark

($items) = table("file,tags\na.png,\"Łódź, Ærø, Đại, Øl, þing, Œuvre, Straße\"\n");
is(values_of($items->[0]{tags}, 'slug'),
    'lodz aero dai ol thing oeuvre strasse', 'slugs');

# names of columns

for my $case (
    ["Filename,Alt Text,Keywords,DateTimeOriginal\na.jpg,A,k,2024:05:01 14:00:00\n",
        'a.jpg A k'],
    ["File Name,Caption,Subject,Source URL\na.jpg,A,k,https://x.example/\n",
        'a.jpg A k'],
    ["source-url,URL,ALT-TEXT,tags\nhttps://x.example/b,https://x.example/a.jpg,A,k\n",
        'https://x.example/a.jpg A k'],
    ["Source URL,ALT_text,tags\nhttps://x.example/a.jpg,A,k\n",
        'https://x.example/a.jpg A k'],
    ["FileName,SourceFile,File Size,MIME Type,Title,Subject\n"
        . "a.jpg,x/a.jpg,7,image/jpeg,A,k\n", 'x/a.jpg A k'],
) {
    my ($bytes, $expected) = @$case;
    my ($row) = @{(table($bytes))[0]};
    is("$row->{static_image} $row->{alt_text} $row->{tags}[0]{name}", $expected,
        $bytes =~ s/\n.*//sr);
}

# what browsers do not show

($items, $out) = table(join "\n", 'file,type', map { "$_," } qw(a.NEF b.dng c.psd
    d.heic e.tiff f.jpg));
is(values_of($items, 'static_image'), 'f.jpg', 'a picture that browsers show');
is($out, "5 rows skipped, neither pictures that browsers show nor videos with a"
    . " still: a.NEF, b.dng, c.psd, ...\n", 'the others are named');

($items) = table("file,type\na,image/heic\nb,heic\nc,image/x-nikon-nef\nd,jpg\n");
is(values_of($items, 'static_image'), 'd', 'by their types');

done_testing();
