#!/usr/bin/perl

# A table of the lines and branches that were run, for each layer, out of what
# gcovr has found; and a list of the lines that have branches left.

use v5.36;

use JSON::PP;
use List::Util qw(sum0);


my @LAYERS = qw(text api cache library render service tool http);

my ($json, $missing) = @ARGV;
my (%layer, @missing);

for my $file (@{decode_json(slurp($json))->{files}}) {
    my $name = $file->{file};
    my ($layer) = $name =~ m{^src/(\w+)/};
    my $figures = $layer{$layer // 'http'} //= {};
    my @source = split /\n/, slurp($name);

    for my $line (@{$file->{lines}}) {
        next if $line->{'gcovr/noncode'};

        my @branches = @{$line->{branches}};
        my $taken = grep { $_->{count} } @branches;

        $figures->{lines}++;
        $figures->{run}++ if $line->{count};
        $figures->{branches} += @branches;
        $figures->{taken} += $taken;

        my $n = $line->{line_number};

        push @missing, sprintf "%s:%d: %d of %d%s: %s", $name, $n,
            @branches - $taken, scalar @branches,
            $line->{count} ? '' : ' (never run)', $source[$n - 1]
            if $taken < @branches || !$line->{count};
    }
}

say '| layer | lines | run | branches | taken |';
say '|---|---|---|---|---|';

row("src/$_", $layer{$_}) for @LAYERS;
row('all outside src/http', total(grep { $_ ne 'http' } @LAYERS));
row('all', total(@LAYERS));

open my $out, '>', $missing or die "$missing: $!";
say $out $_ for @missing;
close $out or die "$missing: $!";


sub row ($name, $figures) {
    say '| ', join(' | ', $name,
        $figures->{lines}, percent($figures->@{qw(run lines)}),
        $figures->{branches}, percent($figures->@{qw(taken branches)})),
        ' |';
}

sub percent ($part, $whole) {
    return sprintf '%.1f %%', $whole ? 100 * ($part // 0) / $whole : 100;
}

sub total (@names) {
    my %total;

    for my $key (qw(lines run branches taken)) {
        $total{$key} = sum0(map { $layer{$_}{$key} // 0 } @names);
    }

    return \%total;
}

sub slurp ($name) {
    open my $file, '<', $name or die "$name: $!";
    local $/;

    return scalar <$file>;
}
