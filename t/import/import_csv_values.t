#!/usr/bin/perl

# Values in tables that databases, publishing systems and pandas write: HTML
# entities, numbers with a point, words for nothing, blanks that nobody sees,
# addresses with something around them.
# Tests: src/tool/import/contentlib_cell.c

use v5.36;
use utf8;

use Encode qw(encode_utf8);
use Test::More;

use lib 't/lib';
use ContentlibTool;

my $directory = directory();

# Imports rows; returns the items in the order of the rows.

sub items ($columns, @rows) {
    my $library = imports($directory, 'library.db',
        encode_utf8(join "\n", $columns, @rows, ''), '--format', 'csv');

    return reverse grep { $_->{id} } exported($library);
}

sub cell ($text) { return '"' . $text =~ s/"/""/gr . '"' }

sub tags ($item) {
    return join ' | ', map { "$_->{slug}=$_->{name}" } @{$item->{tags}};
}


# HTML entities in texts

my @texts = (
    ['Tom &amp; Jerry&#39;s &lt;b&gt;', q(Tom & Jerry's <b>)],
    ['&quot;a&quot; &apos;b&apos; &#34;c&#34;', q("a" 'b' "c")],
    ['&#233;&#xE9;&#Xe9;&eacute;&Eacute;', 'éééé' . 'É'],
    ['&hellip;&ndash;&mdash;&rsquo;&euro;&trade;', '…–—’€™'],
    ['&thetasym;&Yuml;&frac12;&sup2;&there4;', 'ϑŸ½²∴'],
    ['&#128512;&#x1F600;', '😀😀'],
    ['&#8217;&#146;&#150;&#128;', '’’–€'],
    ['a&#10;b&#9;c', "a\nb\tc"],
    ['&nbsp;a&nbsp;b&nbsp;', "a\x{a0}b"],

    # once

    ['&amp;amp; &amp;lt; &#38;gt;', '&amp; &lt; &gt;'],

    # what begins no entity, or stands for no character

    map { [$_, $_] } 'R&D', 'AT&T;', 'a & b; c', '&', '&;', '&#;', '&#x;',
        '&amp', '&copy=1', '&bogus;', '&Amp;', '&#12a;', '&#xg;', '& amp;',
        '&#0;', '&#1;', '&#x1b;', '&#127;', '&#129;', '&#xd800;', '&#1114112;',
        '&#99999999999999999999;', '&thetasymm;', '&eacut&eacute',
);

my @items = items('file,alt', map { "$_.png," . cell($texts[$_][0]) }
    0 .. $#texts);

for my $i (0 .. $#texts) {
    is(encode_utf8($items[$i]{alt_text}), encode_utf8($texts[$i][1]),
        encode_utf8("text $texts[$i][0]"));
}

# in tags, before the cell is separated

my @tags = (
    ['x &amp; y', 'x-y=x & y'],
    ['x &amp; y, z', 'x-y=x & y | z=z'],
    ['a;x &amp; y;&lt;3', 'a=a | x-y=x & y | 3=<3'],
    ['R&D;x', 'r-d=R&D | x=x'],
    ['a&nbsp;;&#8203;b', "a=a | b=\x{200b}b"],
    ['rock&#39;n&#39;roll', q(rocknroll=rock'n'roll)],
    ['nan,NULL', 'nan=nan | null=NULL'],
);

@items = items('file,tags', map { "$_.png," . cell($tags[$_][0]) } 0 .. $#tags);

for my $i (0 .. $#tags) {
    is(encode_utf8(tags($items[$i])), encode_utf8($tags[$i][1]),
        "tags $tags[$i][0]");
}

# in addresses, but not in names of files

sub addresses ($column, @cases) {
    my @shown = map { $_->{static_image} } items("n,$column",
        map { "x," . cell($_->[0]) } @cases);

    is(encode_utf8($shown[$_]), $cases[$_][1],
        encode_utf8("$column $cases[$_][0]")) for 0 .. $#cases;
}

addresses('url',
    ['https://a.example/?a=1&amp;b=2&copy=3', 'https://a.example/?a=1&b=2&copy=3'],
    ['b.png?a=1&#38;b=2', 'b.png?a=1&b=2'],
    ['https://a.example/a&#32;c.png', 'https://a.example/a%20c.png'],

    # as mail, documents and Airtable have them

    ['<https://a.example/d.jpg>', 'https://a.example/d.jpg'],
    ['cat.png (https://a.example/e.png)', 'https://a.example/e.png'],
    ['cat (1).png (https://a.example/f (1).png)',
        'https://a.example/f%20(1).png'],
    [" \x{a0}https://a.example/g.jpg\x{2003}", 'https://a.example/g.jpg'],

    # a scheme has no case

    ['HTTPS://EXAMPLE.COM/h.jpg', 'https://EXAMPLE.COM/h.jpg'],
    ['Http://a.example/i.jpg', 'http://a.example/i.jpg'],
    ['https://a.example/ü b.jpg?w=1#f', 'https://a.example/%C3%BC%20b.jpg?w=1#f'],
);
addresses('file',
    ['x &amp; y.png', 'x%20&amp;%20y.png'],
    ['a&#39;b.png', "a&%2339;b.png"],
    ['a (2).png', 'a%20(2).png'],
    ['www.a.example/b.png', 'www.a.example/b.png'],
    ['https://a.example/?a=1&amp;b=2', 'https://a.example/?a=1&b=2'],
    ['HTTPS://a.example/C.png', 'https://a.example/C.png'],
    ['d.png (HTTPS://a.example/d.png)', 'https://a.example/d.png'],
);

# numbers: pandas writes a point in a column that has an empty cell

my @numbers = (
    ['1920.0', 1920], ['1080.00', 1080], ['0.0', 0],
    ['9007199254740992.0', 9_007_199_254_740_992],
    map({ [$_, 'none'] } '', '-', 'NaN', 'nan', 'NULL', 'null', 'None', 'N/A',
        'NA', '#N/A', '<NA>', "\x{a0}NaN "),
);

@items = items('file,type,width,height,size,FileSize,id,thumbnail,'
    . 'thumbnail_width,thumbnail_height,created', map {
        my $value = $numbers[$_][0];
        join ',', "$_.png", 'png', ($value) x 3, '', $value eq '0.0' ? '' :
            $value, 't.webp', ($value) x 2, $value =~ /\d/ ? '' : $value
    } 0 .. $#numbers);

my %item = map { $_->{default_version}{picture}[0]{url} => $_ } @items;

for my $i (0 .. $#numbers) {
    my ($value, $number) = @{$numbers[$i]};
    my ($picture, $small) = @{$item{"$i.png"}{default_version}{picture}};

    is(join(' ', map { $_ // 'none' } @{$picture}{qw(width height size)},
        @{$small}{qw(width height)}), join(' ', ($number) x 5),
        encode_utf8("number $value"));
}

is($item{'0.png'}{id}, 1920, 'an id');
is($item{'2.png'}{id}, 9_007_199_254_740_993, 'a row without one');

# names of columns

for my $columns ("\x{a0}file\x{a0},\x{feff}alt,\x{2003}tags\x{2003}",
    "\x{3000}File\x{200b},Alt\x{a0}Text\x{202f},\x{2060}TAGS\x{2028}",
    " \x{85}file\x{2009} ,\x{200e}alt\x{200f},\ttags\t")
{
    my ($item) = items($columns, 'a.png,A,x');

    is("$item->{static_image} $item->{alt_text} " . tags($item), 'a.png A x=x',
        encode_utf8($columns =~ s/([^ -~])/sprintf '<%04X>', ord $1/gre));
}

is(refuses($directory, "$directory/library.db",
    encode_utf8("\x{a0}name\x{a0},\x{feff}\n"), '--format', 'csv'),
    '-:1: there is no column "file", "url", "SourceFile" or "Filename" (the'
    . ' columns are: name)', 'a message names them without blanks');
is(refuses($directory, "$directory/library.db",
    encode_utf8("file,\x{a0}Width\x{a0}\na.png,x\n"), '--format', 'csv'),
    '-:2: column "Width" is not a whole number: "x"', 'also of a value');

# records: numbers with a point, and schemes

my $bytes = json(still(7, static_image => 'HTTPS://M.example/a.png',
    version => {
        download => [{ platform => 'original', width => '30.0',
            url => 'https://M.example/a.png' }],
        platforms => { partner => 'hTTp://p.example/' },
    }));

imports($directory, 'record.db', $bytes =~ s/"id":7/"id":7.0/r
    =~ s/"(30\.0)"/$1/r, '--media-url', 'HTTPS://M.example/');

my ($record) = grep { $_->{id} } exported("$directory/record.db");
is($record->{id}, 7, 'an id with a point');
is($record->{static_image}, 'https://M.example/a.png', 'a scheme');
is($record->{default_version}{download}[0]{width}, 30, 'a number');
is($record->{default_version}{platforms}{partner}, 'http://p.example/',
    'a page of a partner');

($record) = grep { $_->{id} } exported("$directory/record.db", '--media-url',
    'https://n.example/');
is($record->{static_image}, 'https://n.example/a.png',
    '--media-url has no case in its scheme, either');

done_testing();
