package Faults::Attack;

# An attack on a server.  The canary measures the latency of ordinary requests.
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

our @EXPORT = qw(attack wrk_command);

my $FEW = 16;               # connections
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


# Returns { wrk, canary, counts }.  A run with few connections comes before the
# attack.

sub attack ($server, $list, $connections, $seconds) {
    wrk($server, $list, $FEW, 1);
    $server->counts;

    my $canary = canary_of($server, $list->{ids})->start;

    sleep $SETTLE;

    my $wrk = wrk($server, $list, $connections, $seconds);
    my $result = $canary->stop;

    sleep $LOGGED;

    return { wrk => $wrk, canary => $result, counts => $server->counts };
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
