#!/usr/bin/perl

# One of two workers waits 20 ms for each read of the disk: the other worker
# and new connections are not affected.
# Tests: src/http/ngx_http_contentlib_process.c

use v5.36;

use FindBin;
use lib map { "$FindBin::Bin/$_" } qw(lib ../lib ../bench/lib);
use POSIX qw(_exit);
use Time::HiRes qw(time);
use Faults;
use Test::Contentlib;
use Test::Contentlib::Failing;

BEGIN {
    $ENV{BUILD} //= "$FindBin::Bin/../../build";
    $ENV{BENCH_ITEMS} = 100_000;
}

use Bench::Library;


plan skip_all => 'the shared object cannot be loaded here'
    unless Test::Contentlib::Failing->usable;

my $DELAY = 20_000;             # microseconds

my $failing = Test::Contentlib::Failing->new;
my $t = Test::Contentlib->new(workers => 2, start => 0, server => <<'CONF');
        contentlib_library  %%LIBRARY%% cache=off;
        keepalive_requests  100000000;
        add_header          X-Worker $pid always;

        %%API%%
CONF

symlink large_library(), $t->path('library.db') or die "library.db: $!";
$t->start;

my ($slow, $quick) = $t->worker_pids;

# Random pages, which do not fit into SQLite's page cache.

sub uri () { '/api/v1/content_items/?limit=5&offset=' . int rand 99_000 }

# The bodies are not checked, because a check takes longer than a request.

sub connection () {
    my $connection = $t->connection;

    $connection->{check} = sub ($r) { };

    return $connection;
}

sub connection_to ($pid) {
    for (1 .. 1000) {
        my $connection = connection();

        return $connection if $connection->exchange('GET', uri())
            ->header('X-Worker') == $pid;
    }

    die "worker $pid takes no connection";
}

# Returns worker, status and milliseconds of each request.  Without a
# connection, each request opens one.

sub ask ($connection, $until) {
    my @answers;

    while ((my $begin = time) < $until) {
        my $r = ($connection // connection())->exchange('GET', uri(),
            $connection ? () : (Connection => 'close'));

        push @answers, [$r->header('X-Worker'), $r->status,
            (time - $begin) * 1000];
    }

    return @answers;
}

sub results ($what, $target, @answers) {
    my @times = sort { $a <=> $b } map { $_->[2] } @answers;

    result("$what: answers", scalar @times, '>= 5');
    result("$what: other answers than 200",
        scalar(grep { $_->[1] != 200 } @answers), '= 0');
    result("$what: p50", $times[@times / 2], undef, 'ms');
    result("$what: p99", $times[@times * 0.99], $target, 'ms');
}

my $seconds = scaled(10, 2);
my $to_slow = connection_to($slow);
my $to_quick = connection_to($quick);

results('both workers quick', '<= 50', ask($to_quick, time + $seconds / 2));
$failing->arm(pid => $slow, kinds => 'read', delay => $DELAY);

# a client whose connection belongs to the slow worker

pipe my $from, my $to or die "pipe: $!";

my $until = time + 2 * $seconds;
my $pid = fork // die "fork: $!";

if (!$pid) {
    print $to map { "@$_\n" } ask($to_slow, $until);
    close $to;
    _exit(0);
}

close $to;
results('the quick worker beside the slow one', '<= 50',
    ask($to_quick, time + $seconds));

# The slow worker accepts some of the new connections.

my @new = ask(undef, $until - 0.2);
my @taken = grep { $_->[0] == $slow } @new;

results('new connections to the quick worker', '<= 50',
    grep { $_->[0] == $quick } @new);
result('new connections that the slow worker accepts', 100 * @taken / @new,
    '<= 50', '%');
results('the slow worker', undef, map { chomp; [split / /] } readline $from);
waitpid $pid, 0;
$failing->disarm;

results('both workers quick again', '<= 50',
    ask($to_slow, time + $seconds / 2));
