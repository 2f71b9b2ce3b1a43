#!/usr/bin/perl

# Thousands of publications by rename under load: no response fails or mixes
# two libraries, all workers serve the new library within a second, and memory
# and files do not grow.  Then many publications in a short time.
# Tests: src/service/contentlib_source.c

use v5.36;

use lib qw(t/faults/lib t/lib);
use Digest::MD5 qw(md5_hex);
use File::Copy qw(copy);
use IO::Handle;
use List::Util qw(max min sum0);
use POSIX ();
use Storable qw(fd_retrieve store_fd);
use Time::HiRes qw(sleep time);
use Faults;
use Test::Contentlib;
use Test::Contentlib::Process;


my $LIBRARIES = 4;
my $EVERY = 0.1;                # seconds
my $SETTLE = 25;                # the test waits for each 25th publication
my $CLIENTS = 3;

my $publications = scaled(2000, 50);
my $warm = scaled(200, 10);

# The cache is soon full, so that it does not grow while memory is measured.

my $t = Test::Contentlib->new(start => 0, workers => 2, server => <<'CONF');
        listen 127.0.0.1:%%PORT_1%% http2;

        contentlib_library    %%LIBRARY%% cache=1m;
        contentlib_base_url   https://api.example;
        keepalive_requests    100000000;
        keepalive_timeout     1h;
        access_log            off;

        location /api/v1/ {
            contentlib;
            add_header X-Generation $contentlib_generation always;
        }
CONF

# each text has the number of its library

my $path = $t->path('library.db');

for my $n (0 .. $LIBRARIES - 1) {
    $t->library("library-$n", [map {
        image($_, alt_text => "library $n", tags => ["of-$n"])
    } 1 .. 200]);
}

my $published = 0;

sub publish () {
    my $n = ++$published % $LIBRARIES;

    copy($t->path("library-$n.db"), "$path.new") or die "copy: $!";
    rename "$path.new", $path or die "rename: $!";

    return digest($n);
}

my @digests;

sub digest ($n) {
    return $digests[$n] //= do {
        my ($output) = Test::Contentlib::program('info',
            $t->path("library-$n.db"));
        $output =~ /\b([0-9a-f]{64})\b/ or die "info: $output";
        $1;
    };
}

digest($_) for 0 .. $LIBRARIES - 1;
publish();
$t->start;

my @pids = $t->worker_pids;

# Runs a client in a child process, which sends its results at the end.

sub child ($code) {
    pipe my $in, my $out or die "pipe: $!";
    my $pid = fork // die "fork: $!";

    if (!$pid) {
        store_fd($code->(), $out);
        $out->flush;
        POSIX::_exit(0);
    }

    return { pid => $pid, in => $in };
}

sub seen ($child) {
    my $seen = fd_retrieve($child->{in});

    waitpid $child->{pid}, 0;

    return $seen;
}

my @uris = map { "/api/v1/$_" } 'content_items/', 'content_items/?limit=100',
    'content_items/?text=library&offset=30', 'tags/', 'content_items/7/',
    'search/?text=of';

# Sends requests, and collects failures and the pairs of entity tag and body.

sub ask ($until, $pause = 0) {
    my %seen = (answers => 0, faults => [], mixed => 0, bodies => {},
        tags => {}, digests => {}, times => []);
    my @connections = map {
        Test::Contentlib::Connection->new(port => $t->port, patience => 10,
            check => sub ($r) { })
    } 1, 2;

    while (time < $until) {
        my $uri = $uris[rand @uris];
        my $began = time;
        my $r = eval {
            $connections[rand @connections]->exchange('GET', $uri)
        };

        push @{$seen{times}}, time - $began;
        $seen{answers}++;
        note_answer(\%seen, $uri, $r);
        last if @{$seen{faults}} > 100;
        sleep $pause if $pause;
    }

    return \%seen;
}

