#!/usr/bin/perl

# The queue of searches: first come, first served.  At most 64 searches wait, and
# a further one is a 503 at once.  A search that waits until its deadline is a
# 503 then.  An equal search finds the matches in the cache when its turn comes.

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Searches;
use Test::Contentlib::Status;
use Time::HiRes qw(time);


needs_threads();

my $t = search_server();

# the order

my @slow = start_searches($t, 30);

counts_ok('one in the middle', 0, $slow[14]);
is(scalar(grep { $_->readable } @slow[0 .. 13]), 14,
    'all before it are answered');
cmp_ok(scalar(grep { $_->readable } @slow[15 .. 29]), '<', 10,
    'most behind it are not');
counts_ok('all others', 0, @slow[0 .. 13, 15 .. 29]);

# the deadline of one that waits

@slow = start_searches($t, 60);

my $hasty = $t->connection;
my $began = time;

is($hasty->exchange('GET', slow_uri('/hasty/'))->status, 503, 'too long');
cmp_ok(time - $began, '>=', 0.02, 'after its time');
cmp_ok(scalar(grep { !$_->readable } @slow), '>', 10, 'before the others');
counts_ok('the others', 0, @slow);

# a response while other searches wait is a 503

my $busy = figures_of($t)->{refusals}{busy};

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

is(figures_of($t)->{refusals}{busy} - $busy, @refused, 'and counted');
counts_ok('those that wait are answered', 0, @waiting);
like($t->error_log, qr/failed: too many searches are waiting/, 'and logged');

# Equal searches while another one runs: 20 pages of one list, whose matches are
# cached, and 20 equal suggestions, whose response is cached when it is made for
# the second time, while the third search runs.

$t = search_server(cache => '32m');

sub equal_searches ($name, $most, @uris) {
    my $before = searches_of($t);
    my @first = start_searches($t, 1);
    my @equal = map { $t->connection } @uris;

    $equal[$_]->send_request('GET', $uris[$_]) for keys @equal;
    undef $equal[0];
    shift @equal;

    counts_ok("$name: the one before", 0, @first);
    is(scalar(grep { $_->response->status == 200 } @equal), @equal,
        "$name: all are answered");
    cmp_ok(searches_of($t) - $before, '<=', $most, "$name: few searches");
}

my $uri = slow_uri();

equal_searches('pages', 2, map { "$uri&offset=$_" } 1 .. 20);
equal_searches('suggestions', 4,
    ('/api/v1/search/?text=' . absent('qz')) x 20);

# a client that leaves while its search runs: the matches are cached

my %status;

for (1 .. 5) {
    my ($leaves, $stays) = map { $t->connection } 1 .. 2;
    my $before = searches_of($t);

    $uri = slow_uri();
    $leaves->send_request('GET', $uri);
    $t->get('/api/v1/tags/t1/');
    close $leaves->socket;
    $stays->send_request('GET', "$uri&offset=1");
    $status{$stays->response->status . ', '
        . (searches_of($t) - $before)}++;
}

is_deeply(\%status, { '200, 1' => 5 }, 'one search for both');
