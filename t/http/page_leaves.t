#!/usr/bin/perl

# A client that requests a page and leaves at once, while a page is read: the
# pages of other clients do not wait for the timeout.

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Time::HiRes qw(sleep time);


my $ROUNDS = 100;
my $TIMEOUT = 20;               # seconds

my $t = Test::Contentlib->new(workers => 1, records => [map { gif($_) }
    1 .. 1000], server => <<"CONF");
        contentlib_library        %%LIBRARY%%;
        contentlib_max_page_size  1000;
        contentlib_query_timeout  ${TIMEOUT}s;
        contentlib_gzip           on;

        %%API%%
CONF

my $LIST = '/api/v1/content_items/';
my $n = 0;

sub get ($limit) { "GET $LIST?limit=$limit&n=" . $n++
    . " HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: gzip\r\n\r\n" }

my $late = 0;

for (1 .. $ROUNDS) {
    my ($large, $two, $leaves, $other) = map { $t->connection } 1 .. 4;

    $_->exchange('GET', "${LIST}1/") for $large, $two, $leaves, $other;

    $large->write(get(1000));
    sleep 0.003;

    # a record and a page in one piece

    $two->write("GET ${LIST}7/ HTTP/1.1\r\nHost: localhost\r\n\r\n" . get(3));
    $leaves->write(get(2));
    shutdown $leaves->socket, 1;

    my $began = time;

    sleep 0.02;
    $other->write(get(1));

    my @status = map { $_->response->status } $two, $other, $two, $large;

    is("@status", '200 200 200 200', 'all that stay');
    $late++ if time - $began > $TIMEOUT / 2;
}

is($late, 0, 'before the timeout');
