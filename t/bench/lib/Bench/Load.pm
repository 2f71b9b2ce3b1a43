package Bench::Load;

# Runs of wrk against one side or, in turns, two.
#
# A side is { name, server, port ("plain"), connections (16), path or script
# and args, headers, body }: "body" is the length that every body must have, if
# all are alike.

use v5.36;

use Exporter qw(import);
use FindBin;
use List::Util qw(max min);

use Bench::Figures;

our @EXPORT = qw(runs seconds load compare against_mean hits single_row
    fresh_seed in_microseconds list_side);

my $CONNECTIONS = 16;
my $HEAD = 700;             # more than the head of any answer has
my $seed = 0;


sub runs () { $ENV{BENCH_RUNS} // 5 }

sub seconds () { $ENV{BENCH_SECONDS} // 3 }

# Never the same twice, here or in another run of the program.

sub fresh_seed () { (time * 1000 + ++$seed * 7919 + $$) % 2 ** 31 }


# One run: { requests, rate, p50, p99, cpu (a request), bytes (a response) },
# times in microseconds.

sub load ($side, $seconds = seconds()) {
    my $server = $side->{server};
    my $port = $server->port($side->{port} // 'plain');
    my $script = $side->{script} // 'report.lua';
    my @headers = map { ('-H', $_) } 'Host: localhost',
        @{$side->{headers} // []};
    my @args = $side->{args} ? $side->{args}->() : ();

    my $uri = "http://127.0.0.1:$port" . ($side->{path} // '/');
    my $from = $server->cpu;
    my $run = wrk($seconds, connections($side), @headers, '-s',
        "$FindBin::Bin/$script", $uri, @args);
    my $cpu = $server->cpu - $from;

    check($side, $run);

    return { %$run, cpu => $cpu / $run->{requests},
        rate => $run->{requests} / $run->{duration} * 1e6,
        bytes => $run->{bytes} / $run->{requests} };
}

sub connections ($side) { $side->{connections} // $CONNECTIONS }

sub wrk ($seconds, $connections, @args) {
    open my $out, '-|', 'timeout', '-k', 5, $seconds + 60, 'wrk', '-t', 1,
        '-c', $connections, '-d', "${seconds}s", '--timeout', '10s',
        '--latency', @args or die "wrk: $!";

    my $text = do { local $/; <$out> // '' };
    close $out or die "wrk failed: $text";

    my ($line) = $text =~ /^RUN (.*)$/m or die "wrk says: $text";

    return { split ' ', $line };
}

# A run with an error, or whose answers are not those that were asked for,
# is no measurement.

sub check ($side, $run) {
    my @errors = map { $run->{$_} ? "$_ $run->{$_}" : () }
        qw(connect read write status timeout);

    die "$side->{name}: errors: @errors" if @errors;
    die "$side->{name}: no answers" unless $run->{requests};

    my $body = $side->{body} // return;
    my $most = ($body + $HEAD) * ($run->{requests} + connections($side));

    die "$side->{name}: the answers are not of $body bytes"
        if $run->{bytes} < $body * $run->{requests} || $run->{bytes} > $most;
}


# Two sides in turns: rows of both, the ratio in that of the second one.

sub compare ($yardstick, $side) {
    my (@yardstick, @side, @ratios);

    load($_, min(1, seconds())) for $yardstick, $side;

    for (1 .. runs()) {
        push @yardstick, load($yardstick);
        push @side, load($side);
        push @ratios, $side[-1]{cpu} / $yardstick[-1]{cpu};
    }

    return (
        { row($yardstick, @yardstick), yardstick => 1 },
        { row($side, @side), unit => 'x', value => median(@ratios),
            low => min(@ratios), high => max(@ratios) },
    );
}

sub row ($side, @runs) {
    my %row = (name => $side->{name}, note => $side->{note} // '');

    for my $figure (qw(rate p50 p99 cpu)) {
        $row{$figure} = median(map { $_->{$figure} } @runs);
    }

    return %row;
}

# Rows whose value is the time of the worker, and the ratio is a note.

sub in_microseconds (@rows) {
    return map {
        $_->{yardstick} ? $_ : { %$_, unit => 'us', value => $_->{cpu},
            note => join(', ', as_value($_->{value}, 'x'), $_->{note} || ()),
            low => undef, high => undef }
    } @rows;
}


# Requests out of a list, as list.lua has it, each chosen at random.

sub list_side ($name, $server, $lines, @headers) {
    state $number = 0;

    my $file = $server->write_file('list-' . ++$number,
        join '', map { "$_\n" } @$lines);

    return { name => $name, server => $server, script => 'list.lua',
        args => sub () { (fresh_seed(), $file, @headers) } };
}

# Against a static file whose answers are as long as these are on average;
# "example" is the address of one.

sub against_mean ($side, $example, @headers) {
    my $server = $side->{server};
    my $client = $server->client($side->{port} // 'plain');
    my $r = $client->good($example, @headers);
    my $mean = int(load($side, 1)->{bytes} - length head_of($r));

    my $static = $server->static("mean-$mean.json", 'x' x $mean);

    return compare({ name => 'static file of the mean size',
        server => $server, path => $static, body => $mean,
        connections => connections($side),
        note => with_commas($mean) . ' bytes' }, $side);
}

sub head_of ($r) {
    my @lines = map { "$_->[0]: $_->[1]\r\n" } @{$r->headers};

    return join '', "HTTP/1.1 200 OK\r\n", @lines, "\r\n";
}

# How many of the answers come from the cache, in percent: few, or it would be
# the cache of whole answers that is measured.

sub hits ($side) {
    my $server = $side->{server};

    load({ %$side, port => 'probe' }, 1);

    my @lines = split /\n/, $server->read_file('probe.log');
    my $hits = grep { /^200 HIT / } @lines;

    return sprintf '%.1f %% hits', 100 * $hits / @lines;
}


# A row of single requests, { us, cpu } each; by default it is about what
# they cost the worker.

sub single_row ($name, $costs, %more) {
    my @us = map { $_->{us} } @$costs;
    my @cpu = map { $_->{cpu} } @$costs;

    return {
        name => $name, p50 => median(@us), p99 => percentile(99, @us),
        cpu => median(@cpu), unit => 'us', value => median(@cpu),
        low => min(@cpu), high => max(@cpu), %more,
    };
}

1;
