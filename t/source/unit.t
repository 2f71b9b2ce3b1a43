#!/usr/bin/perl

# The unit programs: the fuzz targets that t/suites.mk names in UNIT_FUZZ, which
# run with their seeds.  "make units" builds them.
# Tests: src/text/contentlib_distance.c, src/text/contentlib_text.c,
#     src/library/contentlib_marks.c

use v5.36;

use Cwd qw(realpath);
use File::Temp qw(tempdir);
use FindBin;
use lib "$FindBin::Bin/../lib";
use Test::More;
use Test::Contentlib::Source;


my $root = realpath("$FindBin::Bin/../..");
my $units = $ENV{CONTENTLIB_UNITS} // "$root/build/unit";
my ($names) = source_text('t/suites.mk') =~ /^UNIT_FUZZ +=((?:.*\\\n)*.*)/m;

# the files of a program that crashes are removed with the directory

$ENV{TMPDIR} = tempdir(CLEANUP => 1);

for my $name ($names =~ /\w+/g) {
    my $printed = `'$units/$name' '$root/t/fuzz/corpus/$name' 2>&1`;

    is($? >> 8 || $?, 0, $name) or diag("$units/$name: make units\n", $printed);
    unlike($printed, qr/Sanitizer|runtime error:/, "$name: no report");
}

done_testing();
