#!/usr/bin/perl

# Whatever the umask is, thumbnails and new directories of them are as readable
# as the library.  Other directories keep their modes.
# Tests: conf/contentlib-pictures

use v5.36;

use lib 't/lib';
use ContentlibPictures;
use ContentlibTool;
use Test::More;


sub mode ($path) { sprintf '%o', (stat $path)[2] & 07777 }

for my $umask (077, 0) {
    my $directory = directory();
    my $small = "$directory/new/small";

    mkdir "$directory/pictures";
    put("$directory/pictures/a.png", png(9, 9));
    put("$directory/pictures/b", png(9, 9));

    my $before = umask $umask;
    my ($row) = rows(table("$directory/pictures", '--thumbnails', 5,
        '--thumbnail-dir', $small));
    my $library = imports($directory, 'library.db', "file\na.png\n", '--format',
        'csv');

    umask $before;
    is(mode($library), '644', sprintf 'umask %03o: the library', $umask);
    is(mode($small . $row->{thumbnail} =~ s/^\.thumbnails//r), '644',
        'a thumbnail');
    is(join(' ', map { mode($_) } "$directory/new", $small, "$small/5",
        "$small/full"), '755 755 755 755', 'the directories');
}

# Directories that an earlier run made.

my $directory = directory();

put("$directory/a.png", png(9, 9));
mkdir "$directory/$_" for '.thumbnails', '.thumbnails/5';
chmod 0700, "$directory/.thumbnails";
chmod 02775, "$directory/.thumbnails/5";
table("$directory", '--thumbnails', 5);
is(join(' ', map { mode("$directory/$_") } '.thumbnails', '.thumbnails/5'),
    '700 2775', 'directories that are there');

done_testing();
