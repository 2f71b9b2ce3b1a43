#!/usr/bin/perl

# Clients reset their connections at any moment: during the request, during the
# response, and while a response is computed.  Other clients get their
# responses, and no file stays open.

use v5.36;

use lib 't/lib';
use Socket qw(SOL_SOCKET SO_LINGER SO_RCVBUF);
use Test::Contentlib;
use Test::Contentlib::Requests;
use Test::Contentlib::Searches;


my $t = Test::Contentlib->new(workers => 1, server => <<'CONF',
        contentlib_library %%LIBRARY%%;

        # nginx notices a reset within a request body after this time

        keepalive_timeout 1s;

        location /api/v1/ {
            contentlib;
            contentlib_gzip on;
        }
CONF
    records => [corpus(120), map { tag('filler ' x 20 . $_, "t$_") }
        1 .. 8000]);

my ($worker) = $t->worker_pids;
my $page = '/api/v1/content_items/?limit=100';
my $body = $t->get($page)->body;

sub open_files () { scalar(my @files = glob "/proc/$worker/fd/*") }

my $before = open_files();

# a search that compares all names

sub request () {
    my $uri = any($page, $page, '/api/v1/tags/?name='
        . absent(any('q', 'z', 'x') . any('a' .. 'z')), any_uri());
    my $method = any('GET', 'GET', 'GET', 'HEAD', 'POST');
    my $body = any('', '', "Content-Length: 5000\r\n",
        "Transfer-Encoding: chunked\r\n");

    return "$method $uri HTTP/1.1\r\nHost: localhost\r\n"
        . any('', "Accept-Encoding: gzip\r\n") . "$body\r\n"
        . ($body ? 'some of it' : '');
}

for my $n (1 .. 300) {
    my $connection = $t->connection;
    my $socket = $connection->socket;

    setsockopt $socket, SOL_SOCKET, SO_RCVBUF, 4096;
    setsockopt $socket, SOL_SOCKET, SO_LINGER, pack 'ii', 1, 0;

    my $bytes = join '', map { request() } 1 .. any(1, 1, 1, 4);

    $bytes = substr $bytes, 0, any_below(length $bytes) if any(0, 0, 0, 1);
    $connection->write($bytes);

    my $read = any(0, 0, 1, 17, 200, 1000);
    my $part = '';

    sysread $socket, $part, $read
        if $read && $connection->{select}->can_read(0.01);
    select undef, undef, undef, any(0, 0, 0.001);
    close $socket;

    next if $n % 20;

    ok($t->get($page)->body eq $body, "after $n of them");
}

ok($t->poll(sub { open_files() <= $before }), 'nothing is left open');
is(($t->worker_pids)[0], $worker, 'the worker is the same');
unlike($t->error_log, qr/header already sent/, 'one head for each');
