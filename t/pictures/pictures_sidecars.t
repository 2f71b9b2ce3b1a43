#!/usr/bin/perl

# Files of metadata beside a picture: XMP, and JSON of Google Takeout.  They count
# where the picture itself has nothing.
# Tests: conf/contentlib-pictures

use v5.36;

use lib 't/lib';
use ContentlibPictures;
use ContentlibTool;
use Test::More;


my $directory = directory();

my $xmp = <<'END';
<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF
  xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description
  xmlns:dc="http://purl.org/dc/elements/1.1/"
  xmlns:exif="http://ns.adobe.com/exif/1.0/"
  exif:DateTimeOriginal="2019-03-04T05:06:07Z">
  <dc:title><rdf:Alt><rdf:li xml:lang="x-default">TEXT</rdf:li></rdf:Alt></dc:title>
  <dc:subject><rdf:Bag><rdf:li>one</rdf:li><rdf:li>two</rdf:li></rdf:Bag></dc:subject>
</rdf:Description></rdf:RDF></x:xmpmeta>
END

sub takeout ($text) {
    return qq({"title": "x", "description": "$text", "photoTakenTime":)
        . ' {"timestamp": "1551675967"}}';
}

sub of ($name, $bytes, %tags) {
    mkdir "$directory/one";
    jpeg("$directory/one/a(1).jpg", 30, 20, %tags);
    utime 1, 1, "$directory/one/a(1).jpg";
    put("$directory/one/$name", $bytes);

    my ($status, $out, $error) = script("$directory/one");
    my ($row) = rows($out);

    system 'rm', '-r', "$directory/one";

    return join ', ', "$row->{alt_text}", $row->{tags} =~ tr/\n/ /r,
        $row->{created} =~ s/T.*//r, $error;
}

is(of('a(1).jpg.xmp', $xmp), 'TEXT, one two , 2019-03-04, ', 'a.jpg.xmp');
is(of('a(1).xmp', $xmp), 'TEXT, one two , 2019-03-04, ', 'a.xmp');
is(of('a(1).XMP', $xmp), 'TEXT, one two , 2019-03-04, ', 'in upper case');

for my $name ('a(1).jpg.json', 'a(1).jpg.supplemental-metadata.json',
    'a(1).jpg.supplemental-me.json', 'a.jpg.supplemental-metadata(1).json',
    'a.jpg(1).json')
{
    is(of($name, takeout('A cat')), 'A cat, , 2019-03-04, ', $name);
}

is(of('a(1).jpg.xmp', $xmp, Title => 'own', Subject => ['own'],
    DateTimeOriginal => '2020:01:01 00:00:00'), 'own, own , 2020-01-01, ',
    'what the picture has counts');
is(of('a(1).jpg.json', '{"description": "A cat'), 'a(1), , 1970-01-01, ',
    'a file that is broken');
is(of('a(1).jpg.json', '[1]'), 'a(1), , 1970-01-01, ', 'or has no object');
like(of('b.jpg.xmp', $xmp), qr/do not show: 1 \(b\.jpg\.xmp\)/, 'that of no file');

done_testing();
