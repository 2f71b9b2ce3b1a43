package Bench::Load;

# Runs of wrk for one side, or for two sides in turns.
#
# A side is { name, server, port ("plain"), path or script and args, headers,
# body }.  "body" is the length of each body, if all have the same length.

use v5.36;

use Exporter qw(import);
use FindBin;
use List::Util qw(max min);

use Bench::Statistics;

our @EXPORT = qw(runs seconds load compare against_mean against_files hits
    single_row fresh_seed in_microseconds list_side wrk_run);

my $CONNECTIONS = 16;
my $HEAD = 700;             # bytes, more than the headers of any response
my $seed = 0;


sub runs () { $ENV{BENCH_RUNS} // 5 }

sub seconds () { $ENV{BENCH_SECONDS} // 3 }

# Each call returns another seed, also in another run of the program.

sub fresh_seed () { (time * 1000 + ++$seed * 7919 + $$) % 2 ** 31 }


# Runs wrk once, and returns { requests, rate, p50, p99, cpu, bytes }.  "cpu"
# is per request, and "bytes" per response.  Times are in microseconds.

sub load ($side, $seconds = seconds()) {
    my $server = $side->{server};
    my $port = $server->port($side->{port} // 'plain');
    my $script = $side->{script} // 'report.lua';
    my @headers = map { ('-H', $_) } 'Host: localhost',
        @{$side->{headers} // []};
    my @args = $side->{args} ? $side->{args}->() : ();

    my $uri = "http://127.0.0.1:$port" . ($side->{path} // '/');
    my $from = $server->cpu;
    my $run = wrk($seconds, @headers, '-s', "$FindBin::Bin/$script", $uri,
        @args);
    my $cpu = $server->cpu - $from;

    check($side, $run);

    return { %$run, cpu => $cpu / $run->{requests},
        rate => $run->{requests} / $run->{duration} * 1e6,
        bytes => $run->{bytes} / $run->{requests} };
}

sub wrk ($seconds, @args) {
    return wrk_run('timeout', '-k', 5, $seconds + 60, 'wrk', '-t', 1, '-c',
        $CONNECTIONS, '-d', "${seconds}s", '--timeout', '10s', '--latency',
        @args);
}

# What a command with wrk reports.

sub wrk_run (@command) {
    open my $out, '-|', @command or die "wrk: $!";

    my $text = do { local $/; <$out> // '' };
    close $out or die "wrk failed: $text";

    my ($line) = $text =~ /^RUN (.*)$/m or die "wrk prints: $text";

    return { split ' ', $line };
}

# A run with an error, or with responses of another size, is not a measurement.

sub check ($side, $run) {
    my @errors = map { $run->{$_} ? "$_ $run->{$_}" : () }
        qw(connect read write status timeout);

    die "$side->{name}: errors: @errors" if @errors;
    die "$side->{name}: no answers" unless $run->{requests};

    my $body = $side->{body} // return;
    my $most = ($body + $HEAD) * ($run->{requests} + $CONNECTIONS);

    die "$side->{name}: the answers are not of $body bytes"
        if $run->{bytes} < $body * $run->{requests} || $run->{bytes} > $most;
}


# Runs two sides in turns, and returns a row of each.  The second row has the
# ratio.

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

    for my $key (qw(rate p50 p99 cpu)) {
        $row{$key} = median(map { $_->{$key} } @runs);
    }

    return %row;
}

# Changes rows: the value is the time of the worker, and the note has the
# ratio.

sub in_microseconds (@rows) {
    return map {
        $_->{yardstick} ? $_ : { %$_, unit => 'us', value => $_->{cpu},
            note => join(', ', as_value($_->{value}, 'x'), $_->{note} || ()),
            low => undef, high => undef }
    } @rows;
}


# A side with random requests from a list, in the form of list.lua.

sub list_side ($name, $server, $lines, @headers) {
    state $number = 0;

    my $file = $server->write_file('list-' . ++$number,
        join '', map { "$_\n" } @$lines);

    return { name => $name, server => $server, script => 'list.lua',
        args => sub () { (fresh_seed(), $file, @headers) } };
}

# Compares a side with a static file that has the mean size of the responses.
# "example" is one of the addresses.

sub against_mean ($side, $example, @headers) {
    my $server = $side->{server};
    my $mean = mean($side, $example, @headers);
    my $static = $server->static("mean-$mean.json", 'x' x $mean);

    return compare({ name => 'static file of the mean response size',
        server => $server, path => $static, body => $mean,
        note => with_commas($mean) . ' bytes' }, $side);
}

# Compares a side with requests for one of many static files of the mean size.
# The processor's cache does not hold these files, nor the records of a library.

sub against_files ($side, $files, $example) {
    my $server = $side->{server};
    my $mean = mean($side, $example);

    $server->static("$mean-$_.json", 'x' x $mean) for 0 .. $files - 1;

    my $static = list_side('one of many static files', $server,
        ["/static/$mean-{$files}.json"]);

    load($static, 5);

    return compare({ %$static, body => $mean, note => with_commas($files)
        . ' files of ' . with_commas($mean) . ' bytes' }, $side);
}

# The mean size of the responses.  "example" is one of the addresses.

sub mean ($side, $example, @headers) {
    my $client = $side->{server}->client($side->{port} // 'plain');
    my $r = $client->good($example, @headers);

    return int(load($side, 1)->{bytes} - length head_of($r));
}

sub head_of ($r) {
    my @lines = map { "$_->[0]: $_->[1]\r\n" } @{$r->headers};

    return join '', "HTTP/1.1 200 OK\r\n", @lines, "\r\n";
}

# The percentage of responses from the cache.  It must be low, because
# otherwise the workload measures the cache.

sub hits ($side) {
    my $server = $side->{server};

    load({ %$side, port => 'probe' }, 1);

    my @lines = split /\n/, $server->read_file('probe.log');
    my $hits = grep { /^200 HIT / } @lines;

    return sprintf '%.1f %% hits', 100 * $hits / @lines;
}


# A row of single requests { us, cpu }.  By default, the value is the processor
# time of the worker.

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
