#!/usr/bin/perl

# The explorer's wall: it loads more pages, and the address follows.
# Tests: data/explorer/wall.js, data/explorer/list.js

use v5.36;

use lib qw(t/browser/lib t/lib);
use Test::Browser;


browser_tests();
