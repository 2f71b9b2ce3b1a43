#!/usr/bin/perl

# Single records that have to be made, asked for by many at once: what is kept
# is answered before them.

use v5.36;

use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Test::Contentlib;


my @names = map { "a tag, number $_" } 1 .. 30;

my $t = Test::Contentlib->new(workers => 1, server => <<'CONF',
        contentlib_library %%LIBRARY%%;
        contentlib_gzip    on;

        location /api/v1/ {
            contentlib;
        }
CONF
    records => [map { image($_, alt_text => "item $_", tags => [@names]) }
        1 .. 300]);

my ($worker) = $t->worker_pids;
my $kept = $t->connection;
my @records = map { $t->connection } 1 .. 100;

$_->exchange('GET', '/api/v1/tags/') for $kept, @records;

for my $round (0 .. 2) {
    kill 'STOP', $worker;

    $records[$_]->send_request('GET',
        '/api/v1/content_items/' . (100 * $round + $_ + 1) . '/',
        ['Accept-Encoding' => 'gzip']) for keys @records;

    $kept->send_request('GET', '/api/v1/tags/', []);
    kill 'CONT', $worker;

    is($kept->response->json->{count}, 30, 'what is kept');

    my @ids = map { $_->response->plain =~ /^\{"id":(\d+)/ } @records;

    is_deeply(\@ids, [map { 100 * $round + $_ } 1 .. 100], 'the records');
}

# who was answered when, in the last three rounds

my @log = $t->read_file('access.log') =~ /GET \/api\/v1\/(\w+)/g;

for my $round (1 .. 3) {
    my @round = splice @log, -101;
    my ($before) = grep { $round[$_] eq 'tags' } keys @round;

    cmp_ok($before, '<', 50, 'what is kept comes first');
}
