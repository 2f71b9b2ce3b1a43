package Faults;

# Functions for the programs of "make faults".  Each program is a test file
# that puts load on a server, or makes calls fail:
#
#     use Faults;
#
#     for (1 .. scaled(2000)) { ... }
#     result('failed requests', $failed, '= 0');
#     result('longest switch', $longest * 1000, '<= 1000', 'ms');
#
# result() is an assertion, and a row of the table that t/faults/run prints.

use v5.36;

use Exporter qw(import);
use File::Basename qw(basename);
use Test::More ();

our @EXPORT = qw(result scaled);

our $SCALE = $ENV{FAULTS_SCALE} // 1;


# The number multiplied by FAULTS_SCALE, and not less than "least".

sub scaled ($n, $least = 1) {
    my $scaled = int($n * $SCALE);

    return $scaled > $least ? $scaled : $least;
}

# The target is a relation and a number such as "<= 1000", or undef.

sub result ($what, $value, $target = undef, $unit = '') {
    my $shown = $value =~ /^-?\d*\.\d+$/ ? sprintf('%.3g', $value) : $value;
    my $met = defined $target ? compare($value, $target) : 1;

    $_ = length $unit ? " $unit" : '' for $unit;

    Test::More::ok($met, defined $target
        ? "$what: $shown$unit, target $target$unit" : "$what: $shown$unit");

    store('| ' . join(' | ', basename($0, '.t'), $what, "$shown$unit",
        defined $target ? "$target$unit" : '',
        defined $target ? $met ? 'yes' : '**no**' : '') . " |\n");

    return $met;
}

sub compare ($value, $target) {
    my ($sign, $limit) = $target =~ /^([<>]?=) (-?[\d.]+)$/
        or die "no target: $target";

    return $sign eq '=' ? $value == $limit
        : $sign eq '<=' ? $value <= $limit : $value >= $limit;
}

sub store ($row) {
    my $rows = $ENV{FAULTS_ROWS} // return;

    open my $file, '>>', $rows or die "$rows: $!";
    print $file $row;
    close $file or die "$rows: $!";
}

1;
