#!/usr/bin/perl

# Without its directives, the loaded module changes nothing.
# Tests: ngx_http_contentlib_module.c

use v5.36;

use lib 't/lib';
use Test::Contentlib;


my $t = Test::Contentlib->new(server => <<'CONF',
        root %%DIR%%;

        location /api/v1/ {
            return 200 "plain";
        }

        location /variables {
            add_header X-Numbers "<$contentlib_rows$contentlib_query_time>";
            add_header X-Generation "<$contentlib_generation>";
            return 200 "<$contentlib_endpoint$contentlib_cache_status>";
        }

        location /files/ {
            alias %%DIR%%/;
        }
CONF
    files => { 'file.txt' => 'a file' });

my $r = $t->get('/api/v1/');

is($r->body, 'plain', 'another content');
is($r->header($_), undef, "no $_")
    for qw(Allow Vary ETag X-Content-Type-Options);
is($t->get('/files/file.txt')->body, 'a file', 'a file');
is($t->get('/none')->status, 404, 'the error page of nginx');
like($t->get('/none')->body, qr/<html>/, 'as it was');
is($t->request('POST', '/files/file.txt')->status, 405);

$r = $t->get('/variables');
is(join(' ', $r->body, $r->header('X-Numbers'), $r->header('X-Generation')),
    '<> <> <>', 'the variables are empty');

my @pids = $t->worker_pids;

ok($t->reload, 'reload');
isnt("@{[$t->worker_pids]}", "@pids", 'new workers');
is($t->get('/files/file.txt')->body, 'a file', 'after a reload');

my @lines = grep { /contentlib/ && !/\[debug\]/ }
    map { s/\Q@{[$t->dir]}\E//gr } split /\n/, $t->error_log;

is_deeply(\@lines, [], 'not a word in the log');
