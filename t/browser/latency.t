#!/usr/bin/perl

# The explorer shows a list when it arrives: nothing waits for counts, matching
# tags and collections.
# Tests: data/explorer/list.js, data/explorer/view_items.js

use v5.36;

use lib qw(t/browser/lib t/lib);
use Test::Browser;


browser_tests();
