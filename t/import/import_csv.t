#!/usr/bin/perl

# What the columns of a table of pictures become.
# Tests: src/tool/import/contentlib_picture.c,
#     src/tool/import/contentlib_picture_url.c

use v5.36;
use utf8;

use Encode qw(encode_utf8);
use Test::More;

use lib 't/lib';
use ContentlibTool;

my $directory = directory();

# Imports the lines of a table; returns the items by identifier, and what was
# printed before the summary.

sub table (@lines) {
    my $file = put("$directory/pictures.csv",
        encode_utf8(join '', map { "$_\n" } @lines));
    my ($status, $out, $error) = tool('import', '--allow-empty', '-o',
        "$directory/library.db", $file);

    is("$status$error", '0', 'imported');

    return ({ map { $_->{id} ? ($_->{id} => $_) : () }
        exported("$directory/library.db") },
        $out =~ s{^\Q$directory\E/library\.db: .*}{}mrs
            =~ s{\Q$directory\E/}{}gr);
}

sub files ($items) {
    return join ' ', map { $items->{$_}{static_image} }
        sort { $a <=> $b } keys %$items;
}

# every column, in any order and case

my ($items, $out) = table('Tags,ID,created,ALT_TEXT,file,Width,height,size,type',
    '"Blue Sky, été",7,2024-05-01T12:00:00.5Z,"A cat, asleep",a.png,3,4,5,image/png',
    'one; two,20,,,b.gif,30,40,50,image/gif');

is_deeply($items->{7}, {
    id => 7, url => '/api/v1/content_items/7/',
    alt_text => 'A cat, asleep',
    tags => [
        { slug => 'blue-sky', url => '/api/v1/tags/blue-sky/', name => 'Blue Sky' },
        { slug => 'ete', url => '/api/v1/tags/ete/', name => 'été' },
    ],
    default_version => {
        content_type => 'I', content_label => 'Static Image',
        download => [map { { platform => $_, url => 'a.png' } }
            qw(network_a network_b network_c original)],
        picture => [{ url => 'a.png', width => 3, height => 4, size => 5,
            format => 'image/png' }], platforms => {},
    },
    static_image => 'a.png', created => '2024-05-01T12:00:00.500000Z',
    partner_ids => [],
}, 'a picture');

my %size = (width => 30, height => 40, size => 50, format => 'image/gif');

is_deeply($items->{20}{default_version}, {
    content_type => 'G', content_label => 'GIF',
    download => [(map { { platform => $_, url => 'b.gif', %size } }
        qw(network_a network_b network_c)),
        { platform => 'original', url => 'b.gif' }],
    picture => [{ url => 'b.gif', %size }], platforms => {},
}, 'an animation');
is_deeply([map { $_->{name} } @{$items->{20}{tags}}], ['one', 'two'],
    'tags between semicolons');
is($items->{20}{alt_text}, 'b', 'a text out of the name of the file');

my $written = (stat "$directory/pictures.csv")[9];
my @time = gmtime $written;

is($items->{20}{created}, sprintf('%04d-%02d-%02dT%02d:%02d:%02dZ',
    $time[5] + 1900, $time[4] + 1, @time[3, 2, 1, 0]),
    'the time is that of the table');

# other names of columns; the first one that has a value counts

($items) = table('url,SourceFile,alt,title,description',
    ',a.png,,T,D', 'https://a.example/b.png,c.png,A,T,D', ',d.png,,,D');
is(files($items), 'a.png https://a.example/b.png d.png', 'files');
is(join('', map { $items->{$_}{alt_text} } 1 .. 3), 'TAD', 'texts');

# texts derived from file names

for my $case (['img/red_balloon-2.final.png', 'red balloon 2.final'],
    ['IMG', 'IMG'], ['a/.b', '.b'], ['x?y.png', 'x?y'],
    ['https://a.example/a%20b.png?size=1.2', 'a b'],
    ['https://a.example/un-caf%C3%A9%2f.png', 'un café/'],
    ['https://a.example/caf%E9.png', 'caf%E9'],
    ['https://a.example/a%00b%2x.png', 'a%00b%2x'])
{
    my ($file, $text) = @$case;
    ($items) = table('file', $file);
    is($items->{1}{alt_text}, $text, "a text for $file");
}

# types are compared as a whole

for my $case (['image/gif', 'G'], ['image/gifted', 'I'], ['image/apng', 'G'],
    ['image/apng2', 'I'])
{
    my ($type, $letter) = @$case;
    ($items) = table('file,type', "a.x,$type");
    is($items->{1}{default_version}{content_type}, $letter, $type);
}

# addresses

