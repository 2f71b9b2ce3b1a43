#!/usr/bin/perl

# Searches when workers end.  A killed worker does not affect the next worker.
# A reload, an upgrade and a quit wait for the searches of old workers.  A
# worker that gets SIGTERM does not wait.

use v5.36;

use lib 't/lib';
use Time::HiRes qw(time);
use Test::Contentlib;
use Test::Contentlib::Failing;
use Test::Contentlib::Searches;
use Test::Contentlib::Upgrade;


my $t = search_server(class => 'Test::Contentlib::Upgrade');

sub kill_worker () {
    my @slow = start_searches($t, 30);
    my ($worker) = $t->worker_pids;

    $t->expect_log(qr/exited on signal 9/);
    kill 'KILL', $worker;

    ok($t->poll(sub { (($t->worker_pids)[0] // $worker) != $worker }),
        'another worker');
    ok(scalar(grep { !$_->response } @slow), 'some have no answer');
    counts_ok('it searches', 0, start_searches($t, 2));
}

sub terminate () {
    my $failing = Test::Contentlib::Failing->new;

    # The shared object delays reads, so that a search takes many seconds.

    my $t = search_server();

    $t->get('/api/v1/tags/t1/');
    $failing->arm(pid => ($t->worker_pids)[0], kinds => 'read',
        delay => 30_000);

    my @slow = start_searches($t, 2);
    my $began = time;

    kill 'TERM', $t->pid;

    ok($t->poll(sub { !$t->worker_pids }), 'the worker ends');
    cmp_ok(time - $began, '<', 3, 'soon');
    ok(!grep({ $_->response } @slow), 'without an answer');
}

kill_worker() if with_threads();

for my $n (1 .. 3) {
    my @slow = start_searches($t, 20);

    kill 'HUP', $t->pid;
    counts_ok("a reload: searches are answered, $n", 0, @slow);
    ok($t->poll(sub { $t->worker_pids == 1 }), 'the old worker ends');
    counts_ok('the new worker searches', 0, start_searches($t, 2));
}

if (with_threads()) {
    my @slow = start_searches($t, 60);
    my $old = $t->upgrade;

    ok($t->finish_upgrade($old), 'upgraded');
    counts_ok('searches of the old worker', 0, @slow);
    counts_ok('searches of the new worker', 0, start_searches($t, 2));
}

my @slow = start_searches($t, 30);

kill 'QUIT', $t->pid;
counts_ok('quit: searches are answered', 0, @slow);
ok($t->poll(sub { !$t->worker_pids }), 'then the worker ends');

terminate() if with_threads() && Test::Contentlib::Failing->usable;
