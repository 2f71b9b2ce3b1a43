#!/usr/bin/perl

# The explorer's item page: files, texts to copy, neighbours, similar items.
# Tests: data/explorer/view_item.js, data/explorer/files.js,
#     data/explorer/similar.js

use v5.36;

use lib qw(t/browser/lib t/lib);
use Test::Browser;


browser_tests();
