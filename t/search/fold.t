#!/usr/bin/perl

# Folded texts and terms of all characters that Perl knows equal those of Perl's
# own tables of Unicode.
# Suite: long
# Tests: src/text/contentlib_fold.c, src/text/contentlib_term.c

use v5.36;
use utf8;

use List::Util qw(min);
use Test::More;

use lib 't/lib';
use ContentlibTool;
use Test::Contentlib::Model;


my $AT_A_TIME = 2000;

my @characters = grep { /\p{Assigned}/ && !/[\p{Zs}\t-\r\p{Cs}\p{Co}]/ }
    map { chr } 1 .. 0xd7ff, 0xe000 .. 0x10fffd;

cmp_ok(scalar @characters, '>', 140_000, 'characters');

# each one between two letters, and before a mark of accents and one of vowels

my @texts;

while (my @some = splice @characters, 0, $AT_A_TIME) {
    push @texts, join ' ', map { ("q${_}Q", "$_\x{301}\x{93f}") } @some;
}

my $directory = directory();

imports($directory, 'library.db', lines(map { item($_ + 1,
    alt_text => $texts[$_], tags => []) } keys @texts));

sub rows ($sql) {
    open my $rows, '-|:encoding(UTF-8)', 'sqlite3', '-readonly',
        "$directory/library.db", $sql or die "sqlite3: $!";
    chomp(my @rows = <$rows>);

    return @rows;
}

sub is_same ($got, $wanted, $what) {
    my @differ = grep { $got->[$_] ne $wanted->[$_] } keys @$wanted;

    is(scalar @$got, scalar @$wanted, "$what: their number");
    is(join(' ', map { sprintf '%vx for %vx', $got->[$_], $wanted->[$_] }
        @differ[0 .. min(9, $#differ)]), '', $what);
}

my @folded = map { Test::Contentlib::Model::folded($_) } @texts;
my %terms = map { $_ => 1 } map { $_->{term}, @{$_->{parts}} }
    map { Test::Contentlib::Model::words($_) } @folded;

is_same([map { split / / } rows('SELECT folded FROM item_text')],
    [map { split / / } @folded], 'folded');
my %keys = map { $_ => 1 }
    rows('SELECT key FROM posting WHERE kind = 10 GROUP BY key');

for (['keys that are no terms', \%keys, \%terms],
    ['terms that are no keys', \%terms, \%keys])
{
    my ($what, $some, $others) = @$_;
    my @differ = sort grep { !$others->{$_} } keys %$some;

    is(join(' ', map { sprintf '%vx', $_ } @differ[0 .. min(9, $#differ)]), '',
        $what);
}

done_testing();
