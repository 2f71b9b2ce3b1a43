#!/usr/bin/perl

# A library in which a page has its rows out of order: a search for a text
# with a blank gets a negative position from a range of positions.
# Tests: src/library/contentlib_set.c, src/library/contentlib_filter.c

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Checksums;


my $t = Test::Contentlib->new(start => 0, workers => 1,
    records => [map { gif($_, alt_text => 'one two') } 1 .. 4]);
my $library = $t->path('library.db');

my $root = edit($library, "INSERT INTO item_text VALUES (-1, 'one two');"
    . " SELECT rootpage FROM sqlite_schema WHERE name = 'item_text'");

# the cell of the negative position is the first one and becomes the last one

open my $file, '+<:raw', $library or die "$library: $!";
my $bytes = do { local $/; <$file> };
my $at = ($root - 1) * $PAGE + 8;
my ($first, @others) = unpack 'n5', substr $bytes, $at, 10;

substr $bytes, $at, 10, pack 'n5', @others, $first;
seek $file, 0, 0;
print $file checksummed($bytes);
close $file or die "$library: $!";

$t->expect_log(qr/contentlib: library ".*" failed: /);
$t->start;

is($t->get('/api/v1/content_items/?text=one+two')->status, 503,
    'the position is not used');
is($t->get('/api/v1/content_items/')->json->{count}, 4, 'the worker serves');
