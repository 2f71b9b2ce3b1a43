#!/usr/bin/perl

# Reload and the library: idle workers end at once, workers that send responses
# follow the file, and a missing file is a warning.
# Tests: src/http/ngx_http_contentlib_process.c, src/service/contentlib_source.c

use v5.36;

use lib 't/lib';
use Time::HiRes qw(time);
use Test::Contentlib;
use Test::Contentlib::Process;


sub conf ($check) {
    return (http => <<"CONF");
    server {
        listen 127.0.0.1:%%PORT%% sndbuf=32k;

        contentlib_library %%LIBRARY%% check=$check;
        contentlib_max_page_size 1000;

        %%API%%
    }
CONF
}

my $t = Test::Contentlib->new(records => [map { gif($_) } 1 .. 1000],
    workers => 1, conf('50ms'));
my $uri = '/api/v1/content_items/?limit=1000';
my $body = $t->get($uri)->body;

sub gone_in ($pid) {
    my $start = time;

    $t->poll(sub { !kill 0, $pid }, 5);

    return time - $start;
}

# no timer of the module keeps a worker

for my $check ('50ms', '1h') {
    my ($old) = $t->worker_pids;

    ok($t->reload, 'reload');
    cmp_ok(gone_in($old), '<', 2, 'an idle worker ends at once');
    $t->config(conf('1h'));
}

$t->config(conf('50ms'));
$t->reload;

# a worker with a slow client

my ($old) = $t->worker_pids;
my $slow = $t->connection;

$slow->send_request('GET', $uri);
$slow->fill;

# the response is larger than the socket buffers

kill 'HUP', $t->pid;
ok($t->poll(sub { $t->worker_pids == 2 }), 'reload with a slow reader');
ok(kill(0, $old), 'its worker is there');

sub served_by ($pid) {
    return scalar(() = $t->error_log =~ / $pid#\d+: .*serving library/g);
}

my $before = served_by($old);

for my $n (1, 2) {
    $t->library('library', [image($n)]);
    ok($t->poll(sub { served_by($old) == $before + $n }),
        "it goes over to a new file, $n");
}

cmp_ok(deleted_files($old), '<=', 1, 'and closes what it had');
ok($t->poll(sub { $t->get('/api/v1/content_items/2/')->status == 200 }),
    'the new worker serves it, too');

ok($slow->response->body eq $body, 'the slow reader has all of its answer');
cmp_ok(gone_in($old), '<', 2, 'then the old worker ends');

# without its file

rename $t->path('library.db'), $t->path('other.db') or die "rename: $!";
ok($t->reload, 'reload without the file');
is($t->get('/api/v1/content_items/2/')->status, 503, 'nothing to serve');
like($t->error_log, qr/\[warn\].*library "[^"]*" cannot be served yet/,
    'a warning');
rename $t->path('other.db'), $t->path('library.db') or die "rename: $!";
ok($t->poll(sub { $t->get('/api/v1/content_items/2/')->status == 200 }, 2),
    'it is served when it is there');
