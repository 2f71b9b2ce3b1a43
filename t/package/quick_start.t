#!/usr/bin/perl

# README.md: the first commands, and the packages that they install; and its
# table of pictures, and the records of docs/records.md, can be imported.
# Tests: README.md, docs/records.md

use v5.36;
use utf8;

use lib 't/lib';
use ContentlibTool;
use Encode qw(encode_utf8);
use Test::More;
use Test::Contentlib::Source;


my $readme = source_text('README.md');
my $directory = directory();

my ($first) = $readme =~ /^## Quick start\n.*?^```\n(.*?)^```$/ms;

like($first, qr/^make run\nmake test\n\z/m, 'the first commands');

my ($more) = source_text('Makefile')
    =~ /^TEST_PACKAGES *= \$\(RUN_PACKAGES\) (.*\\\n.*)$/m;
my ($pictures) = source_text('Makefile') =~ /^PICTURES_PACKAGES = (.*)$/m;

$more =~ s/\s*\\\n\s*/ /;
$more =~ s/\$\(PICTURES_PACKAGES\)/$pictures/;

like($readme, qr/\Q@{[$more =~ s{ (?=\S+ )}{, }gr =~ s{ (\S+)$}{ and $1}r]}\E/,
    'the packages of make test');

my @records = source_text('docs/records.md') =~ /^```json\n(.*?)^```$/msg;
my @exported = exported(imports($directory, 'record.db', join '', @records));

is(scalar @records, 3, 'a static image, an animation and a collection');
is(join(' ', map { $_->{id} // $_->{slug} } @exported),
    'sea dog 2 1 holidays', 'they are imported');

# the table

my ($table) = $readme =~ /^```csv\n(.*?)^```$/ms;
my $file = put("$directory/pictures.csv", encode_utf8($table));
my ($status, $out, $error) = tool('import', '--quiet', '-o',
    "$directory/my.db", $file);

is("$status$out$error", '0', 'the table is imported');

my @items = grep { $_->{id} } exported("$directory/my.db");

is_deeply([map { [@$_{qw(id static_image alt_text)}] } @items],
    [[2, 'holidays/dog.gif', 'A dog on the beach'],
    [1, 'balloon.png', 'A red balloon, over the sea']], 'items');
is(join(' ', map { $_->{slug} } map { @{$_->{tags}} } @items),
    'dog sea balloon sea', 'tags');

done_testing();
