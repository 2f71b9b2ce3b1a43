#!/usr/bin/perl

# The program is killed, or has no disk space or no memory: the library is the
# old or the new one, complete, and no files are left.  t/faults/importer.t does
# the same for all calls.
# Suite: long
# Tests: src/tool/write/contentlib_target.c, src/tool/contentlib_sql.c,
#     src/tool/contentlib_nginx.c

use v5.36;

use Test::More;

use lib 't/lib';
use ContentlibFailing;
use ContentlibTool;

# a sanitizer has a malloc() of its own

plan(skip_all => 'the program has a sanitizer in it')
    if slurp($ENV{CONTENTLIB} // 'build/contentlib') =~ /__asan_init/;

# if unlink() fails, a file is left

my $changes = 'open,write,pwrite,fsync,chmod,rename,close,ftruncate';
my $files = "$changes,read,pread,stat";
my %f = map { $_ => ContentlibFailing->new($_) }
    'first', 'replace', 'merge', 'dry run', 'from', 'again';

my $step = $ENV{CONTENTLIB_FAILURES} // 15;
my %runs;

# Each so many-th of the calls fails, in turn alone and with all that follow.

sub some ($step, @places) {
    my @some = @places[grep { $_ % $step == 0 } keys @places];

    return map { $some[$_] . ($_ % 2 ? '+' : '') } keys @some;
}

sub imports_ok ($kind, $calls, $do, @at) {
    my @runs = map { $f{$kind}->import(calls => $calls, at => $_,
        do => $do) } @at;

    cmp_ok(scalar(grep { $_->{hit} } @runs), '>=', @runs / 2,
        "$kind: $do, " . @runs . ' runs');
    is(join("\n", grep { length } map { $_->{problem} } @runs), '',
        'the library is complete');
    $runs{"$kind $do"} += @runs;

    return @runs;
}

# json-c has no memory for a part of a record or of a page, which is not wrong

imports_ok('first', 'malloc', 'ENOMEM', map { ($_, "$_+") }
    $f{first}->places('malloc', by => qr/libjson-c/));

my @pages = imports_ok('from', 'malloc', 'ENOMEM', map { ($_, "$_+") }
    $f{from}->places('malloc', by => qr/libjson-c/));

is(join('', grep { /not valid|neither/ } map { $_->{error} } @pages), '',
    'the page has no errors');

# the program has no memory

my ($call) = $f{first}->places('malloc', by => qr/contentlib/);
my ($none) = imports_ok('first', 'malloc', 'ENOMEM', "$call+");

is("$none->{status} $none->{error}", "1 contentlib: out of memory\n",
    'out of memory');

for my $kind ('first', 'merge', 'dry run', 'from', 'again') {
    imports_ok($kind, $files, 'EIO', some($kind eq 'from' ? 1 : 2,
        $f{$kind}->places($files)));
    imports_ok($kind, 'malloc', 'ENOMEM',
        some($step, $f{$kind}->places('malloc')));
}

cmp_ok($runs{$_}, '>=', /first/ ? 20 : 5, "$_: many runs")
    for 'first EIO', 'first ENOMEM', 'from EIO', 'from ENOMEM';

# the last ones rename the library

for my $kind (qw(first replace merge)) {
    imports_ok($kind, $changes, 'KILL', 2, 15, 18 .. 28);
}

imports_ok('replace', $changes, 'TERM', 1, 2, 10, 20);
imports_ok('replace', 'pwrite', 'ENOSPC', '1+', 8, '12+');
imports_ok('replace', $_, 'EIO', 1) for qw(fsync rename);
imports_ok('first', 'chmod', 'EIO', 1);

# the directory cannot be written when the new library is there

my ($run) = imports_ok('replace', 'fsync', 'EIO', 2);

is("$run->{status} $run->{state}", '1 new', 'an error, and the new library');
like($run->{error}, qr/^contentlib: replaced, but cannot write the directory/,
    'and reported');

# interrupted and partial calls

for my $kind (qw(merge from)) {
    for my $do (qw(EINTR short)) {
        my ($run) = imports_ok($kind, 'read,write,pwrite', $do, '2*');

        is("$run->{status} $run->{state}", '0 new', "$kind: $do");
    }
}

# the commands that read: without memory, the library is not reported as wrong

for my $command (qw(check info export)) {
    for (['EIO', $files, 2], ['ENOMEM', 'malloc', $step]) {
        my ($do, $calls, $step) = @$_;
        my @runs = map { $f{replace}->reads({ calls => $calls, at => $_,
            do => $do }, $command) }
            some($step, $f{replace}->places($calls, command => $command));

        is(join("\n", grep { length } map { $_->{problem} } @runs), '',
            "$command: $do, " . @runs . ' runs');
    }
}

done_testing();
