#!/usr/bin/perl

# Searches, and workers.  contentlib_thread_pool names a pool of nginx.  Without a
# master process searches run on the event loop, since the process outlives its
# configurations.  nginx does not start a worker with a thread pool and an event
# method that threads cannot notify; the documentation says so.
#
# A killed worker does not affect the next worker.  A reload, an upgrade and a
# quit wait for the searches of old workers.  A worker that gets SIGTERM does not
# wait.
# Suite: long
# Tests: src/http/ngx_http_contentlib_thread.c,
#     src/http/ngx_http_contentlib_process.c

use v5.36;

use lib 't/lib';
use List::Util qw(min);
use Test::Contentlib;
use Test::Contentlib::Failing;
use Test::Contentlib::Searches;
use Test::Contentlib::Upgrade;
use Time::HiRes qw(time);


sub conf ($http) {
    return (http => <<"CONF");
    $http

    server {
        listen 127.0.0.1:%%PORT%%;

        contentlib_library       %%LIBRARY%% cache=off;
        contentlib_query_timeout 60s;

        %%API%%
        %%STATUS%%
    }
CONF
}

if (!with_threads()) {
    my ($said, $status) = Test::Contentlib->new(start => 0, server => '')->config_test(
        conf('contentlib_thread_pool default;'));

    isnt($status, 0, 'nginx is built without threads');
    like($said,
        qr/"contentlib_thread_pool" directive requires nginx with threads/,
        'and reports it');
    exit;
}

my $t = Test::Contentlib->new(workers => 1, records => [search_tags()],
    main => 'thread_pool contentlib threads=1;',
    conf('contentlib_thread_pool contentlib;'));

my ($worker) = $t->worker_pids;
my @threads = glob "/proc/$worker/task/*";

# ThreadSanitizer has threads of its own

cmp_ok(scalar @threads, '<', 32, 'fewer threads than the pool "default" has');
counts_ok('searches', 0, start_searches($t, 3));

my $nice = min(getpriority(0, $worker) + 10, 19);

is(priorities($worker)->{"$nice 3"}, 1, 'a thread has a lower priority');

my ($said, $status) = $t->config_test(
    conf('contentlib_thread_pool other;'));

isnt($status, 0, 'an unknown pool');
like($said, qr/unknown thread pool "other" in .*nginx\.conf:\d+/, 'is reported');

($said, $status) = $t->config_test(
    conf('contentlib_thread_pool default; contentlib_thread_pool default;'));

isnt($status, 0, 'two of them');
like($said, qr/"contentlib_thread_pool" directive is duplicate/, 'are reported');

# without a master process

$t = search_server(workers => 0, hasty => '1ms');

for (1 .. 3) {
    my @slow = start_searches($t, 1);

    ok($slow[0]->readable, 'no request overtakes a search');
    counts_ok('which is answered', 0, @slow);
}

is($t->get(slow_uri('/hasty/'))->status, 503, 'until the deadline');
is($t->get('/api/v1/search/?text=' . absent('qz'))->body, '[]', 'suggestions');

# other event methods

my $built = Test::Contentlib::nginx('-V');

for my $method (grep { $built =~ /--with-${_}_module/ } qw(poll select)) {
    $t = Test::Contentlib->new(records => [image(1)], start => 0, workers => 1,
        events => "use $method;", conf(''));

    $t->expect_log(qr/cannot be used with thread pools/);
    $t->expect_log(qr/exited with fatal code 2/);

    my $pid = $t->launch;

    ok($t->wait_for_line('error.log', qr/cannot be used with thread pools/),
        "$method is refused");
    kill 'TERM', $pid;
    waitpid $pid, 0;
}

# workers that end

{
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
}
