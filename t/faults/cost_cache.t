#!/usr/bin/perl

# Requests that are all different do not remove repeated responses from the
# cache.  A new library is served about as fast as the previous one.

use v5.36;

use FindBin;
use lib "$FindBin::Bin/../bench/lib";
use File::Copy qw(copy);
use POSIX ();
use Test::More;
use Time::HiRes qw(sleep time);

use Bench::Statistics;
use Bench::Library;
use Bench::Sample;
use Faults;
use Faults::Attack;
use Faults::Server;


my $SIZE = scaled(100_000, 20_000);
my $API = '/api/v1';
my $ITEMS = "$API/content_items/";
my $TOP = 50;               # pages that half of the requests are for
my $OFTEN = 20;             # times as many other pages
my $REQUESTS = scaled(40_000, 4000);
my $PUBLISHES = scaled(10, 5);
my $STEADY = 3;             # seconds
my $LONGEST = 600;
my $LOGGED = 1.2;           # seconds until nginx has written the log
my $ANY = 1_000_000_000;

my $library = Bench::Library::library($SIZE);
my $next = Bench::Library::library($SIZE - 100);

hit_rate();
after_publish();

done_testing;


# A normal request: half of them are for the top pages, and the others for many
# different pages and filters.

sub normal () {
    state @tags = map { $_->{slug} } (frequent_tags($library))[0 .. 99];

    return top(int rand $TOP) if rand() < 0.5;
    return "$ITEMS?tag-slug=$tags[rand @tags]&offset=" . 30 * int rand 5
        if rand() < 0.7;

    return "$ITEMS?offset=" . 30 * int rand $OFTEN * $TOP;
}

sub top ($n) { $n ? "$ITEMS?offset=" . 30 * $n : $ITEMS }

sub unalike () {
    return "$ITEMS?limit=" . int(1 + rand 100) . '&offset='
        . int(rand $SIZE) . '&x=' . int rand $ANY;
}

# The hit rate of the normal requests in percent, while other requests are sent
# in between.  The first half of the requests fills the cache.

sub hits (@others) {
    my $server = Faults::Server->new(library => $library, cache => '32m');
    my $client = $server->client;
    my $other = $server->client('probe');
    my $hits;

    srand 1;

    for (1 .. 2) {
        for (1 .. $REQUESTS / 2) {
            $client->good(normal());
            $other->good($_->()) for @others;
        }

        sleep $LOGGED;
        $hits = $server->counts->{HIT} // 0;
    }

    $server->stop;

    return 100 * $hits / int($REQUESTS / 2);
}

sub hit_rate () {
    my $alone = hits();
    my $among = hits(\&unalike);

    result('hits of normal requests', $alone, '>= 50', '%');
    result('hits of normal requests, half of all requests random', $among,
        undef, '%');
    result('hits that are lost', $alone - $among, '<= 5', 'points');
}


# Publishes two libraries in turn under a load of frequent pages, and measures
# the latency of the canary.

sub after_publish () {
    my $served = "$ENV{BUILD}/bench-data/published.db";

    put($library, $served);

    my $server = Faults::Server->new(library => $served, cache => '32m');
    my %known = map { $_ => 1 } first_ids($library);
    my $ids = [grep { $known{$_} } first_ids($next)];
    my $list = { file => $server->write_file('list',
        join '', map { top($_) . "\n" } 0 .. $TOP - 1) };
    my $load = start_load($server, $list);
    my (@steady, @after);

    sleep 1;

    for my $n (1 .. $PUBLISHES) {
        push @steady, canary_for($server, $ids, $STEADY);
        push @after, after_one($server, $ids, $n % 2 ? $next : $library,
            $served);
    }

    kill 'TERM', $load;
    waitpid $load, 0;
    $server->stop;
    unlink $served;

    my ($before, $then) = map { percentile(99, @$_) / 1000 } \@steady,
        \@after;

    result('canary p99 while nothing changes', $before, undef, 'ms');
    result('canary p99 in the second after a publish', $then, undef, 'ms');
    result('canary p99 after a publish, against before', $then / $before,
        '<= 3', 'x');
}

sub first_ids ($path) {
    my $server = Faults::Server->new(library => $path, cache => 'off');
    my $client = $server->client;
    my @ids = map {
        my $body = $client->good("$ITEMS?limit=100&offset=" . 100 * $_)->body;
        $body =~ /\{"id":(\d+),/g;
    } 0 .. 9;

    $server->stop;

    return @ids;
}

# The latencies in the first second after the worker serves the new library.

sub after_one ($server, $ids, $from, $served) {
    my $client = $server->client('probe');
    my $tag = $client->good($ITEMS)->header('ETag');

    put($from, $served);

    my $end = time + 5;

    until ($client->good($ITEMS)->header('ETag') ne $tag) {
        die 'the library is not served' if time > $end;
        sleep 0.002;
    }

    return canary_for($server, $ids, 1);
}

sub canary_for ($server, $ids, $seconds) {
    my $canary = canary_of($server, $ids)->start;

    sleep $seconds;

    my $result = $canary->stop;

    is(join("\n", @{$result->{failed}}), '',
        'the canary has no failed request');

    return @{$result->{us}};
}

sub put ($from, $to) {
    copy($from, "$to.new") or die "$to.new: $!";
    rename "$to.new", $to or die "$to: $!";
}

sub start_load ($server, $list) {
    my @command = wrk_command($server, $list, 16, $LONGEST);
    my $pid = fork // die "fork: $!";

    return $pid if $pid;

    open STDOUT, '>', '/dev/null';
    exec { $command[0] } @command or POSIX::_exit(127);
}
