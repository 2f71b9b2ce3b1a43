#!/usr/bin/perl

# The explorer's item page: files, texts to copy, neighbours, similar items.

use v5.36;

use lib qw(t/browser/lib t/lib);
use Test::Browser;


browser_tests();
