#!/usr/bin/perl

# Thumbnails that no row uses are removed, but not as long as a library that was
# imported before may need them.
# Tests: conf/contentlib-pictures

use v5.36;

use lib 't/lib';
use ContentlibPictures;
use ContentlibTool;
use Test::More;


my $directory = directory();
my $files = "$directory/.thumbnails";
my @options = ("$directory", '--thumbnails', 5);

put("$directory/$_.png", png(9, 9)) for qw(a b);
put("$directory/c", png(9, 9));

# Thumbnails and links, without marks.

sub there () {
    return join ' ', map {
        my $kind = $_;
        map { "$kind/$_" } grep { !/\.unused$/ } contents("$files/$kind");
    } 5, 'full';
}

# As if it were many days later.

sub later ($days) {
    for my $path (glob "$files/*/*.unused $files/*/new-*") {
        my $time = (lstat $path)[9] - $days * 86400;

        utime $time, $time, $path if !-l $path;
    }
}

my %row = map { $_->{url} => $_ } rows(table(@options));
my $all = there();
my ($link) = map { m{/(full/.*)} } keys %row;
my $name = $row{'b.png'}{thumbnail} =~ s{^\.thumbnails/}{}r;

is(scalar(split ' ', $all), 4, 'three thumbnails and a link');
put("$files/5/other.webp", 'a file of somebody');
put("$files/5/README.unused", 'another one');
put("$files/$_", 'a picture') for '5/' . 'b' x 32 . '.jpg',
    'full/' . 'b' x 32 . '.jpg';
mkdir "$files/7";
put("$files/7/" . 'a' x 32 . '.webp', 'another size');

# A picture and a link that are gone stay for a week.

rename "$directory/b.png", "$directory/renamed.png";
rename "$directory/c", "$directory/d";
table(@options);

my $kept = there();

is(scalar(grep { !/other|bbb/ } split ' ', $kept), 7, 'old and new ones');
table(@options);
later(6);
table(@options);
is(there(), $kept, 'after six days');

# What is used again is no longer marked.

rename "$directory/renamed.png", "$directory/b.png";
table(@options);
rename "$directory/b.png", "$directory/renamed.png";
later(5);
table(@options);
later(2);
table(@options);
ok(-s "$files/$name", 'a thumbnail that was used meanwhile stays');
unlike(there(), qr/$link/, 'a link that was not is gone');

later(6);
put("$files/5/new-abcdefghij", 'of a run that was killed');
later(2);

# Not if the run fails.

my $before = there();

is((script(@options, '--thumbnail-dir', "$directory"))[0], 1, 'a run that fails');

{
    my $pid = fork // die $!;

    if (!$pid) {
        open STDOUT, '>', '/dev/full' or die $!;
        open STDERR, '>', '/dev/null';
        exec { $^X } $^X, 'conf/contentlib-pictures', @options;
    }

    waitpid $pid, 0;
    isnt($?, 0, 'or whose table cannot be written');
}

is(there(), $before, 'removes nothing');

table(@options);
ok(!-e "$files/$name", 'a thumbnail that is not used is removed');
ok(!-e "$files/$name.unused", 'and its mark');
ok(!-e "$files/5/new-abcdefghij", 'and a temporary file');
is(scalar(grep { !/other|bbb/ } split ' ', there()), 4, 'the others stay');
ok(-s "$files/$_", "$_ stays") for '5/other.webp', '5/README.unused',
    '7/' . 'a' x 32 . '.webp', '5/' . 'b' x 32 . '.jpg',
    'full/' . 'b' x 32 . '.jpg';

done_testing();
