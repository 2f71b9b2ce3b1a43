#!/usr/bin/perl

# Responses that are dropped from the cache while clients read them count as in
# flight.  While they use much memory, nothing is stored.

use v5.36;

use lib 't/lib';
use Test::Contentlib;


my $t = Test::Contentlib->new(workers => 1, start => 0, server => <<'CONF');
        contentlib_library %%LIBRARY%% check=50ms cache=64m;
        add_header X-Cache $contentlib_cache_status always;
        keepalive_requests 1000000;

        %%API%%
CONF

# a page has 6 MB

my $words = join ' ', map { "word-$_" } 1 .. 6000;

sub page ($n) { "/api/v1/content_items/?limit=100&offset=$n" }

my $connection;

sub cache_status ($uri) {
    return $connection->exchange('GET', $uri)->header('X-Cache');
}

$t->library('library', [map { image($_, alt_text => $words) } 1 .. 120]);
$t->start;

$connection = $t->connection;
$connection->{check} = sub ($r) { };

is(join(' ', map { cache_status(page($_)) } 1 .. 8, 1 .. 8, 1 .. 8),
    join(' ', ('MISS') x 16, ('HIT') x 8), 'eight pages are stored');

my @readers = map {
    my $reader = $t->connection;

    $reader->{check} = sub ($r) { };
    $reader->send_request('GET', page($_));
    $reader->fill;
    $reader;
} 1 .. 8;

# other pages take their places

cache_status(page($_)) for map { ($_, $_) } 9 .. 18;

# each address is new

my $n = 0;

sub stored () {
    my $uri = '/api/v1/tags/?n=' . $n++;

    return (map { cache_status($uri) } 1 .. 3)[-1] eq 'HIT';
}

ok($t->poll(sub { !stored() }), 'nothing is stored');
cmp_ok(length $_->response->body, '>', 5_500_000, 'a reader gets all of it')
    for @readers;
undef @readers;
ok($t->poll(\&stored), 'but after the responses are sent');
