#!/usr/bin/perl

# A worker with many libraries, each of which is searched: SQLite's memory is
# sufficient for all of them, because a library that is not used takes little.

use v5.36;

use lib 't/lib';
use Test::Contentlib;


my $LIBRARIES = 100;

my $t = Test::Contentlib->new(start => 0, workers => 1, records => [corpus(40)],
    server => join '', map { <<"CONF" } 1 .. $LIBRARIES);
        location /$_/ {
            contentlib;
            contentlib_root     /$_/;
            contentlib_library  %%DIR%%/$_.db cache=256k;
        }
CONF

symlink 'library.db', $t->path("$_.db") or die "$_: $!" for 1 .. $LIBRARIES;
$t->start;

for my $uri ('content_items/', 'tags/?name=t', 'content_items/?search=a') {
    is(join(' ', grep { $t->get("/$_/$uri")->status != 200 } 1 .. $LIBRARIES),
        '', "$uri of all libraries");
}
