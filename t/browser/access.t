#!/usr/bin/perl

# Accessibility of the explorer: the rules of axe-core, keyboard, focus,
# reduced motion.

use v5.36;

use FindBin;
use lib "$FindBin::Bin/lib", "$FindBin::Bin/../lib";
use Test::More;
use Test::Browser;
use Test::Contentlib;
use Test::Contentlib::Demo;


browser_tests(Test::Contentlib::Demo->new);
