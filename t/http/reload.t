#!/usr/bin/perl

# Reload: another configuration, another library, an invalid configuration.
# Tests: src/http/ngx_http_contentlib_conf.c,
#     src/http/ngx_http_contentlib_library.c

use v5.36;

use lib 't/lib';
use Test::Contentlib;


my $conf = <<'CONF';
        contentlib_library %%LIBRARY%%;

        %%API%%
CONF

my @items = corpus(40);
my $t = Test::Contentlib->new(records => \@items, server => $conf);
my $uri = '/api/v1/content_items/?limit=40';
my $body = $t->get($uri)->body;

# a connection that stays open over a reload is served to its end

my $open = $t->connection;

answer_is($open->exchange('GET', $uri), 200, $body, 'before');

for my $n (1 .. 5) {
    my $connection = $t->connection;

    # the request is sent in two parts, before and after the reload

    $connection->write("GET $uri HTTP/1.1\r\nHost: localhost\r\n");
    select undef, undef, undef, 0.05;
    kill 'HUP', $t->pid if $n > 1;
    $connection->write("Connection: close\r\n\r\n");
    answer_is($connection->response, 200, $body, "during reload $n");
    ok($t->reload, "reload $n");
    answer_is($t->get($uri), 200, $body, "after reload $n");
}

# another configuration

$t->config(server => $conf . 'contentlib_partner x;');
ok($t->reload, 'reload');
answer_is($t->get('/api/v1/content_items/3/'), 200,
    item_json($items[37], partner => 'x'), 'the new configuration');

# another library

$t->library('library', [image(9)]);
ok($t->reload, 'reload');
answer_is($t->get('/api/v1/content_items/9/'), 200,
    item_json(image(9), partner => 'x'), 'the new library');
is($t->get('/api/v1/content_items/3/')->status, 404, 'and not the old one');

# an invalid configuration

my @pids = $t->worker_pids;

$t->config(server => 'contentlib_page_size none;');
kill 'HUP', $t->pid;
ok(scalar $t->wait_for_line('error.log', qr/\[emerg\]/), 'refused');
$t->expect_log(qr/\[emerg\].*contentlib_page_size/);
is("@{[$t->worker_pids]}", "@pids", 'the old workers stay');
is($t->get('/api/v1/content_items/9/')->status, 200, 'and serve');
$t->config(server => $conf);
ok($t->reload, 'corrected');
