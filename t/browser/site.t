#!/usr/bin/perl

# The explorer shows the name of the site, which is the title of its page.

use v5.36;

use lib qw(t/browser/lib t/lib);
use Test::Browser;
use Test::Contentlib;


browser_tests(explorer([image(1)], <<'CONF'));
        %%API%%

        sub_filter <title>contentlib</title> '<title>Our pictures</title>';
CONF
