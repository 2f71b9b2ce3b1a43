#!/usr/bin/perl

# Texts of cameras and programs are no captions, and the text for blind people comes
# first.  A name without letters gives words.
# Tests: conf/contentlib-pictures

use v5.36;

use lib 't/lib';
use ContentlibPictures;
use ContentlibTool;
use Test::More;


my $directory = directory();

my (%expected, %name);

# A picture with these tags.

sub picture ($expected, $name, %tags) {
    state $n = 0;
    my $path = sprintf '%03d/%s', $n++, $name;

    jpeg("$directory/$path", 30, 20, %tags);
    $expected{$path} = $expected;
    $name{$path} = join ' ', $name, map { "$_: $tags{$_}" } sort keys %tags;
}

for my $text ('OLYMPUS DIGITAL CAMERA', 'SONY DSC', 'MINOLTA DIGITAL CAMERA',
    'KONICA MINOLTA DIGITAL CAMERA', 'SAMSUNG CAMERA PICTURES', 'DIGITAL CAMERA',
    'x-default', 'DCF 1.0', 'cof', 'hdr', 'oznorHO', 'sdr_vivid', 'rbt',
    'DCIM/100MEDIA/DJI_0007.JPG', 'DCIM\100MEDIA\DJI_0007.JPG', 'IMG_0001.HEIC',
    'default', 'Exif_JPEG_PICTURE', 'KODAK Digital Still Camera', '  SONY DSC   ',
    'Untitled', 'Processed with VSCO with a6 preset')
{
    picture('a b', 'a_b.jpg', ImageDescription => $text);
}

for my $text ('My camera', 'Coffee', 'A Sony DSC on a table', 'cofe',
    'The default', 'Nordic light', 'see a.jpg', 'Photo of Ada')
{
    picture($text, 'a.jpg', ImageDescription => $text);
}

picture('A cat', 'a.jpg', Title => 'SONY DSC', Description => 'A cat');
picture('It sleeps', 'a.jpg', Title => 'A cat',
    'XMP:AltTextAccessibility' => 'It sleeps');

my %words = ('20240501_120000.jpg' => 'Picture 20240501 120000',
    '2231.jpg' => 'Picture 2231', ' .jpg' => 'Picture', '_-_.jpg' => 'Picture',
    'IMG_2231.jpg' => 'IMG 2231', "\xe7\x8c\xab.jpg" => "\xe7\x8c\xab",
    "\xe9.jpg" => "\xc3\xa9");

picture($words{$_}, $_) for sort keys %words;

my %row = map { $_->{url} =~ s{/.*}{}r => $_ } rows(table("$directory"));

for my $path (sort keys %expected) {
    is($row{$path =~ s{/.*}{}r}{alt_text}, $expected{$path},
        $name{$path} =~ tr/ -~//cdr);
}

done_testing();
