package Faults::Attack;

# An attack on a server.  Two clients measure it: the canary measures the
# latency of ordinary requests, and the sampler stores responses of the attack.
#
# The attack is a closed loop: each connection sends a request as soon as it
# has the previous response.  With enough connections, the queue of the server
# is always full, and the client never sends more than its processor can.  wrk
# runs with "nice", so that the canary waits for the server and not for wrk.

use v5.36;

use Exporter qw(import);
use FindBin;
use Time::HiRes qw(sleep);

use Bench::Load;
use Faults::Canary;
use Faults::Sampler;

our @EXPORT = qw(attack saturating wrk_command);

my $SATURATED = 0.9;        # part of the highest rate
my $SETTLE = 0.3;
my $LOGGED = 1.2;           # seconds until nginx has written the log


# A run of wrk: { requests, rate, max, ... }

sub wrk ($server, $list, $connections, $seconds) {
    my $run = wrk_run(wrk_command($server, $list, $connections, $seconds));

    return { %$run, rate => $run->{requests} / $run->{duration} * 1e6 };
}

sub wrk_command ($server, $list, $connections, $seconds) {
    my $port = $server->port($list->{gzip} ? 'gzip' : 'plain');
    my @header = $list->{gzip} ? 'Accept-Encoding: gzip' : ();

    return ('nice', '-n', 10, 'timeout', '-k', 5, $seconds + 60, 'wrk', '-t',
        1, '-c', $connections, '-d', "${seconds}s", '--timeout', '20s',
        '--latency', '-s', "$FindBin::Bin/../bench/list.lua",
        "http://127.0.0.1:$port", fresh_seed(), $list->{file}, @header);
}

# The least number of connections with which the worker reaches about its
# highest rate.

sub saturating ($server, $list) {
    my %rates = map { $_ => wrk($server, $list, $_, 1)->{rate} } 1, 4, 16;
    my ($most) = sort { $b <=> $a } values %rates;
    my ($least) = grep { $rates{$_} >= $SATURATED * $most }
        sort { $a <=> $b } keys %rates;

    return $least;
}


# Returns { wrk, canary, samples, counts }.

sub attack ($server, $list, $connections, $seconds) {
    $server->counts;

    my $canary = canary_of($server, $list->{ids})->start;
    my $sampler = Faults::Sampler->start($server, $list);

    sleep $SETTLE;

    my $wrk = wrk($server, $list, $connections, $seconds);
    my $samples = $sampler->stop;
    my $result = $canary->stop;

    sleep $LOGGED;

    return { wrk => $wrk, canary => $result, samples => $samples,
        counts => $server->counts };
}

# The requests of the canary: the root, a page from the cache, one of many items,
# and a page with If-None-Match.

sub canary_of ($server, $ids) {
    my $page = '/api/v1/content_items/';
    my $client = $server->client('probe');
    my ($r) = map { $client->good($page) } 1 .. 3;
    my $same = 'If-None-Match: ' . $r->header('ETag');

    return Faults::Canary->new(port => $server->port('probe'), requests => [
        map { ([page => $page, 200], [item => "$page$_/", 200],
            ['304' => $page, 304, $same], [root => '/api/v1/', 200])
        } @$ids]);
}


1;
