package Bench::Table;

# Compares the rows of workloads with their targets, and prints them as
# Markdown.
#
# A row is { name, rate, p50, p99, cpu, value, unit, low, high, target, note }.
# Only the name is required.  Times are in microseconds.  A row "against" has
# "yardstick", and a row that was not measured has "failed".

use v5.36;

use Exporter qw(import);

use Bench::Statistics;

our @EXPORT = qw(judge table);

my @HEAD = ('workload', 'requests/s', 'p50', 'p99', 'CPU per request',
    'ratio or value', 'min..max', 'target', 'met', 'note');


# A target is a limit such as "<= 1.5" or ">= 8000", or undef.

sub judge ($row, $target) {
    return if $row->{failed} || !defined $target;

    my ($sign, $limit) = $target =~ /^([<>]=) ([\d.]+)$/
        or die "no target: $target";

    $row->{sign} = $sign;
    $row->{limit} = $limit;
    $row->{met} = ($sign eq '<=' ? $row->{value} <= $limit
        : $row->{value} >= $limit) ? 1 : 0 if defined $row->{value};
}

sub table (@rows) {
    return join '', map { '| ' . join(' | ', @$_) . " |\n" } \@HEAD,
        [('---') x @HEAD], map { cells($_) } @rows;
}

sub cells ($row) {
    my $unit = $row->{unit};
    my $spread = defined $row->{low} && join '..',
        map { as_value($_, $unit) =~ s/ x$//r } @$row{qw(low high)};

    return [
        $row->{yardstick} ? "*against: $row->{name}*" : $row->{name},
        defined $row->{rate} ? with_commas($row->{rate}) : '',
        (map { defined $row->{$_} ? as_time($row->{$_}) : '' }
            qw(p50 p99 cpu)),
        defined $row->{value} && !$row->{yardstick}
            ? as_value($row->{value}, $unit) : '',
        $row->{yardstick} ? '' : $spread || '',
        defined $row->{limit}
            ? "$row->{sign} " . as_value($row->{limit}, $unit) : '',
        met($row), $row->{note} // '',
    ];
}

sub met ($row) {
    return '**failed**' if $row->{failed};
    return '' unless defined $row->{met};

    return $row->{met} ? 'yes' : '**no**';
}

1;
