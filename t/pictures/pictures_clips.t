#!/usr/bin/perl

# Files of one name are one item: a photograph and the clip that a phone took with
# it, an animation and its video, and two codings of a clip and their picture.
# Nothing of the picture is lost.
# Tests: conf/contentlib-pictures

use v5.36;

use lib 't/lib';
use ContentlibPictures;
use ContentlibTool;
use Test::More;


my $directory = directory();

my ($video) = glob 'data/sample/media/video/*.mp4';
my ($gif) = glob 'data/sample/media/full/*.gif';
my $mp4 = slurp($video);
my $mov = $mp4 =~ s/\A(....ftyp)..../$1qt  /sr;
my $webm = "\x1a\x45\xdf\xa3\x9f\x42\x86\x81\1\x42\xf7\x81\1\x42\xf2\x81\4"
    . "\x42\xf3\x81\x08\x42\x82\x84webm\x42\x87\x81\2\x42\x85\x81\2";

my %text = (Title => 'Ada blows out candles', Subject => ['birthday'],
    DateTimeOriginal => '2021:05:01 10:00:00', OffsetTimeOriginal => '+02:00');

jpeg("$directory/IMG_2000.JPG", 60, 40, %text);
put("$directory/IMG_2000.MOV", $mov);
tagged(put("$directory/cat.gif", slurp($gif)), Title => 'A cat');
put("$directory/cat.mp4", $mp4);
jpeg("$directory/x.jpg", 60, 40, Title => 'A clip', Subject => ['sea']);
put("$directory/x.$_->[0]", $_->[1]) for ['mp4', $mp4], ['webm', $webm];
jpeg("$directory/other.jpg", 60, 40);

# The items by the name of their first file, and every file of an item with its
# type and its size.

sub items (@options) {
    my $library = imports($directory, '.library.db', table("$directory", @options),
        '--format', 'csv');

    return map { $_->{default_version}{download}[3]{url} => $_ }
        grep { $_->{id} } exported($library);
}

sub files ($item) {
    my $version = $item->{default_version};

    return { map { $_->{url} => join ' ', map { $_ // '-' } @$_{qw(format width
        height)} } sort { exists $a->{format} <=> exists $b->{format} }
        @{$version->{picture}}, @{$version->{download}} };
}

for my $options ([], ['--thumbnails', '20,30']) {
    my $name = @$options ? 'with thumbnails' : 'without thumbnails';
    my %item = items(@$options);

    is(join(' ', sort keys %item), 'IMG_2000.JPG cat.gif other.jpg x.mp4', $name);

    my $live = $item{'IMG_2000.JPG'};
    my $files = files($live);

    is("$live->{alt_text}, $live->{tags}[0]{name}, $live->{created}",
        'Ada blows out candles, birthday, 2021-05-01T08:00:00Z',
        'what the photograph carries');
    is($live->{default_version}{content_type}, 'I', 'is a picture');
    is($files->{'IMG_2000.JPG'}, 'image/jpeg 60 40', 'in full size');
    like($files->{'IMG_2000.MOV'}, qr{^video/quicktime \d+ \d+$}, 'and its clip');
    is($live->{static_image}, 'IMG_2000.JPG', 'the still');
    is(scalar(keys %$files), @$options ? 4 : 2, 'and thumbnails');

    $files = files($item{'cat.gif'});
    is($item{'cat.gif'}{alt_text}, 'A cat', 'the caption of a GIF file');
    is($item{'cat.gif'}{default_version}{content_type}, 'G', 'is an animation');
    like(join(' ', map { $files->{$_} } 'cat.gif', 'cat.mp4'),
        qr{^image/gif \d+ \d+ video/mp4 \d+ \d+$}, 'with its video');

    my $clip = $item{'x.mp4'};

    $files = files($clip);
    is("$clip->{alt_text}, $clip->{tags}[0]{name}", 'A clip, sea',
        'what the picture of a clip carries');
    is($clip->{default_version}{content_type}, 'G', 'is an animation');
    like($files->{'x.mp4'}, qr{^video/mp4 \d+ \d+$}, 'the clip');
    like($files->{'x.webm'}, qr{^video/webm}, 'its other coding');
    is($files->{'x.jpg'}, 'image/jpeg 60 40', 'its picture in full size');
    like($clip->{static_image}, @$options ? qr/^\.thumbnails/ : qr/^x\.jpg$/,
        'the still');
}

# What is too much is named.

put("$directory/IMG_2000.mp4", $mp4);
is((script("$directory"))[2], 'contentlib-pictures: further codings of a clip: 1'
    . " (IMG_2000.MOV)\n", 'a third file');

done_testing();
