#!/usr/bin/perl

# docs/importing.md has a row for each option of the program, docs/pictures.md
# for each of contentlib-pictures, and they have no others.  Other chapters have
# no rows for options, except for rows of messages.
# Tests: docs/importing.md, docs/pictures.md

use v5.36;

use lib 't/lib';
use Test::More;
use Test::Contentlib::Source;


my %option = map { $_ => 1 } grep { $_ ne 'help' }
    source_text('src/tool/contentlib_main.c')
        =~ /_option\("([a-z-]+)", (?:required|no)_argument,/g,
    source_text('conf/contentlib-pictures') =~ /'([a-z-]+)=s'/g;

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
