#!/usr/bin/perl

# The explorer shows the name of the site, which is the title of its page.

use v5.36;

use FindBin;
use lib "$FindBin::Bin/lib", "$FindBin::Bin/../lib";
use Test::More;
use Test::Browser;
use Test::Contentlib;


my $t = Test::Contentlib->new(start => 0, server => '');
my $explorer = explorer_conf($t);

$t->config(server => <<"CONF");
        include /etc/nginx/mime.types;
        contentlib_library %%LIBRARY%%;
        $explorer
        %%API%%

        sub_filter <title>contentlib</title> '<title>Our pictures</title>';
CONF

$t->library('library', [image(1)]);
$t->start;

browser_tests($t);
