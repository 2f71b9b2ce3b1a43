#!/usr/bin/perl

# The explorer's viewer: a picture in the whole window, its neighbours, the
# address, the focus, enlarging, fingers, and the files that are loaded for it.
# Tests: data/explorer/viewer.js, data/explorer/gestures.js

use v5.36;

use lib qw(t/browser/lib t/lib);
use Test::Browser;
use Test::Contentlib;


browser_tests(explorer([map { photograph($_) } 1 .. 9], '%%API%%'));
