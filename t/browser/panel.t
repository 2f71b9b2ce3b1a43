#!/usr/bin/perl

# The explorer's API panel: programs that run, filters, headers, the root.
# Tests: data/explorer/panel.js, data/explorer/programs.js,
#     data/explorer/view_root.js

use v5.36;

use lib qw(t/browser/lib t/lib);
use Test::Browser;


browser_tests();
