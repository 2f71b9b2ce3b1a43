#!/usr/bin/perl

# The queue of searches: equal searches share a task, also if the first client
# leaves.  At most 64 searches wait.  A search that cannot be complete before
# its deadline is a 503 at once.  A search without clients is cancelled.

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Searches;
use Test::Contentlib::Status;


needs_threads();

my $t = search_server();

# while another search runs: 20 pages of one list, 20 equal suggestions

for my $uri (slow_uri(), '/api/v1/search/?text=' . absent('qz')) {
    my $before = searches_of($t)->{thread};
    my @first = start_searches($t, 1);
    my @equal = map { $t->connection } 1 .. 20;

    $equal[$_]->send_request('GET', "$uri&offset=$_") for keys @equal;
    undef $equal[0];
    shift @equal;

    counts_ok('the one before', 0, @first);
    is(scalar(grep { $_->response->status == 200 } @equal), 19,
        'all are answered');
    is(searches_of($t)->{thread} - $before, 2, 'two searches');
}

# the deadlines of a new search, and of a search that another client waits for

counts_ok('searches', 0, start_searches($t, 10));

my @slow = start_searches($t, 50);
my $hasty = $t->connection;

is($hasty->exchange('GET', slow_uri('/hasty/'))->status, 503, 'refused');
cmp_ok(scalar(grep { !$_->readable } @slow), '>', 20, 'before the others');

my $equal = $slow[45]->{requests}[0] =~ s{^GET /api/v1/}{/hasty/}r;

is($hasty->exchange('GET', $equal)->status, 503, 'too long');
cmp_ok(scalar(grep { !$_->readable } @slow), '>', 10, 'before the others');
counts_ok('the others', 0, @slow);

# a response while other searches wait is a 503

my ($refused, $busy) = map { searches_of($t)->{refused}, $_->{busy} }
    figures_of($t)->{refusals};

@slow = start_searches($t, 90);

my @now = grep { $_->readable } @slow;
my @waiting = grep { !$_->readable } @slow;

cmp_ok(scalar @waiting, '>', 40, 'searches wait');
cmp_ok(scalar @waiting, '<=', 65, 'but not too many');

my @refused = grep { $_->status != 200 } map { $_->response } @now;

cmp_ok(scalar @refused, '>', 0, 'some are refused');

for my $r (@refused) {
    is($r->status, 503, 'refused');
    like($r->header('Retry-After'), qr/^[1-9]\d*$/, 'Retry-After');
}

is(searches_of($t)->{refused} - $refused, @refused, 'and counted');
is(figures_of($t)->{refusals}{busy} - $busy, @refused, 'as busy');
counts_ok('those that wait are answered', 0, @waiting);

# searches without clients

my ($worker) = $t->worker_pids;

# clock ticks of all threads of the worker

sub ticks () {
    open my $file, '<', "/proc/$worker/stat" or die $!;
    my (undef, $rest) = split /\) /, <$file>;
    my @fields = split ' ', $rest;

    return $fields[11] + $fields[12];
}

sub gone () { figures_of($t)->{requests}{tags}{499} // 0 }

my $began = ticks();

counts_ok('they are answered', 0, start_searches($t, 60));

my $all = ticks() - $began;
my $run = searches_of($t)->{thread};
my $left = gone();

@slow = start_searches($t, 60);
undef @slow;

ok($t->poll(sub { gone() - $left >= 30 }), 'clients have gone');

# The running search is cancelled, too, so the worker uses no time.

ok($t->poll(sub {
    my $before = ticks();

    sleep 1;
    return ticks() - $before <= 2;
}), 'the worker rests');
cmp_ok(ticks() - $began, '<', 2 * $all, 'before it has searched for all');
is($t->get('/api/v1/tags/?limit=1&name=' . EVERY)->json->{count}, TAGS,
    'and searches for the next one');
cmp_ok(searches_of($t)->{thread} - $run, '<', 40, 'most were not run');

# a search that was cancelled is made anew for the next client

my %status;

for (1 .. 20) {
    my $uri = slow_uri();
    my @before = start_searches($t, 1);
    my ($leaving, $next) = map { $t->connection } 1 .. 2;

    counts_ok('the one before', 0, @before);
    $leaving->send_request('GET', $uri);
    $t->get('/api/v1/tags/t1/');
    undef $leaving;
    $t->get('/api/v1/tags/t1/');
    $next->send_request('GET', $uri);
    $status{$next->response->status}++;
}

is(join(' ', map { "$_: $status{$_}" } sort keys %status), '200: 20',
    'a cancelled search is made anew');
