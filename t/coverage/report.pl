#!/usr/bin/perl

# A table of the lines and branches that were run, for each layer, out of what
# gcovr has found; and a list of the lines that have branches left.  Branches
# that no test can take are named in a file, with the reason, and counted apart.

use v5.36;

use JSON::PP;
use List::Util qw(min sum0);


my @LAYERS = qw(text api cache library render service tool http);

my ($json, $missing, $unreachable) = @ARGV;
my (%layer, @missing);
my %left = unreachable($unreachable);

for my $file (@{decode_json(slurp($json))->{files}}) {
    my $name = $file->{file};
    my ($layer) = $name =~ m{^src/(\w+)/};
    my $figures = $layer{$layer // 'http'} //= {};
    my @source = split /\n/, slurp($name);

    for my $line (@{$file->{lines}}) {
        next if $line->{'gcovr/noncode'};

        my @branches = @{$line->{branches}};
        my $taken = grep { $_->{count} } @branches;
        my $n = $line->{line_number};
        my $key = $name . ' ' . trimmed($source[$n - 1]);
        my $never = min($left{$key} // 0, @branches - $taken);

        delete $left{$key} if $never && $never == $left{$key};

        $figures->{never} += $never;
        $figures->{lines}++;
        $figures->{run}++ if $line->{count};
        $figures->{branches} += @branches;
        $figures->{taken} += $taken;

        push @missing, sprintf "%s:%d: %d of %d%s: %s", $name, $n,
            @branches - $taken, scalar @branches,
            $never ? " ($never unreachable)"
            : $line->{count} ? '' : ' (never run)', $source[$n - 1]
            if $taken < @branches || !$line->{count};
    }
}

say STDERR "$unreachable: reached, or not there: $_" for sort keys %left;

say '| layer | lines | run | branches | taken | unreachable'
    . ' | taken of the others |';
say '|---|---|---|---|---|---|---|';

row("src/$_", $layer{$_}) for @LAYERS;
row('all outside src/http', total(grep { $_ ne 'http' } @LAYERS));
row('all', total(@LAYERS));

open my $out, '>', $missing or die "$missing: $!";
say $out $_ for @missing;
close $out or die "$missing: $!";


sub row ($name, $figures) {
    say '| ', join(' | ', $name,
        $figures->{lines}, percent($figures->@{qw(run lines)}),
        $figures->{branches}, percent($figures->@{qw(taken branches)}),
        $figures->{never},
        percent($figures->{taken}, $figures->{branches} - $figures->{never})),
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
