#!/usr/bin/perl

# A search runs in a thread, and other requests get their responses.

use v5.36;

use lib 't/lib';
use Time::HiRes qw(time);
use Test::Contentlib;
use Test::Contentlib::Searches;


needs_threads();

my $t = search_server();
my $quick = '/api/v1/tags/t7/';
my $name = '/api/v1/tags/?limit=1&name=';
my $absent = absent('qz');
my %counts = (EVERY, TAGS, $absent => 0);

# a busy machine may need several attempts to open the library

$t->poll(sub { $t->get($quick)->status == 200 });

# what long searches answer

is($t->get($name . $_)->json->{count}, $counts{$_}, "name=$_")
    for sort keys %counts;
is(searches_of($t), 2, 'each was a search');
is(keys %{priorities($t->worker_pids)}, 1,
    'threads of the pool "default" keep their priority');

is($t->get("${name}r+9")->json->{count}, 1111, 'name=r+9');

# quick requests overtake them

my @slow = start_searches($t, 40);
my $other = $t->connection;
my ($overtaken, @times) = (0);

for (1 .. 50) {
    my $began = time;
    my $r = $other->exchange('GET', $quick);

    push @times, time - $began;
    $overtaken++ if $r->status == 200 && grep { !$_->readable } @slow;
}

@times = sort { $a <=> $b } @times;
is($overtaken, 50, 'quick requests are answered meanwhile');
cmp_ok($times[25], '<', 0.05, 'and soon');
counts_ok('the long ones', 0, @slow);
