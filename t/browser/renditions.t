#!/usr/bin/perl

# The explorer shows the smallest picture that is sharp, and pictures of
# unknown size on a ground that follows the colour scheme.
# Tests: data/explorer/pictures.js, data/explorer/nearest.js

use v5.36;

use lib qw(t/browser/lib t/lib);
use Test::Browser;
use Test::Contentlib;


my @pictures = map { {
    url => "https://media.example/$_.png", width => $_, height => $_,
    size => 10 * $_, format => 'image/png',
} } 1600, 100, 480, 240;

my $sizes = image(2, static_image => 'https://media.example/1600.png');

$sizes->{default_version}{picture} = [@pictures,
    { $pictures[3]->%*, url => 'https://media.example/240.webp',
        size => 5, format => 'image/webp' }];

browser_tests(explorer([$sizes, image(1)], '%%API%%'));
