#!/usr/bin/perl

# A page has at most 16 MiB, and a record 64 KiB.
# Tests: src/service/contentlib_page.c

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Checksums;
use Test::Contentlib::Process;


my $t = Test::Contentlib->new(start => 0, workers => 1, server => <<'CONF');
        contentlib_library        %%DIR%%/large.db cache=off;
        contentlib_max_page_size  300;

        %%API%%
CONF

# 260 items, each with 64 KiB, and then one with a byte more

$t->library('large', [tag('small'), map { image($_) } 1 .. 261]);
system('sqlite3', $t->path('large.db'), "UPDATE item SET record = "
    . "printf('%.*c', 65536 + (position = 0), 'x'), marks = x'0600', tags = x''")
    == 0 or die;
checksum_file($t->path('large.db'));
$t->start;

my ($worker) = $t->worker_pids;

my $page = '/api/v1/content_items/?limit=';
my $before = peak_size($worker);
my $connection = $t->connection;

$connection->{check} = sub ($r) { };

my $r = $connection->exchange('GET', $page . 255);

is($r->status, 200, 'the largest page');
cmp_ok(length $r->body, '>', 255 * 65_536, 'is complete');
cmp_ok(peak_size($worker) - $before, '<', 40 * 1024, 'and takes limited memory')
    unless $ENV{TEST_SANITIZE};

answer_is($t->get($page . 256), 503, '{"detail":"The server is busy."}',
    'a page that is larger');
ok(scalar $t->wait_for_line('error.log', qr/\[warn\].*failed:\ a\ page\ is
    \ larger\ than\ 16\ MiB,\ see\ "contentlib_max_page_size"/x), 'the log says so');

is($connection->exchange('GET', '/api/v1/content_items/2/')->status, 200,
    'the longest record');

$t->expect_log(qr/contentlib: library ".*" failed: /);
answer_is($t->get('/api/v1/content_items/1/'), 503,
    '{"detail":"The library is not available."}', 'a record that is longer');
ok(scalar $t->wait_for_line('error.log', qr/failed: a record is too long/),
    'the log says so, too');
is($connection->exchange('GET', $page . 100)->status, 200,
    'a page without the record');
