#!/usr/bin/perl

# The cache of an old library is freed after two publications, without
# requests.

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Process;


# each entry has its own pages, so that freed memory is visible at once

BEGIN { $ENV{MALLOC_MMAP_THRESHOLD_} = 1024 }

my $ITEMS = 300;
my $PAGES = 150;

my $t = Test::Contentlib->new(workers => 1, start => 0, server => <<'CONF');
        contentlib_library %%LIBRARY%% check=50ms cache=64m;

        %%API%%
CONF

sub publish ($letter, $items = 1) {
    $t->library('library', [map { image($_, alt_text => $letter x 1000) }
        1 .. $items]);
}

sub serves ($letter) {
    return $t->poll(sub {
        $t->get('/api/v1/content_items/1/')->body =~ /"$letter{1000}"/;
    });
}

publish('a');
$t->start;

my ($pid) = $t->worker_pids;
my $connection = $t->connection;

$connection->{check} = sub ($r) { };

ok(serves('a'), 'a library');
publish('b', $ITEMS);
ok(serves('b'), 'another');

my $before = proportional_size($pid);

# the second response is stored; each has more than 100 KB

for my $offset (0 .. $PAGES - 1) {
    $connection->exchange('GET',
        "/api/v1/content_items/?limit=100&offset=$offset") for 1, 2;
}

my $full = proportional_size($pid);

cmp_ok($full, '>', $before + 80 * $PAGES, 'it keeps what it has made');

# the previous library keeps its cache, too

publish('c');
ok(serves('c'), 'the next one');
cmp_ok(proportional_size($pid), '>', $before + 80 * $PAGES,
    'it keeps what was made of the one before');

publish('d');

# sanitizers do not reuse freed memory

ok($t->poll(sub { proportional_size($pid) < $before + 40 * $PAGES }, 10),
    'then that is freed') unless $ENV{TEST_SANITIZE};