for my $case (['a b/ü?#%20.png', 'a%20b/%C3%BC%3F%23%2520.png'],
    ['./a:b"\'.png', 'a%3Ab%22\'.png'], ['/a.png', '/a.png'],
    ['https://a.example/ä b%20c%?d="e"#f',
        'https://a.example/%C3%A4%20b%20c%25?d=%22e%22#f'])
{
    my ($file, $url) = @$case;
    ($items) = table('file', $file =~ /"/ ? '"' . $file =~ s/"/""/gr . '"'
        : $file);
    is(files($items), $url, "the address of $file");
}

($items) = table('url', 'a%20b.png?c');
is(files($items), 'a%20b.png?c', 'a relative address is not a name');

# tags: names that differ in case are one tag; each name has its own slug

($items) = table('file,tags', 'a.png,"Cat, cat ,, CAT"', 'b.png,cAT',
    'c.png,"crêpe,crepe,Crêpe"', q{d.png,"don't, 12:30, -, 日本, --"},
    'e.png,"Straße,STRASSE"', 'f.png,"Жук,жук"');
is_deeply([map { my $item = $items->{$_};
    join ' ', map { "$_->{slug}=$_->{name}" } @{$item->{tags}} } 1 .. 6],
    ['cat=Cat', 'cat=Cat', 'crepe=crêpe crepe-2=crepe',
    "dont=don't 12-30=12:30 x-2d=- x-e697a5e69cac=日本 x-2d2d=--",
    'strasse=Straße', 'x-d0b6d183d0ba=Жук'], 'tags and slugs');

# a tag of another file is the same tag

my $json = put("$directory/tags.ndjson", lines(tag('cat', 'CAT'),
    tag('dog', 'Hund')));
my $file = put("$directory/tags.csv", "file,tags\na.png,cat;dog\n");

imports($directory, 'tags.db', '');
is((tool('import', '--quiet', '-o', "$directory/tags.db", $json, $file))[0], 0,
    'after a file of tags');

my ($item) = grep { $_->{id} } exported("$directory/tags.db");

is_deeply([map { "$_->{slug}=$_->{name}" } @{$item->{tags}}],
    ['cat=CAT', 'dog-2=dog'], 'tags of another file');

# identifiers

($items) = table('file,id', 'a.png,', 'b.png,30', 'c.png,', 'd.png,7');
is(join(' ', map { "$_=$items->{$_}{static_image}" }
    sort { $a <=> $b } keys %$items),
    '7=d.png 30=b.png 31=a.png 32=c.png', 'identifiers');

# types

($items, $out) = table('file,type,thumbnail,still', 'a,gif,,', 'b,IMAGE/PNG,,',
    'c.GIF,,,', 'd,,,', 'e.apng,,t.png,', 'f.gif,,t.gif,s.png',
    'g.mp4,,t.png,s.png', 'h.mp4,,,', 'i,text/plain,,', 'j.gif,image/webp,,');
is(join(' ', map { $items->{$_}{default_version}{content_type}
    . ":$items->{$_}{static_image}" } sort { $a <=> $b } keys %$items),
    'G:a I:b G:c.GIF I:d G:t.png G:s.png G:s.png I:j.gif', 'types');
is_deeply([map { $_->{url} } @{$items->{7}{default_version}{picture}}],
    ['t.png'], 'a video is no picture');
is_deeply([map { $_->{url} } @{$items->{6}{default_version}{picture}}],
    ['f.gif', 't.gif'], 'a thumbnail is one');
is($out, "pictures.csv: 2 rows skipped, neither pictures that browsers show nor"
    . " videos with a still: h.mp4, i\n", 'others are counted');

# unused columns are reported

(undef, $out) = table('file,Farbe,Tagss,', 'a.png,rot,,');
is($out, "pictures.csv: columns that are not used: Farbe, Tagss\n",
    'columns that are not used');

# rows without values, and with too few

($items) = table('file,id,tags', ',,', 'a.png', '', 'b.png,9', ',,,,');
is(files($items), 'b.png a.png', 'rows without values');

# exiftool: files that are no pictures, an absolute path

($items, $out) = table('SourceFile,ImageWidth,ImageHeight,FileSize,MIMEType',
    '/srv/my pictures/a.gif,320,200,68778,image/gif',
    '/srv/my pictures/b.csv,,,0,', '"/srv/my pictures/x/é,""x.png",4,4,69,image/png',
    '/srv/my pictures/notes.txt,,,6,text/plain');
is(files($items), 'a.gif x/%C3%A9,%22x.png', 'files below a directory');
is($items->{1}{default_version}{picture}[0]{width}, 320, 'a width');
is($out, "pictures.csv: 2 rows skipped, neither pictures that browsers show nor"
    . " videos with a still: /srv/my pictures/b.csv, /srv/my pictures/notes.txt"
    . "\npictures.csv: addresses are relative to \"/srv/my pictures/\"\n",
    'skipped rows and the directory are reported');

done_testing();
