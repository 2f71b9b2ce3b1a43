#!/usr/bin/perl

# Tiles are selected, and then their files are downloaded, or their links are
# copied.
# Tests: data/explorer

use v5.36;

use lib qw(t/browser/lib t/lib);
use Test::Browser;


browser_tests();
