#!/usr/bin/perl

# The two sizes of the wall: the explorer remembers the chosen one.
# Tests: data/explorer

use v5.36;

use lib qw(t/browser/lib t/lib);
use Test::Browser;
use Test::Contentlib;


browser_tests(explorer([map { photograph($_) } 1 .. 55], '%%API%%'));
