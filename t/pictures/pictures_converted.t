#!/usr/bin/perl

# With --thumbnails, pictures that browsers do not show become JPEG files, and
# videos without a picture get a still.  The program that is missing is named.
# Suite: long
# Tests: conf/contentlib-pictures

use v5.36;

use lib 't/lib';
use ContentlibPictures;
use ContentlibTool;
use Test::More;


my ($directory, $bin) = (directory(), directory());
my @options = ("$directory", '--thumbnails', '5,8');

put("$bin/in.png", png(20, 12));

for my $kind (qw(tif jxl heic bmp)) {
    system "vips copy $bin/in.png $directory/$kind.$kind > /dev/null 2>&1";
}

put("$directory/bmp.bmp", pack 'a2V3V2l<v2V6', 'BM', 54 + 20 * 12 * 4, 0, 54, 40,
    20, -12, 1, 32, 0, 20 * 12 * 4, 0, 0, 0, 0) && do {
    open my $file, '>>:raw', "$directory/bmp.bmp" or die $!;
    print {$file} "\x10\x80\xf0\0" x (20 * 12);
};

my ($status, $out, $error) = script(@options);
my @rows = rows($out);

is($status, 0, 'status');

for my $kind (qw(tif jxl heic bmp)) {
    my ($row) = grep { $_->{original} eq "$kind.$kind" } @rows;

    SKIP: {
        skip "libvips has no writer for $kind" unless -s "$directory/$kind.$kind";

        like($row->{url}, qr{^\.thumbnails/jpeg/[0-9a-f]{32}\.jpg$}, "$kind: a JPEG");
        is(join(' ', @$row{qw(type width height alt_text thumbnail_width
            large_width)}), "image/jpeg 20 12 $kind 5 8", "$kind: the row");
        like(slurp("$directory/$row->{url}"), qr/^\xff\xd8/, "$kind: the file");
        is(-s "$directory/$row->{url}", $row->{size}, "$kind: its size");
    }
}

is((script(@options))[1], $out, 'the same table again');

# Without thumbnails.

like((script("$directory"))[2], qr/do not show \(see --thumbnails\): \d \(.*tif\.tif\)/,
    'without thumbnails they are named');

# One that cannot be converted.

my $tif = slurp("$directory/tif.tif");

put("$directory/broken.tif", substr $tif, 0, 300);
like((script(@options))[2], qr/^contentlib-pictures: pictures that libvips cannot read: 1 \(broken\.tif\)$/m,
    'a broken one');

unlink glob "$directory/*.*";

# Videos: a program in place of ffmpeg prints a picture.

jpeg("$bin/frame.jpg", 30, 20);
put("$directory/a.mp4", slurp((glob 'data/sample/media/video/*.mp4')[0]));

sub ffmpeg ($text) {
    put("$bin/ffmpeg", "#!/bin/sh\n$text\n");
    chmod 0755, "$bin/ffmpeg" or die $!;
}

{
    mkdir "$bin/without";

    for my $program (qw(vipsthumbnail prlimit timeout nproc)) {
        my ($path) = grep { -x } map { "$_/$program" } split /:/, $ENV{PATH};

        symlink $path, "$bin/without/$program";
    }

    put("$directory/b.png", png(9, 9));

    local $ENV{PATH} = "$bin/without";

    like((script(@options))[2], qr/^contentlib-pictures: videos without a picture of the same name \(apt-get install ffmpeg\): 1 \(a\.mp4\)$/m,
        'without ffmpeg, the package is named');
    unlink "$directory/b.png";
}

local $ENV{PATH} = "$bin:$ENV{PATH}";

ffmpeg("cat '$bin/frame.jpg'");

my ($video) = rows((script(@options))[1]);

is($video->{url}, 'a.mp4', 'a video');
like($video->{still}, qr{^\.thumbnails/5/[0-9a-f]{32}\.webp$}, 'has a still');
is($video->{thumbnail}, $video->{still}, 'that is a thumbnail');
is(join(' ', map { $video->{"large$_"} } '_width', '_height'), '30 20', 'and a picture');
is(slurp("$directory/$video->{large}"), slurp("$bin/frame.jpg"), 'of the video');

# A clip is listed without its picture, if that is broken.

for my $taken ('', '2024:01:02 03:04:05') {
    put("$directory/a.tif", $tif);
    tagged("$directory/a.tif", DateTimeOriginal => $taken) if $taken;
    put("$directory/a.tif", slurp("$directory/a.tif")
        =~ s/\x15\x01\x03\0\x01\0\0\0\K./\0/sr);    # SamplesPerPixel

    my (undef, $out, $error) = script(@options);
    my ($clip, @others) = rows($out);

    like($error, qr/^contentlib-pictures: pictures that libvips cannot read: 1 \(a\.tif\)\n\z/,
        'the picture of a clip');
    is(@others . " $clip->{url} $clip->{still}", "0 a.mp4 $video->{still}",
        'the clip');
}

unlink "$directory/a.tif";
put("$directory/a.jpg", slurp("$bin/frame.jpg") =~ s/\xff\xda.*//sr);
like((script(@options))[2],
    qr/^contentlib-pictures: pictures whose thumbnail cannot be made: 1 \(a\.jpg\)\n\z/,
    'a broken picture that browsers show is named');
unlink "$directory/a.jpg";

system 'rm', '-r', "$directory/.thumbnails";
ffmpeg('echo "$@" | grep -q "ss 1 " && exit 1; cat ' . "'$bin/frame.jpg'");
($video) = rows((script(@options))[1]);
is($video->{url}, 'a.mp4', 'a video of less than a second');

system 'rm', '-r', "$directory/.thumbnails";
ffmpeg('exit 1');
put("$directory/b.png", png(9, 9));
like((script(@options))[2], qr/videos of which no picture can be made: 1 \(a\.mp4\)/,
    'a video that ffmpeg cannot read');

done_testing();
