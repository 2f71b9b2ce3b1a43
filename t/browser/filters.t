#!/usr/bin/perl

# Filters of the explorer combine, show names, and can be removed.
# Tests: data/explorer/filters.js

use v5.36;

use lib qw(t/browser/lib t/lib);
use Test::Browser;


browser_tests();
