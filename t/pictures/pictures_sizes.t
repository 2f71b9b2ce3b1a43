#!/usr/bin/perl

# --thumbnails N,N: two versions of a picture, the larger one where the original is
# larger still.
# Tests: conf/contentlib-pictures

use v5.36;

use lib 't/lib';
use ContentlibPictures;
use ContentlibTool;
use Test::More;


my $directory = directory();

jpeg("$directory/large.jpg", 90, 60);
jpeg("$directory/medium.jpg", 40, 20);
jpeg("$directory/turned.jpg", 60, 20, Orientation => 6);
put("$directory/moves.gif", slurp((glob 'data/sample/media/full/*.gif')[0]));

my %row = map { $_->{url} => $_ } rows(table("$directory", '--thumbnails', '50,20'));

sub versions ($url) {
    return map { my $kind = $_; join ' ', map { $row{$url}{"$kind$_"} }
        qw(_width _height) } qw(thumbnail large);
}

is(join(', ', versions('large.jpg')), '20 13, 50 33', 'a large picture');
is(join(', ', versions('turned.jpg')), '7 20, 17 50', 'a high one');
is(join(', ', versions('medium.jpg')), '20 10,  ', 'one that is not larger');
is(join(', ', versions('moves.gif')), ' ,  ', 'an animation');
like($row{'moves.gif'}{still}, qr{^\.thumbnails/20/}, 'has the smaller still');
like($row{'large.jpg'}{large}, qr{^\.thumbnails/50/[0-9a-f]{32}\.webp$}, 'an address');
is(length slurp("$directory/$row{'large.jpg'}{large}"),
    -s "$directory/$row{'large.jpg'}{large}", 'and its file');

my ($library) = imports($directory, '.library.db',
    table("$directory", '--thumbnails', '20,50'), '--format', 'csv');
my ($item) = grep { ($_->{static_image} // '') eq 'large.jpg' } exported($library);

is(join(', ', map { "$_->{format} $_->{width}x$_->{height}" }
    sort { $a->{width} <=> $b->{width} } @{$item->{default_version}{picture}}),
    'image/webp 20x13, image/webp 50x33, image/jpeg 90x60', 'in the library');
is((script("$directory", '--thumbnails', $_))[0], 2, "--thumbnails $_")
    for '20,', ',20', '20,30,40', '0,20', '20 30', '';

done_testing();
