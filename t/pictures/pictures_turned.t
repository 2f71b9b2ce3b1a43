#!/usr/bin/perl

# contentlib-pictures exchanges the width and the height of pictures that
# browsers turn: AVIF as its own properties say, others as EXIF says.  Chromium
# was asked for the sizes.
# Suite: long
# Tests: conf/contentlib-pictures

use v5.36;

use lib 't/lib';
use ContentlibPictures;
use ContentlibTool;
use MIME::Base64 qw(decode_base64);
use Test::More;


my $directory = directory();

# 16 by 12 pixels, turned by 90 degrees

my $avif = decode_base64(<<'END');
AAAAIGZ0eXBhdmlmAAAAAGF2aWZtaWYxbWlhZk1BMUEAAAD8bWV0YQAAAAAAAAAoaGRscgAAAAAA
AAAAcGljdAAAAAAAAAAAAAAAAGxpYmF2aWYAAAAADnBpdG0AAAAAAAEAAAAeaWxvYwAAAABEAAAB
AAEAAAABAAABJAAAADQAAAAoaWluZgAAAAAAAQAAABppbmZlAgAAAAABAABhdjAxQ29sb3IAAAAA
dGlwcnAAAABUaXBjbwAAABRpc3BlAAAAAAAAABAAAAAMAAAAEHBpeGkAAAAAAwgICAAAAAxhdjFD
gSAAAAAAABNjb2xybmNseAABAA0ABoAAAAAJaXJvdAEAAAAYaXBtYQAAAAAAAAABAAEFAQKDBIUA
AAA8bWRhdBIACgg4DP7YQENBpDImFkAGGGGEADlWKbNb+GDlF5xj4zSDX/EJC4Pz7kJzzOQNKiqU
W4A=
END

sub size ($name) {
    my ($row) = rows(table("$directory"));

    unlink "$directory/$name";

    return "$row->{type} $row->{width}x$row->{height}";
}

is(length $avif, 344, 'the AVIF file');

for my $quarters (0 .. 3) {
    for my $orientation (0, 1, 3, 6) {
        my $path = "$directory/a.avif";

        put($path, $avif =~ s/irot\K./chr $quarters/ers);
        tagged($path, Orientation => $orientation) if $orientation;
        is(size('a.avif'), 'image/avif ' . ($quarters % 2 ? '12x16' : '16x12'),
            "$quarters quarters, orientation $orientation of EXIF");
    }
}

put("$directory/a.avif", $avif =~ s/irot/imir/r);
is(size('a.avif'), 'image/avif 16x12', 'a mirrored AVIF file');

# The orientation is that of the picture: not of XMP, nor of the small picture
# in EXIF.

for my $case (
    ['30x20', 'XMP-tiff:Orientation' => 6],
    ['30x20', 'IFD0:Orientation' => 1, 'IFD1:Orientation' => 6],
    ['20x30', 'IFD0:Orientation' => 6, 'XMP-tiff:Orientation' => 1],
) {
    my ($size, %tags) = @$case;

    jpeg("$directory/a.jpg", 30, 20, %tags);
    is(size('a.jpg'), "image/jpeg $size", join ' ', map { "$_ $tags{$_}" }
        sort keys %tags);
}

for my $case (['20x30', 'IFD0:Orientation'], ['30x20', 'XMP-tiff:Orientation']) {
    my ($size, $tag) = @$case;

    tagged(put("$directory/a.png", png(30, 20)), $tag => 6);
    is(size('a.png'), "image/png $size", "PNG: $tag");
}

done_testing();
