#!/usr/bin/perl

# The command of docs/pictures.md removes the positions from pictures, and nothing
# else.
# Tests: docs/pictures.md

use v5.36;

use lib 't/lib';
use ContentlibPictures;
use ContentlibTool qw(directory slurp);
use Test::Contentlib ();
use Test::Contentlib::Source;
use Test::More;


my $directory = directory();
my %kept = ('XMP-dc:Title' => 'A title', 'IPTC:Keywords' => 'a, b',
    'IFD0:Orientation' => 6);
my %position = (
    map({ ("$_:GPSLatitude" => 52.5, "$_:GPSLongitude" => 13.4) }
        'GPS', 'XMP-exif'),
    'GPS:GPSLatitudeRef' => 'N', 'GPS:GPSLongitudeRef' => 'E',
    'XMP-iptcExt:LocationShownGPSLatitude' => 52.5,
);
my @files = map { jpeg("$directory/$_", 12, 9, %kept, %position) }
    'a.jpg', 'below/b c.jpg';

utime 1_000_000_000, 1_000_000_000, @files;

sub tags ($file) {
    my $exiftool = Image::ExifTool->new;

    $exiftool->Options(Duplicates => 1);

    return map { $exiftool->GetGroup($_, 1) . ":$_" =~ s/ \(\d+\)//r }
        keys %{$exiftool->ImageInfo($file)};
}

my ($command) = source_text('docs/pictures.md') =~ /^ *`(exiftool -r .*)`$/m;

cmp_ok(scalar(grep { /GPS/ } tags($_)), '>=', 5, 'positions') for @files;

my ($said, $status) = Test::Contentlib::run(sub {
    exec 'sh', '-c', $command =~ s{/srv/library/media}{$directory}r;
});

is($status, 0, $command) or diag($said);

for my $file (@files) {
    my %tag = map { $_ => 1 } tags($file);

    is(join(' ', grep { /GPS/ } sort keys %tag), '', "$file has none");
    is(join(' ', grep { !$tag{$_} } sort keys %kept), '', 'other tags stay');
    is((stat $file)[9], 1_000_000_000, 'and the time');
}

is(join(' ', map { s{.*/}{}r } glob "$directory/*"), 'a.jpg below',
    'no copies');

done_testing();
