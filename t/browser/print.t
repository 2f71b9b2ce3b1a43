#!/usr/bin/perl

# Printed, a wall is sheets of pictures with their texts.
# Tests: data/explorer

use v5.36;

use lib qw(t/browser/lib t/lib);
use Test::Browser;
use Test::Contentlib;


browser_tests(explorer([map { photograph($_) } 1 .. 55], '%%API%%'));
