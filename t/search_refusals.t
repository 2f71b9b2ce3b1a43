#!/usr/bin/perl

# Many clients whose searches are refused: at most 256 responses at once, and
# then 4 in a millisecond.  None waits longer than the timeout or a second.

use v5.36;

use lib 't/lib';
use POSIX qw(sysconf _SC_OPEN_MAX);
use Test::Contentlib;
use Test::Contentlib::Searches;
use Test::Contentlib::Status;
use Time::HiRes qw(time);


my $CLIENTS = 1500;
my $BURST = 256;
my $RATE = 4000;
my $SLACK = 64;                 # nginx's clock may be some milliseconds ahead

needs_threads();

plan skip_all => 'the limit of open files is too low'
    if sysconf(_SC_OPEN_MAX) < 2 * $CLIENTS;

my $t = search_server(events => 'worker_connections 4096;');

sub refused () { figures_of($t)->{refusals}{busy} }

is($t->get('/api/v1/tags/t1/')->status, 200, 'the library is served');

my @clients = map { $t->connection } 1 .. $CLIENTS;
my $hasty = $t->connection;
my $began = time;

sub most () { $BURST + $RATE * (time - $began) + $SLACK }

$_->send_request('GET', slow_uri()) for @clients;

is($hasty->exchange('GET', slow_uri('/hasty/'))->status, 503, 'a timeout');
cmp_ok(refused(), '<=', most(), 'other responses wait longer');
is($t->get('/api/v1/tags/t1/')->status, 200, 'no search');

my $late = 0;

ok($t->poll(sub {
    my $refused = refused();

    $late++ if $refused > most();
    return $refused >= $CLIENTS / 2;
}), 'most are refused');
is($late, 0, 'not more than 4 in a millisecond');

my %status;

for my $client (@clients) {
    my $r = $client->response;

    $status{$r->status}++;
    $status{'Retry-After'}++ if $r->header('Retry-After');
}

cmp_ok($status{503}, '>', $CLIENTS / 2, 'status 503');
is($status{'Retry-After'}, $status{503}, 'Retry-After');
is($status{200} + $status{503}, $CLIENTS, 'no other status');
is(refused(), $status{503} + 1, 'all are counted');
