#!/usr/bin/perl

# Tiles have the shape of their pictures, and the explorer loads the smallest
# file that is sharp.  An item page takes an unknown shape from the picture.
# Tests: data/explorer/size.js, data/explorer/wall.js, data/explorer/nearest.js

use v5.36;

use lib qw(t/browser/lib t/lib);
use Test::Browser qw(browser_tests explorer);
use Test::Contentlib;


sub photograph ($id, $original, $thumbnail) {
    my $record = image($id, alt_text => "photograph $id");
    my $url = 'https://media.example';

    $record->{static_image} = "$url/$id.png";
    $record->{default_version}{download} = [map { {
        platform => $_, url => "$url/$id.png", %$original,
    } } qw(network_a network_b network_c original)];
    $record->{default_version}{picture} = [
        { url => "$url/$id.png", format => 'image/png', %$original },
        { url => "$url/$id-small.png", %$thumbnail },
    ];

    return $record;
}

my %sizes = (width => 3000, height => 2000, size => 2_000_000);
my @records = (
    photograph(200, \%sizes, { width => 480, height => 320 }),
    photograph(199, {}, { width => 320, height => 400 }),
    photograph(198, {}, {}),
    map { photograph($_, { width => 600, height => 400 },
        { width => 480, height => 320 }) } 1 .. 150,
);

browser_tests(explorer(\@records, '%%API%%'));
