#!/usr/bin/perl

# Two runs at once: the second one waits.
# Tests: conf/contentlib-pictures

use v5.36;

use lib 't/lib';
use ContentlibPictures;
use ContentlibTool;
use Test::More;


my $directory = directory();

use Fcntl qw(:DEFAULT :flock);

put("$directory/a.png", png(9, 9));
mkdir "$directory/.thumbnails";

my @options = ("$directory", '--thumbnails', 5);

sysopen my $lock, "$directory/.thumbnails", O_RDONLY | O_DIRECTORY or die $!;
flock $lock, LOCK_EX or die $!;

my $pid = open my $run, '-|', "$^X conf/contentlib-pictures @options 2>&1" or die $!;
my $line = <$run>;

is($line, "contentlib-pictures: $directory/.thumbnails: another contentlib-pictures"
    . " makes thumbnails: waiting\n", 'it says so');
is(join(' ', contents("$directory/.thumbnails")), '', 'and does nothing');
close $lock;
like(join('', <$run>), qr/^"a\.png"/m, 'then it prints its table');
close $run;
is($?, 0, 'status');
is((script("$directory"))[0], 0, 'without thumbnails there is no lock');

done_testing();
