#!/usr/bin/perl

# The explorer's tags: two orders, 100 on a page, a filter by name.
# Tests: data/explorer/view_tags.js

use v5.36;

use lib qw(t/browser/lib t/lib);
use Test::Browser;


browser_tests();
