#!/usr/bin/perl

# Headings by month on a wall that is sorted by date, and the way to a year; and
# collections with their numbers of items.
# Tests: data/explorer

use v5.36;

use lib qw(t/browser/lib t/lib);
use Test::Browser;
use Test::Contentlib;


# 40 items in each month, the newest first

my @months = map { my $year = $_;
    map { sprintf '%d-%02d', $year, $_ } 7 .. 8 } 2017 .. 2019;
my @records = map {
    photograph(1000 - $_, tags => [tag($_ % 2 ? 'odd' : 'even')],
        created => sprintf '%s-%02dT12:00:00Z', $months[5 - int($_ / 40)],
            28 - $_ % 40 / 2)
} 0 .. 239;

# and four that are not sorted

my @mixed = map { photograph($_, tags => [tag('mixed')],
    created => sprintf '2017-07-%02dT12:00:00Z', 5 - $_) } 1 .. 4;

browser_tests(explorer([@records, @mixed,
    collection('all', $records[0], name => 'All of them',
        items => [map { $_->{id} } @records]),
    collection('few', $records[9], name => 'A few',
        items => [map { $_->{id} } @records[9 .. 11]]),
    collection('alone', $records[9], name => 'Alone'),
], '%%API%%'));
