#!/usr/bin/perl

# The explorer: every view, and the way between them and back.
# Tests: data/explorer/navigation.js, data/explorer/view_items.js,
#     data/explorer/view_collections.js

use v5.36;

use lib qw(t/browser/lib t/lib);
use Test::Browser;


browser_tests();
