#!/usr/bin/perl

# contentlib_thread_pool: a pool of nginx by its name.

use v5.36;

use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Test::Contentlib;
use Test::Contentlib::Searches;
use Test::Contentlib::Status;


sub conf ($main, $http) {
    return <<"CONF";
%%GLOBALS%%
$main

events {
}

http {
    %%GLOBALS_HTTP%%
    $http

    server {
        listen 127.0.0.1:%%PORT%%;

        contentlib_library %%LIBRARY%% cache=off;

        location /api/v1/ {
            contentlib;
        }

        location = /status {
            contentlib_status;
        }
    }
}
CONF
}

if (!with_threads()) {
    my ($said, $status) = Test::Contentlib->new(start => 0, server => '')->config_test(
        config => conf('', 'contentlib_thread_pool default;'));

    isnt($status, 0, 'nginx is built without threads');
    like($said, qr/"contentlib_thread_pool" directive needs an nginx that is /,
        'and tells');
    exit;
}

my $t = Test::Contentlib->new(workers => 1, records => [search_tags()],
    config => conf('thread_pool contentlib threads=1;',
        'contentlib_thread_pool contentlib;'));

my ($worker) = $t->worker_pids;
my @threads = glob "/proc/$worker/task/*";

is(scalar @threads, 2, 'one thread');
counts_ok('searches', 0, start_searches($t, 3));
is(figures_of($t)->{searches}{thread}, 3, 'in that thread');

my ($said, $status) = $t->config_test(config => conf('',
    'contentlib_thread_pool other;'));

isnt($status, 0, 'an unknown pool');
like($said, qr/unknown thread pool "other" in .*nginx\.conf:\d+/, 'is told');

($said, $status) = $t->config_test(config => conf('',
    'contentlib_thread_pool default; contentlib_thread_pool default;'));

isnt($status, 0, 'two of them');
like($said, qr/"contentlib_thread_pool" directive is duplicate/, 'are told');
