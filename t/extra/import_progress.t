#!/usr/bin/perl

# The program shows its progress on a terminal, and nothing with --quiet or
# without a terminal.
# Tests: src/tool/contentlib_progress.c

use v5.36;

use lib 't/lib';
use ContentlibTool;
use Test::More;

plan(skip_all => 'no script(1)') if system 'script --version >/dev/null 2>&1';

my $program = $ENV{CONTENTLIB} // 'build/contentlib';
my $directory = directory();
my $library = "$directory/library.db";
my $records = put("$directory/records",
    lines(map { item($_) } 1 .. 600));

# The output of a command on a terminal.

sub shown ($command) {
    my $bytes = `script -qec '$program $command' /dev/null </dev/null`;

    is($?, 0, $command);

    return $bytes;
}

my $line = qr/\r\e\[K\w[\w ]*: \d+ records, \d+\/s/;

like(shown("import -o $library $records"),
    qr/$line, \d+ %, \d+ s left.*\r\e\[K/s, 'how far it is');
like(shown("import -o $library - <$records"), qr/$line(?!, \d+ %)/,
    'of how many is not known from a pipe');
like(shown("import -o $library " . put("$directory/table.csv", "SourceFile\na.png\n"
    . "b.txt\n" x 600)), qr/$line, \d+ %/, 'rows that are skipped');
like(shown("check $library"), qr/\r\e\[K|\A[^\e]*\z/, 'a check');
unlike(shown("import --quiet -o $library $records"), qr/\e/, 'quiet');
unlike(`$program import -o $library $records 2>&1`, qr/\e/, 'no terminal');
is($?, 0, 'which is no fault');

done_testing();
