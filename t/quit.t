#!/usr/bin/perl

# nginx quits: responses that are being sent are completed.

use v5.36;

use lib 't/lib';
use Test::Contentlib;


# with small buffers of the sockets answers wait in the worker

my $t = Test::Contentlib->new(records => [map { gif($_) } 1 .. 1000],
    http => <<'CONF');
    server {
        listen 127.0.0.1:%%PORT%% sndbuf=32k;

        contentlib_library %%LIBRARY%%;
        contentlib_max_page_size 1000;

        %%API%%
    }
CONF

my $uri = '/api/v1/content_items/?limit=1000';
my $body = $t->get($uri)->body;

# responses that have begun, from the cache and not

my @slow = map {
    my $connection = $t->connection;

    $connection->send_request('GET', $_);
    $connection->fill;
    $connection;
} $uri, $uri, "$uri&offset=1";

my $idle = $t->connection;

$idle->exchange('GET', '/api/v1/tags/');

kill 'QUIT', $t->pid;

ok($idle->closed, 'an idle connection is closed');
ok(kill(0, $t->pid), 'nginx waits for slow readers');

ok($slow[$_]->response->body eq $body, "a slow reader gets it all, $_")
    for 0, 1;
is(scalar @{$slow[2]->response->json->{results}}, 999, 'the third one, too');

ok($t->poll(sub { !$t->worker_pids }), 'then the workers end');
