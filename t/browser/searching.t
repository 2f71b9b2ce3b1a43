#!/usr/bin/perl

# The explorer's search box: suggestions, keys, the mouse.

use v5.36;

use lib qw(t/browser/lib t/lib);
use Test::Browser;


browser_tests();
