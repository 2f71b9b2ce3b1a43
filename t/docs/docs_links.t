#!/usr/bin/perl

# Each relative link of the documentation leads to a file that exists and, if
# the link has an anchor, to a heading of that file.
# Tests: README.md, docs

use v5.36;

use FindBin;
use lib "$FindBin::Bin/../lib";
use File::Basename qw(dirname);
use Test::More;
use Test::Contentlib::Source;


my $ROOT = "$FindBin::Bin/../..";
my @files = (documents(), map { "$_/README.md" } qw(src t data/openmoji));

# blocks of code have no headings and no links

sub prose ($file) { source_text($file) =~ s/^```.*?^```$//msgr }

# The anchors of a file, as GitHub makes them.

sub anchors ($file) {
    my %anchor;

    for my $heading (prose($file) =~ /^#+ (.*)$/mg) {
        my $anchor = lc $heading =~ s/[^\w -]//gr =~ tr/ /-/r;

        fail("$file: two headings \"$heading\"") if $anchor{$anchor}++;
    }

    return \%anchor;
}

my %anchors = map { $_ => anchors($_) } @files;
my $anchored = 0;

for my $file (@files) {
    my $text = prose($file) =~ s/`[^`\n]*`//gr;
    my @links = grep { !/^\w+:/ } $text =~ /\]\(([^)\s]+)\)/g;

    for my $link (@links) {
        my ($path, $anchor) = $link =~ /^([^#]*)(?:#(.*))?$/;
        my $at = length $path ? dirname($file) . "/$path" : $file;

        1 while $at =~ s{[^/]+/\.\./}{} || $at =~ s{(?:^|/)\K\./}{};
        ok(-e "$ROOT/$at", "$file: $link") or next;
        next unless defined $anchor;

        ok($anchors{$at} && $anchors{$at}{$anchor}, "$file: anchor of $link");
        $anchored++;
    }
}

cmp_ok($anchored, '>=', 20, 'links with anchors are found');

# README.md leads to each chapter

my $readme = source_text('README.md');

ok($readme =~ /\]\(\Q$_\E\)/, "README.md has a link to $_")
    for grep { m{^docs/} } @files;

done_testing();
