package Bench::Statistics;

# Medians and percentiles, and the format of numbers.

use v5.36;

use Exporter qw(import);

our @EXPORT = qw(median percentile with_commas as_time as_value);


sub median (@values) { percentile(50, @values) }

# The least value that $percent of the values do not exceed.  The median of an
# even number of values is the mean of the two in the middle.

sub percentile ($percent, @values) {
    my @sorted = sort { $a <=> $b } @values or die 'no values';
    my $rank = @sorted * $percent / 100;
    my $at = int $rank;

    return ($sorted[$at - 1] + $sorted[$at]) / 2
        if $percent == 50 && $rank == $at;

    return $sorted[$rank == $at ? $at - 1 : $at];
}

sub with_commas ($number) {
    my $text = sprintf '%.0f', $number;

    1 while $text =~ s/^(\d+)(\d{3})/$1,$2/;

    return $text;
}

# A time, which is given in microseconds.

sub as_time ($us) {
    my ($value, $unit) = $us < 1000 ? ($us, "\x{b5}s") : ($us / 1000, 'ms');

    return sprintf $value < 10 ? '%.2f %s' : $value < 100 ? '%.1f %s'
        : '%.0f %s', $value, $unit;
}

# A value with its unit: "us" is a time, "x" is a ratio.

sub as_value ($value, $unit) {
    return as_time($value) if $unit eq 'us';
    return sprintf '%.2f x', $value if $unit eq 'x';

    return with_commas($value) . ($unit eq '/s' ? '' : ' ') . $unit;
}

1;
