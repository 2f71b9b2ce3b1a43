#!/usr/bin/perl

# The first view of the explorer: bytes, hosts, layout shift.  Screenshots of
# all views.
# Tests: data/explorer

use v5.36;

use lib qw(t/browser/lib t/lib);
use Test::Browser;


browser_tests();
