#!/usr/bin/perl

# "contentlib import" reads in a thread: errors come in the order of the input,
# and the program ends at once if it cannot store what was read.

use v5.36;

use Test::More;

use lib 't/lib';
use ContentlibTool;

my $directory = directory();

# Errors in the values of records, and errors in the text between records.

my $wrong = json(item(1, created => 'today'));
my $bytes = join "\n", map { ($wrong, 'hello', "{\"id\":$_,}") } 1 .. 2000;

my ($status, undef, $error) = tool('import', '-o', "$directory/library.db",
    '--max-errors', 6000, '-', { stdin => $bytes });
my @lines = map { /^-:(\d+): / ? $1 : () } split /\n/, $error;

is($status, 1, 'errors');
is("@lines", join(' ', 1 .. 6000), 'errors in the order of the lines');

($status, undef, $error) = tool('import', '-o', "$directory/library.db",
    '--max-errors', 10, '-', { stdin => $bytes });

like($error, qr/^(?:-:\d+: [^\n]+\n){10}and 5990 more\n\z/, 'the others are counted');

# The writer of a pipe does not end, and there is no room for the records.

my $fifo = "$directory/input";

put("$directory/records", lines(map { item($_, alt_text => 'x ' x 20_000) }
    1 .. 1500));

my $began = time;

($status, undef, $error) = tool('import', '-o', "$directory/library.db", $fifo,
    { shell => "mkfifo $fifo; (cat $directory/records; exec sleep 15)"
        . " > $fifo 2> /dev/null & ulimit -f 2000" });

is($status, 1, 'no room');
like($error, qr/^contentlib: [^\n]+\n\z/, 'one line');
cmp_ok(time - $began, '<', 12, 'does not wait for the writer');

is_deeply([contents($directory)], ['input', 'records'], 'no files are left');

done_testing();
