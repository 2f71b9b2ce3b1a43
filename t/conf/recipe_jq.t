#!/usr/bin/perl

# The commands with jq in docs/recipes.md print the output that stands there.
# Tests: docs/recipes.md

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Recipe;
use Test::Contentlib::Source;


my $t = Test::Contentlib->new(
    records => source_text('data/sample/library.ndjson'));

my ($picked, $walked) = recipe_commands($t, 'jq');
my ($command, $out, $says) = @$picked;

cmp_ok(length $says, '>', 50, 'something is said');
is($out, $says, $command =~ s/\n//r);

# the command that reads all pages prints the library

is($walked->[1], '', 'the walk');

my $info = sub ($library) {
    my ($items) = Test::Contentlib::program('info', $library)
        =~ /^items: +(\d+)$/m;

    return $items;
};

$t->library('walked', $t->read_file('items.ndjson'));
is($info->($t->path('walked.db')), 69, 'has all items');
is($t->read_file('items.ndjson') =~ tr/\n//, 69, 'each once');
