#!/usr/bin/perl

# The program respects ignored signals: nohup ignores HUP.

use v5.36;

use IO::Handle;
use Test::More;
use Time::HiRes qw(sleep);

use lib 't/lib';
use ContentlibTool;

my $directory = directory();
my $library = "$directory/library.db";

# in the middle of the input

for my $signal (qw(HUP INT TERM)) {
    local $SIG{PIPE} = 'IGNORE';
    local $SIG{$signal} = 'IGNORE';

    my ($pid, $input) = begin_import($library, lines(item(1)));

    kill $signal, $pid;
    sleep 0.05;
    print {$input} lines(item(2));
    close $input;

    is($?, 0, "$signal: the import goes on");
    is(join(' ', contents($directory)), 'library.db', "$signal: and ends");
    unlink $library;
}

done_testing();
