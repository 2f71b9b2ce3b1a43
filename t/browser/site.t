#!/usr/bin/perl

# The explorer shows the name of the site, which is a line of the configuration.
# Tests: data/explorer/index.html, conf/explorer.conf

use v5.36;

use lib qw(t/browser/lib t/lib);
use Test::Browser;
use Test::Contentlib;


browser_tests(explorer([image(1)], <<'CONF'));
        %%API%%

        set $explorer_name 'Our pictures';
CONF
