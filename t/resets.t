#!/usr/bin/perl

# Clients reset their connections: after the request, after the headers, in the
# middle of the body, and while they wait.

use v5.36;

use lib 't/lib';
use Socket qw(SOL_SOCKET SO_LINGER);
use Test::Contentlib;


my $t = Test::Contentlib->new(records => [map { gif($_) } 1 .. 300],
    workers => 1, http => <<'CONF');
    contentlib_base_url  https://api.example;
    contentlib_library   %%LIBRARY%% cache=256k;
    contentlib_gzip      on;

    server {
        listen 127.0.0.1:%%PORT%% sndbuf=16k;
        %%API%%
    }
CONF

my $list = '/api/v1/content_items/?limit=100';
my @uris = ($list, "$list&text=number", "$list&tag-partial=t",
    '/api/v1/content_items/7/', '/api/v1/search/?text=t');
my %body = map { $_ => $t->get($_)->body } @uris;
my ($worker) = $t->worker_pids;

# responses with another offset are not in the cache

for my $n (1 .. 200) {
    my $connection = $t->connection;
    my $uri = $uris[$n % @uris];

    $uri .= "&offset=$n" if $n % 3 && $uri =~ /\?/;
    $connection->send_request('GET', $uri,
        $n % 2 ? ['Accept-Encoding' => 'gzip'] : []);
    $connection->fill if $n % 4;
    $connection->fill if $n % 4 == 3 && $connection->readable;

    setsockopt $connection->socket, SOL_SOCKET, SO_LINGER, pack 'ii', 1, 0;
    close $connection->socket;
}

is($t->get($_)->body, $body{$_}, $_) for @uris;
is($t->get($_, 'Accept-Encoding' => 'gzip')->plain, $body{$_},
    "$_, compressed") for @uris;
is("@{[$t->worker_pids]}", $worker, 'by one and the same worker');
