#!/usr/bin/perl

# Several Accept headers are one list, and need no more memory than they have
# bytes.

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Process;


my $item = image(1);
my $t = Test::Contentlib->new(workers => 1, records => [$item]);

my $body = item_json($item);
my $refused = '{"detail":"Could not satisfy the request Accept header."}';

sub ask (@lines) {
    return $t->request('GET', '/api/v1/content_items/1/',
        [map { (Accept => $_) } @lines]);
}

answer_is(ask('text/plain', 'application/json'), 200, $body, 'the second');
answer_is(ask('application/json', 'text/plain'), 200, $body, 'the first');
answer_is(ask('image/png', 'image/webp', '*/*'), 200, $body, 'the third');
answer_is(ask('*/*;q=0', 'image/*'), 406, $refused, 'q=0 in one');
answer_is(ask('text/plain', 'image/png'), 406, $refused, 'none of two');
answer_is(ask('', '', 'text/html'), 200, $body, 'after empty ones');
answer_is(ask('text/plain', ''), 406, $refused, 'before an empty one');

my ($worker) = $t->worker_pids;
my @many = map { "image/kind-$_" } 1 .. 900;

my $before = peak_size($worker);

answer_is(ask(@many), 406, $refused, 'none of many');
answer_is(ask(@many, '*/*'), 200, $body, 'the last of many');

# sanitizers do not reuse freed memory

cmp_ok(peak_size($worker) - $before, '<', 3000, 'KiB taken for them')
    unless $ENV{TEST_SANITIZE};
