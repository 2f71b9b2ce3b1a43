#!/usr/bin/perl

# A worker with many libraries, each of which is searched: SQLite's memory is
# sufficient for all of them, because a library that is not used takes little.

use v5.36;

use lib 't/lib';
use Test::Contentlib;


my $LIBRARIES = 100;

my $t = Test::Contentlib->new(start => 0, workers => 1,
    records => [corpus(1500)], server => join '', map { <<"CONF" } 1 .. $LIBRARIES);
        location /$_/ {
            contentlib;
            contentlib_root     /$_/;
            contentlib_library  %%DIR%%/$_.db cache=256k;
        }
CONF

symlink 'library.db', $t->path("$_.db") or die "$_: $!" for 1 .. $LIBRARIES;
$t->start;

# the pages fill the page caches of SQLite

for my $uri ((map { "content_items/?offset=$_" } map { 100 * $_ } 0 .. 14),
    'tags/?name=t', 'content_items/?search=a', 'content_items/?text=number+1',
    'search/?text=ta')
{
    is(join(' ', grep { $t->get("/$_/$uri")->status != 200 } 1 .. $LIBRARIES),
        '', "$uri of all libraries");
}
