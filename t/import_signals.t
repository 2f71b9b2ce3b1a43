#!/usr/bin/perl

# The program respects ignored signals: nohup ignores HUP, and some supervisors
# ignore CHLD.

use v5.36;

use IO::Handle;
use Test::More;
use Time::HiRes qw(sleep);

use lib 't/lib';
use ContentlibTool;

my $directory = directory();
my $library = "$directory/library.db";
my $program = File::Spec->rel2abs($ENV{CONTENTLIB} // 'build/contentlib');

# the program waits for the child that verifies the new library; the shell does
# not pass on an ignored CHLD

my $ignore = qq(set -- $^X -e '\$SIG{CHLD} = "IGNORE"; exec \@ARGV' "\$@");

is(join('', tool('import', '--quiet', '-o', $library, '-',
    { stdin => lines(item(1)), shell => $ignore })), '0', 'CHLD is ignored');
unlink $library;

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
