#!/usr/bin/perl

# GIF, PNG and WebP files with one frame are still pictures, also those that say
# that they are animations.
# Tests: conf/contentlib-pictures

use v5.36;

use lib 't/lib';
use ContentlibPictures;
use ContentlibTool;
use Test::More;


my $directory = directory();

# Frames of 2 by 3 pixels.

my %frames = (
    gif => sub ($count, @before) {
        join '', 'GIF89a', pack('v2C3', 2, 3, 0x80, 0, 0), "\0\0\0\xff\xff\xff",
            @before, ("\x21\xf9\x04\0\x0a\0\0\0", pack('Cv4C', 0x2c, 0, 0, 2, 3,
            0), "\2\2\x84\x51\0") x $count, ';';
    },
    png => sub ($count, @before) {
        my $number = 0;
        my ($head, $pixels, $end) = png(2, 3)
            =~ /\A(.{33})....IDAT(.*)....(....IEND.*)\z/s;

        join '', $head, chunk(acTL => pack 'N2', $count, 0),
            map({ chunk(fcTL => pack 'N5n2C2', $number++, 2, 3, 0, 0, 1, 10, 0, 0),
                $_ == 1 ? chunk(IDAT => $pixels)
                : chunk(fdAT => pack('N', $number++) . $pixels) } 1 .. $count),
            $end;
    },
    webp => sub ($count, @before) {
        my $still = "$directory/still";

        put($still, png(2, 3));

        my ($pixels) = qx(vipsthumbnail stdin --size '2x3>' -o .webp < $still)
            =~ /(VP8[ L].*)\z/s;

        unlink $still;
        $pixels = substr $pixels, 0, 8 + unpack 'x4V', $pixels;
        $pixels .= "\0" if length($pixels) % 2;

        my $frame = pack 'a4V(vC)4C4', 'ANMF', 16 + length $pixels, (0, 0) x 2,
            1, 0, 2, 0, 100, 0, 0, 0;
        my $chunks = join '', pack('a4VC4(vC)2', 'VP8X', 10, 2, 0, 0, 0, 1, 0, 2,
            0), pack('a4VVv', 'ANIM', 6, 0, 0), "$frame$pixels" x $count;

        pack('a4V', 'RIFF', 4 + length $chunks) . "WEBP$chunks";
    },
);

for my $kind (sort keys %frames) {
    put("$directory/$kind-1.$kind", $frames{$kind}(1));
    put("$directory/$kind-2." . $kind =~ s/png/apng/r, $frames{$kind}(2));
}

# A frame behind the end.

my $still = $frames{webp}(1);

put("$directory/end.webp", $still . substr $still, 12);

put("$directory/comment.gif", $frames{gif}(2, "\x21\xfe\5hello\0"));

my %row = map { $_->{url} => $_ } rows(table("$directory"));

is(join(' ', map { "$_=$row{$_}{animated}" } sort keys %row),
    'comment.gif=1 end.webp=0 gif-1.gif=0 gif-2.gif=1 png-1.png=0'
    . ' png-2.apng=1 webp-1.webp=0 webp-2.webp=1', 'animations are marked');
is("$row{'png-1.png'}{type} $row{'png-2.apng'}{type}", 'image/png image/apng',
    'the types of PNG files');

# With thumbnails, and in the library.

my $table = table("$directory", '--thumbnails', 20);

%row = map { $_->{url} => $_ } rows($table);
is(join(' ', map { $_->{thumbnail} ? 'thumbnail' : $_->{still} ? 'still' : '' }
    map { $row{$_} } qw(gif-1.gif png-1.png webp-1.webp)),
    'thumbnail thumbnail thumbnail', 'still pictures have a thumbnail');
is(join(' ', map { $_->{thumbnail} ? 'thumbnail' : $_->{still} ? 'still' : '' }
    map { $row{$_} } qw(gif-2.gif webp-2.webp)), 'still still',
    'animations have a still');

my $library = imports($directory, 'library.db', $table, '--format', 'csv');
my %type = map {
    my $version = $_->{default_version};

    $version->{download}[0]{url} => $version->{content_type};
} grep { $_->{default_version} } exported($library);

is(join(' ', map { $type{$_} // 'none' } qw(gif-1.gif gif-2.gif comment.gif
    png-1.png webp-1.webp webp-2.webp)), 'I G G I I G', 'in the library');

# The column in a table that something else made.

my %content = (0 => 'I', 1 => 'G', '' => 'G', '1.0' => 'G', '0.0' => 'I',
    NaN => 'G');

for my $cell (sort keys %content) {
    my $one = imports($directory, "one$cell.db",
        "file,type,animated\na.gif,image/gif,$cell\n", '--format', 'csv');

    is((exported($one))[0]{default_version}{content_type}, $content{$cell},
        "a GIF file with \"$cell\"");
}

like(refuses($directory, "$library", "file,animated\na.gif,maybe\n", '--format',
    'csv'), qr/^-:2: column "animated" is neither 0 nor 1: "maybe"/,
    'another value');

done_testing();
