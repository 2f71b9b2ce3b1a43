#!/usr/bin/perl

# The explorer's viewer: a picture in the whole window, its neighbours, the
# address, the focus, enlarging, fingers, and the files that are loaded for it.
# Tests: data/explorer/viewer.js, data/explorer/gestures.js

use v5.36;

use lib qw(t/browser/lib t/lib);
use Test::Browser;
use Test::Contentlib;


sub photograph ($id) {
    my $url = "https://media.example/$id";
    my @sizes = map { {
        url => "$url-$_.jpg", width => $_, height => 2 * $_ / 3,
        size => 100 * $_, format => 'image/jpeg',
    } } 480, 1500, 6000;

    my $record = image($id, alt_text => "photograph $id",
        static_image => $sizes[-1]{url});

    $record->{default_version}{download} = [
        { platform => 'original', $sizes[-1]->%* }];
    $record->{default_version}{picture} = \@sizes;

    return $record;
}

browser_tests(explorer([map { photograph($_) } 1 .. 9], '%%API%%'));
