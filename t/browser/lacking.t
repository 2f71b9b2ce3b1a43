#!/usr/bin/perl

# The explorer's page of tags leads to the items without tags and to those
# without a caption, if there are any.
# Tests: data/explorer/view_tags.js, data/explorer/filters.js

use v5.36;

use lib qw(t/browser/lib t/lib);
use Test::Browser;
use Test::Contentlib;


browser_tests(explorer([
    image(1, alt_text => 'A dog', tags => [tag('dog')]),
    image(2, alt_text => '', tags => [tag('dog'), tag('cat')]),
    image(3, alt_text => 'A fish', tags => []),
    image(4, alt_text => ' ', tags => []),
    image(5, alt_text => 'A hat', tags => []),
], '%%API%%'));
