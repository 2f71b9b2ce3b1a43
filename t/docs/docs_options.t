#!/usr/bin/perl

# docs/importing.md has a row for each option of the program, docs/pictures.md
# for each of contentlib-pictures, and they have no others.  Other chapters have
# no rows for options, except for rows of messages.
# Tests: docs/importing.md, docs/pictures.md

use v5.36;

use lib 't/lib';
use List::Util qw(uniq);
use Test::Contentlib;
use Test::Contentlib::Source;


# those that the programs describe

my ($usage) = Test::Contentlib::program('--help');
my @commands = uniq grep { $_ ne 'help' }
    $usage =~ /^.*  ?contentlib ([a-z]+)/mg;
my %option = map { $_ => 1 } grep { $_ ne 'help' }
    map { /^ +(?:-\w, )?--([a-z-]+)/mg }
    map({ scalar Test::Contentlib::program($_, '--help') } @commands),
    scalar qx(conf/contentlib-pictures --help);

cmp_ok(scalar keys %option, '>=', 15, 'options are found');

sub options ($file) {
    return map { /`--([a-z-]+)/g } source_text($file) =~ /^\| (`-[^|]*) \|/mg;
}

my %row = map { $_ => 1 } map { options("docs/$_.md") } qw(importing pictures);

is(join(' ', sort keys %row), join(' ', sort keys %option),
    'a row for each option');
is(join(' ', options($_)), '', "$_ has none")
    for grep { !/importing|messages|pictures/ } documents();

done_testing();
