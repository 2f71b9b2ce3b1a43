#!/usr/bin/perl

# The explorer's API panel: programs that run, filters, headers, the root.

use v5.36;

use lib qw(t/browser/lib t/lib);
use Test::Browser;


browser_tests();
