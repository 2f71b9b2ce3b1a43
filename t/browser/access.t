#!/usr/bin/perl

# Accessibility of the explorer: the rules of axe-core, keyboard, focus,
# reduced motion.
# Tests: data/explorer

use v5.36;

use lib qw(t/browser/lib t/lib);
use Test::Browser;


browser_tests();
