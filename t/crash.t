#!/usr/bin/perl

# A worker that is killed or crashes is replaced by a new worker.

use v5.36;

# sanitizers must not catch the signal

BEGIN {
    $ENV{ASAN_OPTIONS} = join ':', $ENV{ASAN_OPTIONS} // 'detect_leaks=0',
        'handle_segv=0';
    $ENV{TSAN_OPTIONS} = join ':', $ENV{TSAN_OPTIONS} // (), 'handle_segv=0';
}

use lib 't/lib';
use Test::Contentlib;


plan(skip_all => 'signals are late under valgrind') if $ENV{TEST_VALGRIND};

my $t = Test::Contentlib->new(records => [corpus(20)], server => <<'CONF');
        contentlib_library %%LIBRARY%%;
        add_header X-Worker $pid;

        %%API%%
CONF

my $uri = '/api/v1/content_items/?limit=20';
my $body = $t->get($uri)->body;

$t->expect_log(qr/exited on signal (?:9|11)/);

for my $signal ('KILL', 'SEGV', 'KILL') {
    my $connection = $t->connection;
    my $r = $connection->exchange('GET', $uri);
    my $victim = $r->header('X-Worker');
    my @others = grep { $_ != $victim } $t->worker_pids;

    # connections of the other worker stay open

    my $other;

    $t->poll(sub {
        $other = $t->connection;
        return $other->exchange('GET', $uri)->header('X-Worker') != $victim;
    });

    kill $signal, $victim;
    ok(!eval { $connection->response }, "$signal: its connection is closed");
    answer_is($other->exchange('GET', $uri), 200, $body,
        'that of another worker is not');

    my $pid;

    ok($t->poll(sub {
        $pid = $t->get($uri)->header('X-Worker');
        return $pid != $victim && !grep { $_ == $pid } @others;
    }, 5), 'a new worker serves');
    answer_is($t->get($uri), 200, $body, 'the same') for 1 .. 4;
}
