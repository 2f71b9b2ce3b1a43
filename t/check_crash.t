#!/usr/bin/perl

# "contentlib check" reports an error if a damaged library crashes SQLite.

use v5.36;

use Test::More;

use lib 't/lib';
use ContentlibFailing;
use ContentlibTool;
use Test::Contentlib::Checksums;

# sanitizers would report the crash of the child

plan(skip_all => 'the program has a sanitizer in it')
    if slurp($ENV{CONTENTLIB} // 'build/contentlib') =~ /__asan_init/;

my $directory = directory();
my $library = imports($directory, 'library.db',
    lines(map { item($_, tags => [tag("t$_", "Name $_")]) } 1 .. 10));
my $bytes = slurp($library);

# Nine bytes, the number -1, at the end of a page of a search index: to SQLite
# 3.40 it is 2^31 - 1, and the sum with an offset overflows.

my @tables = split /\n/, `sqlite3 $library "SELECT name FROM sqlite_schema
    WHERE name LIKE '%_search_data' ORDER BY name"`;

cmp_ok(scalar @tables, '>=', 2, 'there are search indexes');

for my $table (@tables) {
    put($library, $bytes);

    is(edit($library, "UPDATE $table SET block = CAST(substr(block, 1,
            length(block) - 9) || x'ffffffffffffffffff' AS BLOB)
        WHERE id = (SELECT max(id) FROM $table)"), '', $table);

    my ($status, $out, $error) = tool('check', $library);

    is("$status$out", '1', "$table: check fails");
    like($error, qr/\Acontentlib: [^\n]+\n\z/, "$table: one line");

    for my $command (qw(export info)) {
        like((tool($command, $library))[0], qr/\A[01]\z/,
            "$table: $command does not crash");
    }
}

# The process that verifies a library ends at any call.

my $f = ContentlibFailing->new('replace');
my $reported = "1 contentlib: $f->{library}: the verification was terminated"
    . " by signal 9\n";
my $printed = '';

for (my $at = 1; $printed ne $reported && $printed !~ /\A0/; $at++) {
    my $run = $f->run({ calls => 'pread', at => $at, do => 'KILL' }, 'check',
        $f->{library});

    $printed = "$run->{status} $run->{error}";
}

is($printed, $reported, 'the signal is reported');

done_testing();
