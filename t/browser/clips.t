#!/usr/bin/perl

# Clips play as videos: on the item page, and on the wall with the pointer, the
# focus or the finger; that of a photograph when it is asked for.  With reduced
# motion nothing moves by itself.
# Tests: data/explorer/motion.js, data/explorer/stage.js, data/explorer/wall.js

use v5.36;

use lib qw(t/browser/lib t/lib);
use Test::Browser;


browser_tests();
