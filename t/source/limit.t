#!/usr/bin/perl

# A test file that does not end, or leaves processes, is named and ended with
# its processes, and the other files run.
# Tests: t/limit

use v5.36;

use lib 't/lib';
use ContentlibTool;
use Test::More;
use Time::HiRes qw(time);


my $directory = directory();

# "sleep" has a process group of its own, as nginx has

my $sleep = 'if (!fork) { setpgrp; exec "sleep", 987654 }';
my %files = (
    waits => "ok 1; $sleep sleep 987654;",
    deaf => "ok 1; \$SIG{TERM} = 'IGNORE'; sleep 1 while 1;",
    leaves => "ok 1; $sleep done_testing();",
    good => 'ok 1; done_testing();',
);

put("$directory/$_.t", "use Test::More; $files{$_}\n") for keys %files;

# prove is not a process of the session of this file

delete @ENV{grep { /^HARNESS/ } keys %ENV};
$ENV{TEST_LIMIT} = 2;

my $began = time;
my $said = `prove -j 4 $directory 2>&1`;

isnt($?, 0, 'the suite fails');
cmp_ok(time - $began, '<', 60, 'and ends');
like($said, qr{^# \S+/$_\.t has not ended after 2 seconds$}m, "$_ is named")
    for qw(waits deaf);
like($said, qr{^# \S+/leaves\.t has left processes: sleep$}m,
    'leaves is named');
like($said, qr{/good\.t \.* ok$}m, 'the good file runs');
like($said, qr/^Files=4, /m, 'all files are reported');

my @left = grep { (eval { slurp($_) } // '') =~ /^sleep\x{0}987654/ }
    glob '/proc/[0-9]*/cmdline';

is(scalar @left, 0, 'no process is left');

done_testing();
