#!/usr/bin/perl

# The explorer's search box: suggestions, keys, the mouse.
# Tests: data/explorer/search.js, data/explorer/view_suggestions.js

use v5.36;

use lib qw(t/browser/lib t/lib);
use Test::Browser;


browser_tests();
