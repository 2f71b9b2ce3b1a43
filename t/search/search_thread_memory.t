#!/usr/bin/perl

# Without memory for the thread, a search is a 503, and the next search gets its
# response.

use v5.36;

use Errno qw(ENOMEM);
use lib 't/lib';
use Time::HiRes qw(sleep);
use Test::Contentlib;
use Test::Contentlib::Failing;
use Test::Contentlib::Searches;
use Test::Contentlib::Status;


needs_threads();

plan(skip_all => 'needs a shared object loaded before others')
    unless Test::Contentlib::Failing->usable;

my $failing = Test::Contentlib::Failing->new;

my $t = search_server();
my ($worker) = $t->worker_pids;

$t->expect_log(qr/\[emerg\] .* (?:malloc|posix_memalign)\(.*failed \(12: /);
$t->expect_log(qr/contentlib: library ".*" failed: /);

my $right = 0;

for my $n (1 .. 5) {
    my @slow = start_searches($t, 60);
    my %seen;

    $failing->arm(pid => $worker, kinds => 'memory', error => ENOMEM,
        chance => 30);
    sleep 0.05;
    $failing->disarm;

    for my $connection (@slow) {
        my $r = $connection->response;
        $seen{!$r ? 'closed' : $r->status != 200 ? $r->status
            : $r->json->{count}}++;
    }

    is(join(' ', grep { !/^(?:0|503|500|closed)$/ } keys %seen), '',
        "answers are right or refused, $n");
    $right += $seen{0} // 0;
    is($t->get('/api/v1/tags/?limit=1&name=' . EVERY)->json->{count}, TAGS,
        'and the next one is');
}

cmp_ok($right, '>', 0, 'some are right');
is(($t->worker_pids)[0], $worker, 'the worker is the same');
cmp_ok(figures_of($t)->{refusals}{memory}, '>', 0, 'some have failed');
