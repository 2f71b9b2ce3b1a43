#!/usr/bin/perl

# A page has at most 48 MiB.  While a slow client reads the largest page, small
# responses are made.

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Checksums;
use Test::Contentlib::Process;


my $t = Test::Contentlib->new(start => 0, workers => 1, server => <<'CONF');
        contentlib_library %%DIR%%/large.db cache=off;

        %%API%%
CONF

# 64 items, each with 1 MiB

$t->library('large', [tag('small'), map { image($_) } 1 .. 64]);
system('sqlite3', $t->path('large.db'), "UPDATE item SET record = "
    . "printf('%.*c', 1048576, 'x'), marks = zeroblob(10)") == 0 or die;
checksum_file($t->path('large.db'));
$t->start;

my ($worker) = $t->worker_pids;

my $page = '/api/v1/content_items/?limit=';
my $before = peak_size($worker);
my $r = $t->get($page . 60);

answer_is($r, 503, '{"detail":"The server is busy."}', 'a page that is larger');
cmp_ok(peak_size($worker) - $before, '<', 110 * 1024, 'takes limited memory')
    unless $ENV{TEST_SANITIZE};

my $reader = $t->connection;

$reader->{check} = sub ($r) { };
$reader->send_request('GET', $page . 47);
$reader->fill;

is($t->get('/api/v1/tags/')->status, 200, 'a small response meanwhile');
is($t->get($page . 1)->status, 503, 'a large one');

cmp_ok(length $reader->response->body, '>', 47 * 1024 * 1024,
    'the largest page is complete');

ok(scalar $t->wait_for_line('error.log',
    qr/failed: a page is larger than 48 MiB/), 'the log says so');
