#!/usr/bin/perl

# A file that needs too much memory or time to be read is left out and named, and
# the others are listed.
# Suite: long
# Tests: conf/contentlib-pictures

use v5.36;

use lib 't/lib';
use ContentlibPictures;
use ContentlibTool;
use Test::More;


my $directory = directory();

use Compress::Zlib qw(compress);

jpeg("$directory/$_.jpg", 30, 20) for qw(a c d);

sub left_out ($name) {
    my ($status, $out, $error) = script("$directory");

    is("$status$error", '0contentlib-pictures: pictures that need too much memory or'
        . " time: 1 ($name)\n", "$name is named");
    is(join(' ', sort map { $_->{url} } rows($out)), 'a.jpg c.jpg d.jpg',
        'and the others are listed');
    unlink "$directory/$name";
}

# 1.1 GB of zeros in a text of some MB.

{
    my $deflate = Compress::Zlib::deflateInit(-Level => 1);
    my $zeros = "\0" x (1 << 20);
    my $text = join '', map { ($deflate->deflate($zeros))[0] } 1 .. 1100;

    $text .= ($deflate->flush)[0];
    put("$directory/b.png", png(9, 9) =~ s/(?=....IDAT)/chunk(zTXt => "Comment\0\0"
        . $text)/ser);
    left_out('b.png');
}

# The 60 seconds are one here.

{
    local @ENV{qw(PERL5LIB PERL5OPT)} = ("$directory/.lib", '-MSlow');

    mkdir "$directory/.lib";
    put("$directory/.lib/Slow.pm", <<'END');
package Slow;
use Image::ExifTool;
my $read = \&Image::ExifTool::ImageInfo;
no warnings 'redefine';
*Image::ExifTool::ImageInfo = sub {
    if (-s $_[1] == 7) {
        my $left = alarm 1;
        1 while $left > 50 && $left <= 60;
    }
    goto &$read;
};
1;
END
    put("$directory/b.png", 'forever');
    left_out('b.png');
}

done_testing();