sub note_answer ($seen, $uri, $r) {
    if (!$r || $r->status != 200 || $r->problem) {
        push @{$seen->{faults}}, $r ? $r->status . ' '
            . ($r->problem // '') : "no answer: $@";
        return;
    }

    my %of = map { $_ => 1 } $r->body =~ /"(?:library |of-)(\d+)"/g;

    $seen->{mixed}++ if keys %of != 1;

    my ($n) = keys %of;
    my ($tag, $body) = ($r->header('ETag'), md5_hex($r->body));

    $seen->{bodies}{"$uri $tag"}{$body} = 1;
    $seen->{tags}{"$uri $body"}{$tag} = 1;
    $seen->{digests}{$r->header('X-Generation')}{$n} = 1;
}

sub log_size () { -s $t->path('error.log') }

# The seconds until every worker has logged that it serves the new library, at
# most ten.

sub switched ($digest, $from, $began) {
    my %when;

    while (time < $began + 10 && keys %when < @pids) {
        open my $log, '<', $t->path('error.log') or die $!;
        seek $log, $from, 0;

        while (my $line = <$log>) {
            my ($pid) = $line =~ /(\d+)#\d+: .*serving library.*$digest/
                or next;
            $when{$pid} //= time - $began;
        }

        sleep 0.005;
    }

    return keys %when == @pids ? max(values %when) : 10;
}

sub publish_and_wait () {
    my $from = log_size();
    my $digest = publish();

    return switched($digest, $from, time);
}

sub wrk ($seconds) {
    open my $out, '-|', 'timeout', $seconds + 30, 'wrk', '-t', 1, '-c', 8,
        '-d', "${seconds}s", '--timeout', '10s',
        'http://127.0.0.1:' . $t->port . $uris[0] or die "wrk: $!";

    return $out;
}

sub h2load ($seconds) {
    open my $out, '-|', 'timeout', $seconds + 30, 'h2load', '-t', 1, '-c', 4,
        '-m', 8, '-D', $seconds, map { 'http://127.0.0.1:' . $t->port(1)
        . $_ } @uris[0, 1, 3] or die "h2load: $!";

    return $out;
}

sub output ($out) { local $/; <$out> // '' }


# publications

my $began = time;
my $until = $began + $publications * $EVERY * 2 + 2;
my @clients = map { child(sub { ask($until) }) } 1 .. $CLIENTS;
my ($wrk, $h2load) = map { $_->(int($until - time)) } \&wrk, \&h2load;
my ($deleted, $deleted_settled) = (0, 0);
my (@switches, @sizes);

sub sizes () { sum0(map { proportional_size($_) } @pids) }

while ($published <= $publications && time < $until - 1.5) {

    if ($published % $SETTLE) {
        publish();
        $deleted = max($deleted, map { deleted_files($_) } @pids)
            unless $published % 5;

    } else {
        push @switches, publish_and_wait();
        $deleted_settled = max($deleted_settled,
            map { deleted_files($_) } @pids);
        push @sizes, [$published, sizes()] if $published > $warm;
    }

    sleep max(0, $EVERY - 0.005);
}

my $done = $published - 1;
my @seen = map { seen($_) } @clients;
my ($wrk_output, $h2load_output) = map { output($_) } $wrk, $h2load;

sub all_of ($what) {
    my %all;

    for my $seen (@seen) {
        for my $key (keys %{$seen->{$what}}) {
            $all{$key}{$_} = 1 for keys %{$seen->{$what}{$key}};
        }
    }

    return scalar grep { keys %$_ != 1 } values %all;
}

my @faults = map { @{$_->{faults}} } @seen;

diag(join "\n", @faults[0 .. min(9, $#faults)]) if @faults;

result('publications', $done, ">= $publications");
result('answers that were checked', sum0(map { $_->{answers} } @seen),
    '>= ' . $done);
result('failed requests', scalar @faults, '= 0');
result('answers with parts of two libraries',
    sum0(map { $_->{mixed} } @seen), '= 0');
result('entity tags with two bodies', all_of('bodies'), '= 0');
result('bodies with two entity tags', all_of('tags'), '= 0');
result('digests with two libraries', all_of('digests'), '= 0');

my ($requests) = $wrk_output =~ /(\d+) requests in/;
my ($errors) = $wrk_output =~ /Socket errors: (.*)/;
my ($statuses) = $wrk_output =~ /Non-2xx or 3xx responses: (\d+)/;

result('requests of wrk', $requests // 0, '>= 1');
result('socket errors of wrk', sum0($errors ? $errors =~ /\d+/g : 0), '= 0');
result('other statuses of wrk', $statuses // 0, '= 0');

my ($succeeded, $failed, $errored, $timeout) = $h2load_output
    =~ /(\d+) succeeded, (\d+) failed, (\d+) errored, (\d+) timeout/;

result('requests of h2load', $succeeded // 0, '>= 1');
result('failed requests of h2load',
    ($failed // 1) + ($errored // 1) + ($timeout // 1), '= 0');

result('time until all workers serve', max(@switches) * 1000, '<= 1000',
    'ms');
result('deleted files open in a worker, when all workers serve',
    $deleted_settled, '= 0');

# These are the served library, until the worker examines the file, and a
# library that was replaced while the worker opened it.

result('deleted files open in a worker, at any time', $deleted, '<= 2');

my ($first, $last) = @sizes[0, -1];
my $drift = ($last->[1] - $first->[1]) / 1024 / @pids
    / max(1, $last->[0] - $first->[0]) * 1000;

result('memory of a worker, in 1,000 publications', $drift,
    @sizes > 10 ? '<= 1' : undef, 'MB');
is("@{[$t->worker_pids]}", "@pids", 'the same workers');


# idle workers

@switches = map { sleep rand 0.5; publish_and_wait() } 1 .. 5;
result('time until all idle workers serve', max(@switches) * 1000,
    '<= 1000', 'ms');


# a hundred publications per second

my $storm = scaled(60, 3);
my $before = seen(child(sub { ask(time + $storm, 0.01) }));
my $end = time + $storm;
my $canary = child(sub { ask($end, 0.01) });

# The 99th percentile in milliseconds.

sub slowest ($seen) {
    my @times = sort { $a <=> $b } @{$seen->{times}};

    return $times[@times * 0.99] * 1000;
}

$published = 0;

for (my $next = time; time < $end; $next += 0.01) {
    publish();
    sleep max(0, $next - time);
}

my $rate = $published / $storm;
my $seen = seen($canary);

diag("@{$seen->{faults}}") if @{$seen->{faults}};
result('quick publications, per second', $rate, '>= 50');
result('failed requests during quick publications',
    scalar @{$seen->{faults}}, '= 0');
result('99 of 100 requests before, up to', slowest($before), undef, 'ms');
result('99 of 100 requests then, up to', slowest($seen), '<= 10', 'ms');


# the workers have closed all others

sleep 1;
result('deleted files open in the end', max(map { deleted_files($_) } @pids),
    '= 0');
is("@{[$t->worker_pids]}", "@pids", 'the same workers');
