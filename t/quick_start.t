#!/usr/bin/perl

# The records of README.md can be imported, and its command makes records of a
# table of pictures.

use v5.36;
use utf8;

use FindBin;
use lib "$FindBin::Bin/lib";
use ContentlibTool;
use Encode qw(encode_utf8);
use Test::More;
use Test::Contentlib::Source;


my $readme = source_text('README.md');
my $directory = directory();

my @records = $readme =~ /^```json\n(.*?)^```$/msg;
my @exported = exported(imports($directory, 'record.db', join '', @records));

is(scalar @records, 3, 'a still image, an animation and a collection');
is(join(' ', map { $_->{id} // $_->{slug} } @exported),
    'sea dog 2 1 holidays', 'they are imported');

# a table as spreadsheets write it

my ($command) = $readme =~ /^(sqlite3 .*? > items\.ndjson)$/ms
    or die 'no command';

put("$directory/pictures.csv", encode_utf8(join "\r\n",
    "\x{feff}id,file,alt,tags",
    '3,c.png,"A cat, asleep",Cat  sleep',
    '20,"b,b.png","She said ""hé"" \\o/",',
    '1,a.png,plain,one', ''));

is(system("cd $directory && $command"), 0, 'the command');

my ($status, $out, $error) = tool('import', '--quiet', '-o',
    "$directory/my.db", "$directory/items.ndjson");

is("$status$out$error", '0', 'imported');

my @items = grep { $_->{id} } exported("$directory/my.db");

is_deeply([map { [@$_{qw(id static_image alt_text)}] } @items], [
    [20, 'b,b.png', 'She said "hé" \\o/'], [3, 'c.png', 'A cat, asleep'],
    [1, 'a.png', 'plain'],
], 'numbers, files and texts');
is_deeply([map { [map { "$_->{slug} $_->{name}" } @{$_->{tags}}] } @items],
    [[], ['cat Cat', 'sleep sleep'], ['one one']], 'tags');

done_testing();
