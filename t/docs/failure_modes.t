#!/usr/bin/perl

# The table in t/README.md has a row for each failure mode, and the tests that
# it names exist.
# Tests: t/README.md, docs/contributing.md

use v5.36;

use FindBin;
use lib "$FindBin::Bin/../lib";
use Test::More;
use Test::Contentlib::Source;


my @order = qw(L P R H I C S M N E B);

my @rows = map { [split / *\| */, $_] }
    source_text('t/README.md') =~ /^\| ([A-Z]\d+ \|.*) \|$/mg;

my %rows;

$rows{substr $_->[0], 0, 1}++ for @rows;
is(join(' ', map { $_->[0] } @rows),
    join(' ', map { my $series = $_; map { "$series$_" } 1 .. $rows{$series} }
        @order), 'each series counts its rows from 1');


for my $row (@rows) {
    my ($id, $what, $held, @more) = @$row;

    is(scalar @more, 0, "$id: three columns");
    cmp_ok(length($what // ''), '>', 10, "$id: what can go wrong");

    my @files = ($held // '') =~ /`([\w\/]+(?:\.t|\.c|\.pl)?)`/g;
    my @named = grep { /\// || /\.t$/ } @files;

    ok(@named || $held =~ /cannot happen/, "$id: what holds it");

    for my $file (@named) {
        ok(-s "$FindBin::Bin/../$file", "$id: t/$file exists");
    }
}

# and those of the chapter on tests

for my $file (source_text('docs/contributing.md') =~ /`t\/([\w\/.]+\w)`/g) {
    ok(-e "$FindBin::Bin/../$file", "t/$file exists");
}

done_testing();
