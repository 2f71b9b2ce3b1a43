#!/usr/bin/perl

# The shipped configurations let an address have eight connections with searches
# at a time.  Other requests, and other addresses, are not limited.
# Tests: conf/searches.conf

use v5.36;

use lib 't/lib';
use Socket qw(SOL_SOCKET SO_RCVBUF);
use Test::Contentlib;
use Test::Contentlib::Searches;
use Test::Contentlib::Shipped;


# A page is too large for the buffers of the system, so nginx does not end the
# request of a client that does not read.

my $long = 'word ' x 11000;
my @records = map { image($_, alt_text => "$_ $long") } 1 .. 100;
my $list = '/api/v1/content_items/';

sub slow_reader ($t, $uri) {
    my $connection = $t->connection(0);

    setsockopt $connection->socket, SOL_SOCKET, SO_RCVBUF, 4096;
    $connection->send_request('GET', $uri);
    $connection->fill;

    return $connection;
}

sub status ($t, $uri, $from = '127.0.0.1') {
    my $connection = $t->connection(0, from => $from);

    $connection->send_request('GET', $uri, [Connection => 'close']);

    my ($status) = $connection->read_until("\r\n") =~ / (\d+) /;

    return $status;
}

# the example of each filter; t/search/search_thread.t has which of them search

my %filters = filters();

my @searches = ((grep { $filters{$_} } sort keys %filters),
    "$list?limit=1&text=word", "$list?text=&text=word", "$list?x&search=word&y",
    "$list?text==", "$list?text=%",
    "$list?%74ext=word", "$list?te%78t=word", "$list?limit=1&%73earch=word",
    "$list?tag%2dpartial=e", "$list?t%65xt", "$list?x=y&%");

my @others = ((grep { !$filters{$_} } sort keys %filters),
    $list, "$list?limit=1", '/api/v1/tags/', '/api/v1/search/', "${list}1/",
    "$list?tag=caf%C3%A9&limit=1", "$list?text=",
    "$list?search=&limit=1", "$list?text", "$list?Text=word", "$list?texts=a",
    "$list?x-text=a", "$list?x=text=a", "$list?x=?text=a", "$list?text+=a",
    '/api/v1/tags/?ordering=name');

my %text = configurations();

my @names = ('conf/nginx.conf', 'conf/site.conf', 'conf/container/nginx.conf',
    'conf/recipes/tls.conf');

for my $name (@names) {
    my $t = shipped($name, records => \@records);
    my @readers = map { slow_reader($t, "$list?text=word&limit=100&offset=$_") }
        0 .. 7;

    is(status($t, $_), 429, "$name: $_ is one too many") for @searches;
    is(status($t, $_), 200, "$name: $_ is not a search") for @others;
    is(status($t, $searches[0], '127.0.0.2'), 200,
        "$name: another address searches");

    pop @readers;
    ok($t->poll(sub { status($t, $searches[0]) == 200 }),
        "$name: seven leave room for one");
}

# no other configuration has the limit, and none has another one

is(join(' ', map { my $name = $_; map { "$name $_" } $text{$name}
    =~ /^\s*limit_conn\s+searches\s+(\d+);/mg }
    sort grep { /^conf/ } keys %text),
    join(' ', map { "$_ 8" } sort @names), 'the limit of each configuration');
