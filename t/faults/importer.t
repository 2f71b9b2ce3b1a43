#!/usr/bin/perl

# The program is killed at every call that changes a file, or has a full disk,
# I/O errors, no memory, or signals: the library is the old one or the new one,
# complete, or does not exist.
#
#     CALLS=pwrite AT=7+ DO=ENOSPC KIND=merge     runs only this trial
# Tests: src/tool/write/contentlib_target.c, src/tool/import/contentlib_import.c

use v5.36;

use lib qw(t/faults/lib t/lib);
use ContentlibFailing;
use ContentlibTool;
use Faults;
use Test::More;

my $files = 'open,write,pwrite,fsync,chmod,rename,unlink,close,ftruncate';
my %f = map { $_ => ContentlibFailing->new($_) } qw(first replace merge);

# Runs the code with a failure at each call, or at each $step-th call, until
# the program makes fewer calls.  Returns the numbers of failures, of problems,
# and of runs that ended by a signal.

sub points ($do, $form, $step, $code) {
    my ($points, $ended, @problems) = (0, 0);

    for (my $at = 1; ; $at += $step) {
        my $run = $code->("$at$form");

        last unless $run->{hit};
        $points++;
        $ended++ if $run->{status} =~ /^signal/;
        push @problems, $run->{problem} if $run->{problem};
    }

    diag $_ for @problems[0 .. ($#problems < 9 ? $#problems : 9)];

    return ($points, scalar @problems, $ended);
}

sub imports_ok ($what, $calls, $do, $form = '', $step = 1) {
    my ($points, $problems, $ended) = (0, 0, 0);

    for my $kind (qw(first replace merge)) {
        my @one = points($do, $form, $step, sub ($at) {
            $f{$kind}->import(calls => $calls, at => $at, do => $do) });

        $points += $one[0];
        $problems += $one[1];
        $ended += $one[2];
    }

    result("$what: points", $points);
    result("$what: violations", $problems, '= 0');

    return $ended;
}

if ($ENV{CALLS}) {
    my $run = $f{$ENV{KIND} // 'replace'}->import(calls => $ENV{CALLS},
        at => $ENV{AT}, do => $ENV{DO});

    is($run->{problem}, '', "$run->{status} $run->{state}: $run->{error}");
    done_testing();
    exit;
}

my $few = scaled(10) < 10 ? 9 : 1;

imports_ok('killed', $files, 'KILL', '', $few);
imports_ok('SIGTERM', $files, 'TERM', '', $few);
imports_ok('SIGINT', $files, 'INT', '', $few);
imports_ok('disk full', 'write,pwrite', 'ENOSPC', '+', $few);
imports_ok('disk full for once', $files, 'ENOSPC', '', $few);
imports_ok('errors', $files, 'EIO', '', $few);
imports_ok('errors from there on', $files =~ s/unlink,//r, 'EIO', '+', $few);
imports_ok('errors of reading', 'read,pread', 'EIO', '', $few);

my $step = scaled(100) < 100 ? int(3000 / scaled(100)) : 30;

result('programs that a shared library ended', imports_ok('no memory for once',
    'malloc', 'ENOMEM', '', $step));
imports_ok('no memory from there on', 'malloc', 'ENOMEM', '+', $step * 2);

for my $command (qw(check info export)) {
    for my $form ('', '+') {
        my ($points, $problems) = points('ENOMEM', $form, $step, sub ($at) {
            $f{replace}->reads({ calls => 'malloc', at => $at,
                do => 'ENOMEM' }, $command) });

        result("$command without memory$form: points", $points);
        result("$command without memory$form: violations", $problems, '= 0');
    }
}

# Calls that are interrupted or transfer a part do not change the result.

my @other = grep { $_->{status} ne '0' || $_->{state} ne 'new' } map {
    my $do = $_;
    map { $f{merge}->import(calls => 'read,write,pwrite', at => "$_*",
        do => $do) } 2 .. 9;
} qw(EINTR short);

result('imports with another result because of such calls', scalar @other,
    '= 0');

# a file system of 1 MB

my $mount = directory();

SKIP: {
    skip 'no mount', 1
        if system("mount -t tmpfs -o size=1m tmpfs $mount 2>/dev/null");

    my $library = imports($mount, 'library.db', lines(item(1)));
    my $before = slurp($library);
    my $input = put(directory() . '.ndjson', lines(map { item($_,
        alt_text => "$_ " x 3000) } 1 .. 200));

    my ($status, $out, $error) = tool('import', '-o', $library, $input);

    is($status, 1, 'a full disk') or diag $out;
    like($error, qr/\A[^\n]*library\.db[^\n]*(?:full|No space)[^\n]*\n\z
        |\A[^\n]*temporary[ ]file[^\n]*full\n\z/x, 'is reported');
    result('libraries lost on a full disk', slurp($library) eq $before
        && "@{[contents($mount)]}" eq 'library.db' ? 0 : 1, '= 0');

    unlink $input;
    system("umount $mount");
}

done_testing();
