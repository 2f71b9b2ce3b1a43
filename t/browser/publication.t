#!/usr/bin/perl

# After a publication, a browser that has seen the old library shows the new one,
# with the configuration of "make run".  Both libraries are a month old: with a
# date and without Cache-Control, the browser would use the old list for days.
# Tests: data/explorer/api.js, conf/nginx.conf

use v5.36;

use lib qw(t/browser/lib t/lib);
use Test::Browser;
use Test::Contentlib;
use Test::Contentlib::Checksums qw(edit);
use Test::Contentlib::Shipped;


my $month = time - 30 * 86400;
my $old = "UPDATE meta SET built = $month";
my $t = shipped('conf/nginx.conf', records => [image(1)], edit => $old);

edit($t->library('new', [map { image($_) } 1 .. 3]), $old);
utime $month, $month, home($t) . '/library.db', $t->path('new.db');

local @ENV{qw(LIBRARY NEW_LIBRARY)} = (home($t) . '/library.db',
    $t->path('new.db'));

browser_tests($t);
