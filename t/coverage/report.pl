#!/usr/bin/perl

# Makes a table of the executed lines and branches of each layer from the
# output of gcovr, and a list of the lines with branches that were not taken.
# The file "unreachable" lists branches that no test can take, which are
# counted separately.

use v5.36;

use JSON::PP;
use List::Util qw(min sum0);


my @LAYERS = qw(text api cache json library metrics service tool http);

my ($json, $missing, $unreachable) = @ARGV;
my (%layer, @missing);
my %left = unreachable($unreachable);

for my $file (@{decode_json(slurp($json))->{files}}) {
    my $name = $file->{file};
    my ($layer) = $name =~ m{^src/(\w+)/};
    my $counts = $layer{$layer // 'http'} //= {};
    my @source = split /\n/, slurp($name);

    for my $line (@{$file->{lines}}) {
        next if $line->{'gcovr/noncode'};

        my @branches = @{$line->{branches}};
        my $taken = grep { $_->{count} } @branches;
        my $n = $line->{line_number};
        my $key = $name . ' ' . trimmed($source[$n - 1]);
        my $never = min($left{$key} // 0, @branches - $taken);

        delete $left{$key} if $never && $never == $left{$key};

        $counts->{never} += $never;
        $counts->{lines}++;
        $counts->{run}++ if $line->{count};
        $counts->{branches} += @branches;
        $counts->{taken} += $taken;

        push @missing, sprintf "%s:%d: %d of %d%s: %s", $name, $n,
            @branches - $taken, scalar @branches,
            $never ? " ($never unreachable)"
            : $line->{count} ? '' : ' (never run)', $source[$n - 1]
            if $taken < @branches || !$line->{count};
    }
}

say STDERR "$unreachable: taken, or not in the sources: $_"
    for sort keys %left;

say '| layer | lines | run | branches | taken | unreachable'
    . ' | taken of the others |';
say '|---|---|---|---|---|---|---|';

row("src/$_", $layer{$_}) for @LAYERS;
row('all outside src/http', total(grep { $_ ne 'http' } @LAYERS));
row('all', total(@LAYERS));

open my $out, '>', $missing or die "$missing: $!";
say $out $_ for @missing;
close $out or die "$missing: $!";


sub row ($name, $counts) {
    say '| ', join(' | ', $name,
        $counts->{lines}, percent($counts->@{qw(run lines)}),
        $counts->{branches}, percent($counts->@{qw(taken branches)}),
        $counts->{never},
        percent($counts->{taken}, $counts->{branches} - $counts->{never})),
        ' |';
}

sub percent ($part, $whole) {
    return sprintf '%.1f %%', $whole ? 100 * ($part // 0) / $whole : 100;
}

sub total (@names) {
    my %total;

    for my $key (qw(lines run branches taken never)) {
        $total{$key} = sum0(map { $layer{$_}{$key} // 0 } @names);
    }

    return \%total;
}

# File and line => number of branches.

sub unreachable ($name) {
    my %number;

    for (grep { /^\w/ } split /\n/, slurp($name)) {
        my ($file, $n, $line) = /^(\S+) (\d+) (.+)$/ or die "$name: $_";

        $number{"$file $line"} = $n;
    }

    return %number;
}

sub trimmed ($line) {
    return $line =~ s/^\s+|\s+$//gr;
}

sub slurp ($name) {
    open my $file, '<', $name or die "$name: $!";
    local $/;

    return scalar <$file>;
}
