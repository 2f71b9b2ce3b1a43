#!/usr/bin/perl

# Columns of a table for further files of a picture: a larger version, a clip, and
# the original of a picture that was converted; and for its former address.
# Tests: src/tool/import/contentlib_picture.c

use v5.36;

use Test::More;

use lib 't/lib';
use ContentlibTool;


my $directory = directory();
my $library = "$directory/library.db";

sub imported ($table, @options) {
    my ($status, $out, $error) = tool('import', '--quiet', '-o', $library,
        '--format', 'csv', @options, '-', { stdin => $table });

    is("$status$error", '0', 'import');

    return grep { $_->{id} } exported($library);
}

# The files with their other fields, in the order of their names.

sub files (@files) {
    return join '; ', map {
        my $file = $_;

        join ' ', map { $file->{$_} } sort keys %$file;
    } @files;
}

# A photograph that a phone took with a clip.

my ($item) = imported("file,width,height,type,thumbnail,thumbnail_width,"
    . "thumbnail_height,large,large_width,large_height,clip,clip_width,clip_height,"
    . "clip_size,clip_type\na.JPG,4000,3000,image/jpeg,s.webp,480,360,l.webp,1600,"
    . "1200,a.MOV,1440,1080,99,video/quicktime\n");
my $version = $item->{default_version};

is($version->{content_type}, 'I', 'a static image');
is(files(@{$version->{picture}}), 'image/jpeg 3000 a.JPG 4000;'
    . ' image/webp 360 s.webp 480; image/webp 1200 l.webp 1600', 'pictures');
is(files(@{$version->{download}}), 'network_a a.JPG; network_b a.JPG;'
    . ' video/quicktime 1080 network_c 99 a.MOV 1440; original a.JPG', 'downloads');
is($item->{static_image}, 'a.JPG', 'the still');

# Another coding of an animation.

($item) = imported("file,width,clip\na.gif,20,a.mp4\n");
is(files(@{$item->{default_version}{download}}), 'image/gif network_a a.gif 20;'
    . ' image/gif network_b a.gif 20; video/mp4 network_c a.mp4; original a.gif',
    'a clip has the type of its extension');

# A picture that was converted.

my $table = "file,type,width,original,alt_text\n"
    . "small/x1.jpg,image/jpeg,20,a.heic,One\n";

($item) = imported($table);
is(files(@{$item->{default_version}{download}}), 'network_a small/x1.jpg;'
    . ' network_b small/x1.jpg; network_c small/x1.jpg; original a.heic',
    'the original is a download');
is($item->{static_image}, 'small/x1.jpg', 'the still can be shown');

# --keep-ids compares the original, then the address that the file had.

imported("file,original\nc.png,\nsmall/x1.jpg,a.heic\n");
is(join(' ', map { "$_->{id}:$_->{static_image}" }
    imported("file,original\nsmall/x2.jpg,a.heic\nc.png,\n", '--keep-ids')),
    '2:small/x2.jpg 1:c.png', 'a converted file keeps its id');
is(join(' ', map { "$_->{id}:$_->{static_image}" }
    imported("file,original,previous\nsmall/x3.jpg,d/a.heic,a.heic\nd/c.png,,c.png\n"
        . "e.png,,none.png\n", '--keep-ids')),
    '3:e.png 2:small/x3.jpg 1:d/c.png', 'and files that were moved');

done_testing();
