#!/usr/bin/perl

# The explorer with a library of thousands of items: "make run
# SAMPLE=openmoji".
# Tests: data/openmoji, data/explorer

use v5.36;

use lib qw(t/browser/lib t/lib);
use Test::Browser;
use Test::Contentlib;
use Test::Contentlib::Demo;


# the first run downloads the drawings

my $directory = "$Test::Contentlib::ROOT/build/openmoji";

is(system('sh', "$Test::Contentlib::ROOT/data/openmoji/fetch", $directory), 0,
    'the drawings');

browser_tests(Test::Contentlib::Demo->new(sample => 'openmoji'));
