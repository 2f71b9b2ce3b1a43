#!/usr/bin/perl

# The explorer: every view, and the way between them and back.

use v5.36;

use FindBin;
use lib "$FindBin::Bin/lib", "$FindBin::Bin/../lib";
use Test::More;
use Test::Browser;
use Test::Contentlib;
use Test::Contentlib::Demo;


browser_tests(Test::Contentlib::Demo->new);
