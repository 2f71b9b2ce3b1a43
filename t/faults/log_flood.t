#!/usr/bin/perl

# A library that cannot be read, under load: the log has few lines.

use v5.36;

use lib qw(t/faults/lib t/lib);
use POSIX qw(EIO);
use Time::HiRes qw(sleep time);
use Faults;
use Test::Contentlib;
use Test::Contentlib::Failing;


plan skip_all => 'the shared object cannot be loaded here'
    unless Test::Contentlib::Failing->usable;

my $RATE = 1000;                # requests in a second

my $failing = Test::Contentlib::Failing->new;
my @records = corpus(2000);
my $t = Test::Contentlib->new(workers => 1, records => \@records,
    server => <<'CONF');
        contentlib_library  %%LIBRARY%% check=50ms;
        keepalive_requests  100000000;

        %%API%%
CONF

my ($worker) = $t->worker_pids;

# The worker has read little more of the new file than is needed to open it.

$t->library('library', \@records);
ok($t->poll(sub { (() = $t->error_log =~ /serving library/g) == 2 }, 5),
    'a new library');

my $before = length $t->error_log;
my $seconds = scaled(60, 3);
my ($begin, $n, %status) = (time, 0);
my $connection = $t->connection;

$failing->arm(pid => $worker, kinds => 'read', error => EIO, first => 1,
    last => $failing->EVER);

while (time < $begin + $seconds) {
    my $r = $connection->exchange('GET', '/api/v1/content_items/?limit=1'
        . '&offset=' . $n++ * 7 % 2000);

    $status{$r->status}++;
    sleep 0.001 while $n / $RATE > time - $begin;
}

$failing->disarm;

my @lines = grep { / contentlib: / } split /\n/, substr $t->error_log, $before;
my @loud = grep { !/\[(?:info|debug)\]/ } @lines;

note("$_ $status{$_}") for sort keys %status;
note($_) for @loud;

result('requests', $n / $seconds, '>= 500', 'per second');
result('failed requests', $status{503} // 0, '>= ' . int $n / 2);
result('other answers than 200 and 503',
    $n - ($status{200} // 0) - ($status{503} // 0), '= 0');
result('lines in the log', scalar @loud, '<= 20');
result('lines in the log, of level "info", too', scalar @lines, '<= 100');

# later, when the disk can be read again

is($connection->exchange('GET', '/api/v1/content_items/?limit=1&offset='
    . $_)->status, 200, 'the library is served again') for 0 .. 9;
$t->expect_log(qr/\[crit\] .* contentlib: library ".*" failed: disk I\/O/);
