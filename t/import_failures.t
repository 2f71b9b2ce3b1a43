#!/usr/bin/perl

# The program is killed, or has no disk space or no memory: the library is the
# old or the new one, complete, and no files are left.

use v5.36;

use Test::More;

use lib 't/lib';
use ContentlibFailing;
use ContentlibTool;

# a sanitizer has a malloc() of its own

plan(skip_all => 'the program has a sanitizer in it')
    if slurp($ENV{CONTENTLIB} // 'build/contentlib') =~ /__asan_init/;

my $files = 'open,write,pwrite,fsync,chmod,rename,unlink,close,ftruncate';
my %f = map { $_ => ContentlibFailing->new($_) } qw(first replace merge);

for my $case (

    # calls that change files, about 63; the 59th renames the library

    (map { my $kind = $_; map { [$kind, $files, $_, 'KILL'] }
        2, 46, 58, 60, 62 } qw(first replace merge)),
    (map { ['replace', $files, $_, 'TERM'] } 1, 2, 30, 60),
    (map { ['merge', $files, $_, 'EIO'] } 1, 5, 40, 55),
    (map { ['replace', 'pwrite', $_, 'ENOSPC'] } '1+', 20, '30+'),
    ['replace', 'fsync', 1, 'EIO'],
    ['replace', 'rename', 1, 'EIO'],
    ['first', 'chmod', 1, 'EIO'],

    # calls that allocate memory

    (map { ['merge', 'malloc', $_, 'ENOMEM'] }
        1, 500, 1303, 3000, 9000, 20000, '1500+', '25000+'),
) {
    my ($kind, $calls, $at, $do) = @$case;
    my $run = $f{$kind}->import(calls => $calls, at => $at, do => $do);

    is($run->{problem}, '', "$kind: $calls $at: $do");

    # a program built for coverage makes other calls

    ok($run->{hit} || $ENV{TEST_COVERAGE}, 'is reached');
}

# json-c without memory for the first record, about at 2700

my @runs = map { $f{first}->import(calls => 'malloc', at => $_,
    do => 'ENOMEM') } 2690 .. 2730;

is(join("\n", grep { $_ } map { $_->{problem} } @runs), '',
    'no string is cut');
ok((grep { $_->{error} =~ /JSON|^contentlib: out of memory$/ } @runs)
    || $ENV{TEST_COVERAGE}, 'json-c had no memory');

# the directory cannot be written when the new library is there

my $run = $f{replace}->import(calls => 'fsync', at => 2, do => 'EIO');

is($run->{problem}, '', 'the directory');
is("$run->{status} $run->{state}", '1 new', 'an error, and the new library');
like($run->{error}, qr/^contentlib: replaced, but cannot write the directory/,
    'and reported');

# interrupted and partial calls

for my $do (qw(EINTR short)) {
    my $run = $f{merge}->import(calls => 'read,write,pwrite', at => '2*',
        do => $do);

    is("$run->{status} $run->{state} $run->{problem}", '0 new ', $do);
}

# without memory for the comparison, the schema is not reported as different

my %said;

for my $command (qw(check info export)) {
    for (my $at = 1000; $at < 9000; $at += 797) {
        my $run = $f{replace}->reads({ calls => 'malloc', at => $at,
            do => 'ENOMEM' }, $command);

        is($run->{problem}, '', "$command: without memory at $at");
        $said{$run->{error}}++;
    }
}

is(join('', grep { !/memory|error code=7/ && length } keys %said), '',
    'what is said of it');

# The files of a killed import do not affect the next import.

$f{replace}->import(calls => 'pwrite', at => 20, do => 'KILL');
is(scalar(contents($f{replace}{directory})), 2, 'a temporary file is left');
is((tool($f{replace}->command))[0], 0, 'the next import');
is($f{replace}->state, 'new', 'makes the new library');
is(join(' ', contents($f{replace}{directory})), 'library.db', 'and cleans up');

done_testing();
