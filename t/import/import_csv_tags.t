#!/usr/bin/perl

# Many tags of a table whose names have the same slug: each name keeps its
# number, and the time does not grow with the square of the names.
# Tests: src/tool/import/contentlib_picture.c, src/tool/stage/contentlib_stage.c

use v5.36;
use utf8;

use Encode qw(encode_utf8);
use Test::More;

use lib 't/lib';
use ContentlibTool;

my $directory = directory();
my @names = map { 'A ' . chr(0x4e00 + $_) } 0 .. 1999;

# two of them are in the library, with another order of the numbers

my $library = imports($directory, 'library.db', lines(tag('a', $names[7]),
    tag('a-2', $names[3]), tag('a-3', 'a')));

my $table = put("$directory/table.csv", encode_utf8(join '', "file,tags\n",
    map { my $row = $_; map { my $half = $_;
        "$row-$half.png,\"" . join(',', map { $row % 2 ? lc : $_ }
            @names[1000 * $half .. 1000 * $half + 999]) . "\"\n"
    } 0, 1 } 1 .. 12));

my $status = system 'sh', '-c', 'ulimit -t 15; exec "$@"', 'sh',
    $ENV{CONTENTLIB} // 'build/contentlib', 'import', '--quiet', '--merge', '-o', $library, $table;

is($status, 0, 'imported within 15 seconds of CPU time');

my (%tags, %slugs);

for my $record (exported($library)) {
    $slugs{$record->{slug}} = $record->{name} if !$record->{id};
    $tags{lc $_->{name}}{$_->{slug}}++ for @{$record->{tags} // []};
}

is(scalar keys %tags, 2000, 'names');
is(scalar(grep { keys %$_ != 1 } values %tags), 0, 'one slug for each name');
is(scalar(grep { (values %$_)[0] != 12 } values %tags), 0, 'in each row');
is(join(' ', map { lc } @slugs{'a', 'a-2'}),
    join(' ', map { lc } @names[7, 3]), 'tags of the library');
is_deeply([sort keys %slugs], [sort 'a', map { "a-$_" } 2 .. 2001],
    'no number is left out');

done_testing();
