#!/usr/bin/perl

# The unit programs: one for each t/unit/<layer>/<name>.c, and one for each
# fuzz target that the Makefile names in UNIT_FUZZ, which is run with its seeds.
# "make units" builds them, they print TAP, and each is a subtest.

use v5.36;

use Cwd qw(realpath);
use File::Temp qw(tempdir);
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Test::Contentlib::Source;


my $root = realpath("$FindBin::Bin/..");
my $units = $ENV{CONTENTLIB_UNITS} // "$root/build/unit";
my @names = map { m{/t/unit/(\w+/\w+)\.c$} } sort glob "$root/t/unit/*/*.c";
my ($fuzz) = source_text('Makefile') =~ /^UNIT_FUZZ +=((?:.*\\\n)*.*)/m;

push @names, map { "fuzz/$_" } $fuzz =~ /\w+/g;

# the files of a program that crashes are removed with the directory

$ENV{TMPDIR} = tempdir(CLEANUP => 1);

cmp_ok(scalar @names, '>', 0, 'there are unit programs');

# without any program, one failure is enough

unless (grep { -x "$units/$_" } @names) {
    fail("no unit program is built in $units: make units");
    done_testing();
    exit;
}

subtest($_ => \&run_unit, $_) for @names;

done_testing();


# The results of the program become subtests, in the same order.

sub run_unit ($name) {
    my $program = "$units/$name";

    return fail("$program is not built: make units") unless -x $program;

    my @lines = output_of($program, $name =~ m{^fuzz/(.*)}
        ? "$root/t/fuzz/corpus/$1" : ());
    my $status = $?;
    my ($plan, $tests) = (-1, 0);

    for (@lines) {
        if (/^ok \d+ - (.*)/) {
            $tests++;
            pass($1);

        } elsif (/^not ok \d+ - (.*)/) {
            $tests++;
            fail($1);

        } elsif (/^1\.\.(\d+)$/) {
            $plan = $1;

        } elsif (/^# ?(.*)/) {
            diag($1);

        } else {
            diag($_);
        }
    }

    my @reports = grep { /Sanitizer|runtime error:|^Bail out!/ } @lines;

    is(join("\n", @reports), '', 'no report of a sanitizer');
    is($plan, $tests, 'the plan is kept');
    is($status & 127, 0, 'no signal');

    # failed tests have been counted already

    is($status >> 8, (grep { /^not ok/ } @lines) ? 1 : 0, 'exit status');
}

# Standard output and standard error, line by line; $? is the status.

sub output_of ($program, @arguments) {
    my $pid = open my $out, '-|' // die "fork: $!";

    if (!$pid) {
        open STDERR, '>&', \*STDOUT;
        exec { $program } $program, @arguments or exit 127;
    }

    my @lines = <$out>;

    close $out;
    chomp @lines;

    return @lines;
}
