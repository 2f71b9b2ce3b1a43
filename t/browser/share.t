#!/usr/bin/perl

# What the explorer hands over to the sheet of the system: the file, or the
# link of a file that it may not read.
# Tests: data/explorer

use v5.36;

use lib qw(t/browser/lib t/lib);
use Test::Browser;


browser_tests();
