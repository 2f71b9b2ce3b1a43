#!/usr/bin/perl

# The explorer: every view, and the way between them and back.

use v5.36;

use lib qw(t/browser/lib t/lib);
use Test::Browser;


browser_tests();
