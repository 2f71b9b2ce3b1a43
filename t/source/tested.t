#!/usr/bin/perl

# The first comment of each test ends with the files that the test is for, and
# each source has a test.
# Tests: t

use v5.36;

use lib 't/lib';
use Test::More;
use Test::Contentlib::Source;


my %tested;

for my $test (glob 't/*/*.t') {
    my ($names) = source_text($test) =~ m{\A\#!/usr/bin/perl\n\n(?:\#.*\n)*?
        \#\ Tests:\ (.*\n(?:\#\ {5}.*\n)?)\n}x;

    ok(defined $names, "$test names what it tests") or next;

    for my $name ($names =~ /[\w.\/-]+/g) {
        ok(-e $name, "$test: $name exists");
        $tested{$name} = 1;
    }
}

# a folder is not each of its files

my @sources = source_files(qr/\.c$/);

cmp_ok(scalar @sources, '>', 50, 'sources are found');
ok($tested{$_}, "$_ has a test") for @sources;

done_testing();
