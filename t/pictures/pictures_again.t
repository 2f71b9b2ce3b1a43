#!/usr/bin/perl

# What is known of unchanged files is not read again.  A file that was moved keeps
# its id.
# Tests: conf/contentlib-pictures

use v5.36;

use lib 't/lib';
use ContentlibPictures;
use ContentlibTool;
use Test::More;


my $directory = directory();

my $library = "$directory/.library.db";
my @options = ("$directory", '--thumbnails', '5,8');

mkdir "$directory/$_" for 'Alps', '.bin';

for my $i (1 .. 5) {
    jpeg("$directory/Alps/$i.jpg", 20 + $i, 20, Title => "number $i");
    utime 1_600_000_000 + $i, 1_600_000_000 + $i, "$directory/Alps/$i.jpg";
}

# exiftool says how many files it reads, and vipsthumbnail how often it runs.

put("$directory/.bin/Count.pm", <<"END");
package Count;
use Image::ExifTool;
my \$read = \\&Image::ExifTool::ImageInfo;
no warnings 'redefine';
*Image::ExifTool::ImageInfo = sub {
    open my \$log, '>>', '$directory/.bin/read';
    print {\$log} 'x' if \@_ > 3;
    goto &\$read;
};
1;
END
my ($real) = grep { -x } map { "$_/vipsthumbnail" } split /:/, $ENV{PATH};

put("$directory/.bin/vipsthumbnail", "#!/bin/sh\nprintf x >> $directory/.bin/made\n"
    . "exec $real \"\$@\"\n");
chmod 0755, "$directory/.bin/vipsthumbnail";
local @ENV{qw(PERL5LIB PERL5OPT PATH)} = ("$directory/.bin", '-MCount',
    "$directory/.bin:$ENV{PATH}");

# Items as "id:name", and how many files were read and made.

sub run () {
    put("$directory/.bin/$_", '') for qw(read made);

    my ($status, $out, $error) = tool('import', '--quiet', '--keep-ids', '-o',
        $library, '--format', 'csv', '-', { stdin => table(@options) });

    is("$status$error", '0', 'import');

    return join(' ', sort map { "$_->{id}:$_->{static_image}" }
        grep { $_->{id} } exported($library)) . '; '
        . join ' ', map { length slurp("$directory/.bin/$_") } qw(read made);
}

my $items = join ' ', map { "$_:Alps/$_.jpg" } 1 .. 5;

is(run(), "$items; 5 10", 'a first run');

my $table = table(@options);

is(run(), "$items; 0 0", 'an unchanged directory');
is(table(@options), $table, 'the same table');

tagged("$directory/Alps/3.jpg", Title => 'another');
is(run(), "$items; 1 2", 'a changed file');
put("$directory/Alps/2.jpg.xmp", '<a/>');
is(run() =~ s/ \d$//r, "$items; 2", 'a file of metadata, and its picture');
unlink "$directory/Alps/2.jpg.xmp";

# Moved: the same ids, and no other thumbnails.

rename "$directory/Alps", "$directory/2024 Alps" or die $!;
$items =~ s{Alps}{2024%20Alps}g;
is(run() =~ s/ \d$//r, "$items; 5", 'a renamed directory') or diag($table);
is(length slurp("$directory/.bin/made"), 0, 'has its thumbnails');
is(run(), "$items; 0 0", 'and again');

rename "$directory/2024 Alps/1.jpg", "$directory/first.jpg" or die $!;
is(run() =~ s/;.*//r =~ s{1:2024%20Alps/1}{1:first}r,
    $items =~ s{1:2024%20Alps/1}{1:first}r, 'a renamed file');

# If two files fit, both are new.

system 'cp', '-p', "$directory/first.jpg", "$directory/copy1.jpg";
rename "$directory/first.jpg", "$directory/copy2.jpg";
like(run(), qr/^2:\S+ 3:\S+ 4:\S+ 5:\S+ 6:copy1\.jpg 7:copy2\.jpg;/, 'two copies');

# A damaged cache is none.

for my $bytes ('', 'x', "pst0\4\x0b") {
    put("$directory/.thumbnails/.cache", $bytes);
    like(run(), qr/; 6 0$/, 'a damaged cache');
}

done_testing();
