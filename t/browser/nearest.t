#!/usr/bin/perl

# The explorer names the terms of a search that nothing has, and leads to what
# has exactly the text.
# Tests: data/explorer/nearest.js

use v5.36;

use lib qw(t/browser/lib t/lib);
use Test::Browser;
use Test::Contentlib;


browser_tests(explorer([
    image(1, alt_text => 'A dog and a cat', tags => [tag('Łódź', 'lodz')]),
    image(2, alt_text => 'Two dogs', tags => [tag('happy', 'happy')]),
    image(3, alt_text => 'A fish', tags => []),
], '%%API%%'));
