#!/usr/bin/perl

# What the explorer shows if there is no answer, a page is beyond the end, or a
# record has no tags or a long text.
# Tests: data/explorer/states.js

use v5.36;

use lib qw(t/browser/lib t/lib);
use Test::Browser;
use Test::Contentlib;


my @records = map { image($_, tags => [tag('x' x 60)],
    alt_text => "picture $_") } 1 .. 100;

push @records, image(101, tags => [], alt_text => 'A long text. ' x 60),
    image(102, tags => [], alt_text => 'word ' x 40,
        static_image => 'https://none.example/a.png');

browser_tests(explorer(\@records, '%%API%%'));
