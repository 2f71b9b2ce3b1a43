#!/usr/bin/perl

# A process writes to the library during a request that reads it in pieces: the
# response is not sent.
# Tests: src/service/contentlib_query.c, src/library/contentlib_db.c

use v5.36;

use lib 't/lib';
use Time::HiRes qw(sleep);
use Test::Contentlib;
use Test::Contentlib::Searches;


plan(skip_all => 'the requests take more than a second here')
    if ($ENV{TEST_SANITIZE} // '') eq 'thread';

# a search that compares all names

my $filler = 'filler ' x 30;

sub records ($c) { map { tag("$filler$c$_", "$c$_") } 1 .. 5_000 }

my $t = Test::Contentlib->new(start => 0, workers => 1, server => <<'CONF');
        contentlib_library       %%LIBRARY%% cache=off check=1h;
        contentlib_query_timeout 20s;

        %%API%%
CONF

$t->library('library', [records('a')]);
$t->library('other', [records('b')]);
$t->start;

my $path = $t->path('library.db');
my $other = $t->read_file('other.db');
my $slow = '/api/v1/tags/?limit=100&offset=4000&name=ille';
my $r = $t->get($slow);

is($r->status, 200, 'a slow request');
is($r->json->{count}, 5_000, 'finds everything');

# the worker is stopped during some of the requests

my ($pid) = $t->worker_pids;
my ($quick, @others) = map { $t->connection } 0 .. 100;
my @under_way;

open my $file, '+<:raw', $path or die "$path: $!";

my @letters = ('aa' .. 'zz')[0 .. $#others];

for (1 .. 20) {
    $others[$_]->send_request('GET', '/api/v1/tags/?name='
        . absent($letters[$_])) for keys @others;
    $quick->exchange('GET', '/api/v1/tags/a7/');
    kill 'STOP', $pid;
    sleep 0.05;

    @under_way = grep { !$_->readable } @others;
    last if @under_way > 1;
    kill 'CONT', $pid;
    $_->response for @others;
}

cmp_ok(scalar @under_way, '>', 1, 'some are on their way');

$t->expect_log(qr/was changed in place|failed: the file was changed/);
syswrite $file, $other or die $!;
truncate $file, length $other;
close $file;
kill 'CONT', $pid;

# one response may have been ready when the worker was stopped

my @made = grep { $_ != 503 } map { $_->response->status } @under_way;

like("@made", qr/^(?:200)?$/, 'written to meanwhile: 503');
my $lines = () = $t->error_log =~ /was changed in place, it is/g;

is($lines, 1, 'one line of that');

# unchanged between two looks

ok($t->poll(sub { $t->get($slow)->status == 200 }, 4), 'then it is served');
like($t->get('/api/v1/tags/?limit=1')->body, qr/b1"/, 'as it is now');
