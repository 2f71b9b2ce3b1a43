#!/usr/bin/perl

# A picture whose thumbnail needs too much, or whose vipsthumbnail crashes, stays
# in the table without a thumbnail, and the others have theirs.
# Suite: long
# Tests: conf/contentlib-pictures

use v5.36;

use lib 't/lib';
use ContentlibPictures;
use ContentlibTool;
use Test::More;


my ($directory, $bin) = (directory(), directory());
my ($real) = grep { -x } map { "$_/vipsthumbnail" } split /:/, $ENV{PATH};

put("$directory/a.png", png(9, 9));
put("$directory/b.png", png(10, 10));
put("$directory/c.png", png(11, 11));
utime 1, 1, "$directory/$_.png" for qw(a b c);

local $ENV{PATH} = "$bin:$ENV{PATH}";

sub program ($name, $text) {
    put("$bin/$name", "#!/bin/sh\n$text\n");
    chmod 0755, "$bin/$name" or die $!;
}

# What happens if vipsthumbnail does this with one picture.

my $is_b = "cmp -s /dev/stdin '$directory/b.png'";

sub fails ($name, $text) {
    system 'rm', '-rf', "$directory/.thumbnails";
    program('vipsthumbnail', "if $is_b; then\n$text\nfi\nexec '$real' \"\$@\"");

    my ($status, $out, $error) = script("$directory", '--thumbnails', 5);

    is("$status$error", '0contentlib-pictures: pictures whose thumbnail cannot be'
        . " made: 1 (b.png)\n", "$name: the picture is named");
    is(join(' ', map { $_->{url} . ($_->{thumbnail} ? '' : ' without') } rows($out)),
        'a.png b.png without c.png', "$name: it stays");
    is(join(' ', grep { !/^[0-9a-f]{32}\.webp$/ }
        contents("$directory/.thumbnails/5")), '', "$name: nothing else is left");
}

fails("signal $_", "kill -$_ \$\$") for qw(KILL SEGV ABRT);
fails('an error', 'exit 1');
fails('no picture', 'echo text; exit 0');
fails('more than 1 GiB of memory',
    qq($^X -e 'exit !defined sysread STDIN, \$x, 1100 << 20' < /dev/null || exit 1));

# The 60 seconds that the script says are one here.

{
    my ($timeout) = grep { -x } map { "$_/timeout" } split /:/, $ENV{PATH};

    program('timeout', "test \"\$3\" = 60 && $is_b && set -- \$1 \$2 1 vipsthumbnail\n"
        . "exec '$timeout' \"\$@\"");
    fails('more than 60 seconds', "trap '' TERM; exec sleep 1000");
    unlink "$bin/timeout";
}

# The next run makes what is missing.

program('vipsthumbnail', "exec '$real' \"\$@\"");

my @rows = rows(table("$directory", '--thumbnails', 5));

is(scalar(grep { $_->{thumbnail} } @rows), 3, 'the next run makes it');

# A file that becomes a FIFO, or another picture, while thumbnails are made.

for my $change ("mkfifo '$directory/b.png'",
    "cp '$directory/c.png' '$directory/b.png'")
{
    system 'rm', '-rf', "$directory/.thumbnails";
    unlink "$directory/b.png";
    utime 1, 1, put("$directory/b.png", png(10, 10));
    program('nproc', 'echo 1');
    program('vipsthumbnail', "rm '$directory/b.png'\n$change\n"
        . "exec '$real' \"\$@\"");

    my ($status, $out, $error) = script("$directory", '--thumbnails', 5);

    is($status, 0, "$change: it ends" =~ s/\S*$directory\S*/FILE/gr);
    is($error, 'contentlib-pictures: pictures whose thumbnail cannot be made: 1'
        . " (b.png)\n", 'the picture is named');
    is(join(' ', map { $_->{url} } rows($out)), 'a.png b.png c.png',
        'and stays');
}

done_testing();
