#!/usr/bin/perl

# A worker that has no descriptor left serves what it has, and goes over to a
# new library when there is one again.

use v5.36;

use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Time::HiRes qw(sleep);
use Test::Contentlib;


$ENV{TEST_NGINX_GLOBALS} = ($ENV{TEST_NGINX_GLOBALS} // '')
    . "worker_rlimit_nofile 48;\n";

my $t = Test::Contentlib->new(workers => 1, records => [corpus(20)],
    server => <<'CONF');
        contentlib_library %%LIBRARY%% check=50ms;

        location /api/v1/ {
            contentlib;
        }
CONF

my ($worker) = $t->worker_pids;
my $uri = '/api/v1/content_items/?limit=1';
my $connection = $t->connection;

$t->expect_log(qr/\[crit\] .* accept4\(\) failed \(24: /);

sub count () { $connection->exchange('GET', $uri)->json->{count} }

sub lines ($pattern) { scalar(() = $t->error_log =~ /$pattern/g) }

is(count(), 20, 'the first library');

# more clients than there can be

my @idle = map { $t->connection } 1 .. 60;

ok($t->poll(sub { lines(qr/accept4\(\) failed \(24: /) }, 5),
    'no descriptor is left');

$t->library('library', [corpus(10)]);
sleep 0.3;
is(count(), 20, 'what was opened is served');
is(lines(qr/cannot be served: Too many open files/), 1, 'one line says why');

@idle = ();
ok($t->poll(sub { count() == 10 }, 5), 'the new one, when there is one again');
is("@{[$t->worker_pids]}", $worker, 'all that with one worker');
