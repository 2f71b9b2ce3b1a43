#!/usr/bin/perl

# contentlib_thread_pool names a pool of nginx.  Without a master process
# searches run on the event loop, since the process outlives its
# configurations.  nginx does not start a worker with a thread pool and an event
# method that threads cannot notify; the documentation says so.

use v5.36;

use lib 't/lib';
use List::Util qw(min);
use Test::Contentlib;
use Test::Contentlib::Searches;


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
