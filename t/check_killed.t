#!/usr/bin/perl

# "contentlib check" is killed: its child process ends, too.

use v5.36;

use IPC::Open2;
use Test::More;
use Time::HiRes qw(sleep);

use lib 't/lib';
use ContentlibTool;

my $directory = directory();
my $library = imports($directory, 'library.db', lines(item(1)));
my $program = $ENV{CONTENTLIB} // 'build/contentlib';

# until the value is what it should be

sub poll ($value) {
    for (1 .. 1000) {
        my $now = $value->();
        return $now if $now;
        sleep 0.02;
    }

    return;
}

# the child waits for the lock

my $sqlite = open2(my $out, my $in, 'sqlite3', $library);

$in->autoflush;
print {$in} "BEGIN IMMEDIATE; SELECT 'locked';\n";
is(readline $out, "locked\n", 'the library is locked');

my $pid = fork // die "fork: $!";

exec $program, 'check', $library or POSIX::_exit(127) unless $pid;

my ($child) = poll(sub {
    (slurp("/proc/$pid/task/$pid/children") =~ /^(\d+) /)[0];
});

ok($child, 'a child process');
ok(poll(sub { slurp("/proc/$child/syscall") =~ /^(?!running)/ }),
    'which waits');
kill 'KILL', $pid;
waitpid $pid, 0;
ok(poll(sub { !-e "/proc/$child" }), 'it ends');

print {$in} ".quit\n";
waitpid $sqlite, 0;

done_testing();
