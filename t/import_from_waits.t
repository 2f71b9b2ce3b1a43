#!/usr/bin/perl

# "contentlib import --from" waits for the time in Retry-After, and for a
# response no longer than --timeout.

use v5.36;

use lib 't/lib';
use Test::More;
use Test::Contentlib::Moving;
use Time::HiRes qw(sleep time);


my $items = '/api/v1/content_items/?limit=10&offset=10';

# once, at the second page

sub once ($answer) {
    return sub ($path, $n, $host) {
        return $path eq $items && !$n ? $answer : undef;
    };
}

my $start = time;
right('Retry-After', once({ status => 429,
    headers => { 'Retry-After' => 1 } }));
cmp_ok(time - $start, '>=', 1, 'as long as it said');

$start = time;
right('a timeout', sub ($path, $n, $host) {
    sleep 1.1 if $path eq $items && !$n;
    return undef;
}, '--timeout', 1);

done_testing();
