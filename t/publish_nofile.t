#!/usr/bin/perl

# A worker without free file descriptors goes on with its library, logs this
# once for each new library, and opens the last one when descriptors are free.

use v5.36;

use lib 't/lib';
use Time::HiRes qw(sleep);
use Test::Contentlib;
use Test::Contentlib::Process;


my $LIMIT = 40;

my $t = Test::Contentlib->new(workers => 1, records => [image(1)],
    main => "worker_rlimit_nofile $LIMIT;",
    events => 'worker_connections 100;', server => <<'CONF');
        contentlib_library %%LIBRARY%% check=50ms;

        %%API%%
CONF

$t->expect_log(qr/\(24: (?:Too many open files|No file descriptors)/);

my ($pid) = $t->worker_pids;
my $path = '/api/v1/content_items/';
my $open = $t->connection;

is($open->exchange('GET', $path)->json->{count}, 1, 'a library');

my @idle = map { $t->connection } 1 .. $LIMIT;

ok($t->poll(sub { open_files($pid) >= $LIMIT }, 5),
    'all descriptors are in use');

for my $n (2 .. 5) {
    $t->library('library', [map { image($_) } 1 .. $n]);

    for (1 .. 10) {
        my $r = $open->exchange('GET', $path);

        is($r->status, 200, "publication $n: served")
            if $r->status != 200 || $r->json->{count} != 1;
        sleep 0.03;
    }
}

is($open->exchange('GET', $path)->json->{count}, 1, 'the one it has');

my $lines = () = $t->error_log =~ /cannot be served: Too many open files/g;

is($lines, 4, 'one line for each');

@idle = ();
ok($t->poll(sub { $open->exchange('GET', $path)->json->{count} == 5 }),
    'the last one, when there are descriptors again');

# While nginx accepts no connections, a timer is set.  If nginx quits then, it
# accepts from a closed socket.

is($t->get($path)->json->{count}, 5, 'new connections are accepted');
