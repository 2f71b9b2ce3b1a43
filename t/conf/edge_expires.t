#!/usr/bin/perl

# The time for which an edge uses a response, and the revalidation.
# Tests: conf/edge.conf, conf/origin.conf

use v5.36;

use lib 't/lib';
use Time::HiRes qw(sleep);
use Test::Contentlib;
use Test::Contentlib::Edge;


sub records ($word) { [map { image($_, alt_text => $word) } 1 .. 50] }

my $t = edge(age => 1, records => records('old'));
my ($list, $item) = map { "/api/v1/content_items/$_" } '', '7/';
my $r = $t->get($list);

$t->get($item);
my $fetched = time;

# the status of a response that waited for an origin is MISS or EXPIRED

my %seen;

ok($t->poll(sub {
    $seen{cached($t->get($list))}++;
    return asked($t, $list) eq '200 304';
}), 'asked whether it is new');

$t->library('library', records('new'));

my $new;

ok($t->poll(sub {
    $new = $t->get($list);
    $seen{cached($new)}++;
    return $new->body =~ /"new"/;
}), 'a new one');

is_deeply([grep { !/^(?:HIT|STALE|UPDATING)$/ } sort keys %seen], [],
    'nobody has to wait for it');
isnt($new->header('ETag'), $r->header('ETag'), 'with another tag');
isnt($new->header('Surrogate-Key'), $r->header('Surrogate-Key'),
    'of another library');

# a response that was not requested for this time is too old

sleep 0.1 while time < $fetched + 4;
$r = $t->get($item);
is(cached($r), 'EXPIRED', 'another address is fetched after its time');
like($r->body, qr/"new"/, 'and new');
