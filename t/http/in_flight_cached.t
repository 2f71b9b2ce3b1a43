#!/usr/bin/perl

# Responses in the cache that slow clients read stay there.  While they fill the
# cache, nothing else is stored, so they do not need more memory than the cache
# may have.

use v5.36;

use lib 't/lib';
use Socket qw(SOL_SOCKET SO_RCVBUF);
use Test::Contentlib;
use Test::Contentlib::Status;


my $t = Test::Contentlib->new(workers => 1, start => 0, http => <<'CONF');
    contentlib_library  %%LIBRARY%% cache=4m;
    add_header          X-Cache $contentlib_cache_status always;
    keepalive_requests  1000000;

    server {
        listen 127.0.0.1:%%PORT%%;
        %%API%%
        %%STATUS%%
    }

    server {
        listen 127.0.0.1:%%PORT_1%% sndbuf=8k;
        %%API%%
    }
CONF

# a page has 0.5 MB, so the cache has room for eight

my $words = join ' ', map { "word-$_" } 1 .. 6000;
my $connection;

sub page ($n) { "/api/v1/content_items/?limit=8&offset=$n" }

sub cache_status ($n) {
    return $connection->exchange('GET', page($n))->header('X-Cache');
}

sub statuses (@pages) { join ' ', map { cache_status($_) } @pages }

sub held ($n) {
    my $reader = $t->connection(1);

    setsockopt $reader->socket, SOL_SOCKET, SO_RCVBUF, 4096;
    $reader->send_request('GET', page($n));
    $reader->fill;

    return $reader;
}

$t->library('library', [map { image($_, alt_text => $words) } 1 .. 40]);
$t->start;

$connection = $t->connection;

is(statuses(1 .. 8, 1 .. 8, 1 .. 8), join(' ', ('MISS') x 16, ('HIT') x 8),
    'eight pages are stored');

my @readers = map { held($_) } 1 .. 8;

is(statuses((9) x 3, (10) x 3), join(' ', ('MISS') x 6),
    'other pages are not stored');
is(statuses(1 .. 8), join(' ', ('HIT') x 8), 'the eight are');
cmp_ok(figures_of($t)->{cache_bytes}{answer}, '<', 4 * 1024 * 1024,
    'the cache has its size');

my $wanted = $connection->exchange('GET', page(1))->body;

is($readers[0]->response->body, $wanted, 'a slow reader gets all of it');
undef @readers;

ok($t->poll(sub { statuses((11) x 3) =~ /HIT$/ }), 'other pages are stored again');
is(figures_of($t)->{cache_entries}{answer}, 8, 'instead of one of the eight');
