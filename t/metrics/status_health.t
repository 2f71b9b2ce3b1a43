#!/usr/bin/perl

# contentlib_status health: 503 with a reason while a worker cannot serve a
# library.  A worker that shuts down does not count.
# Tests: src/metrics/contentlib_metrics.c, src/http/ngx_http_contentlib_status.c

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Status;


my $conf = <<'CONF';
        contentlib_library %%LIBRARY%% check=50ms;
        add_header X-Worker $pid always;

        %%API%%

        location /later/ {
            contentlib;
            contentlib_root     /later/;
            contentlib_library  %%DIR%%/later.db check=50ms;
        }

        %%STATUS%%
        %%HEALTH%%
CONF

my $t = Test::Contentlib->new(start => 0, records => [image(1)],
    server => $conf);

my $later = $t->path('later.db');

# each worker notices a change by itself

sub health_is ($expected, $name) {
    my $status = $expected eq 'ok' ? 200 : 503;
    my $r;

    $t->poll(sub { $r = $t->get('/health'); $r->body eq "$expected\n" }, 5);
    is($r->body, "$expected\n", $name);
    is($r->status, $status, 'and the status');
}

sub unwell ($served, $reason) {
    return "library \"$later\" is served by $served of 2 workers: $reason";
}

sub later ($metric) { figures_of($t, 'later.db')->{$metric} }

$t->start;
health_is(unwell(0, 'No such file or directory'), 'a library is missing');
is($t->head('/health')->status, 503, 'HEAD');
is($t->get('/status')->status, 200, 'the metrics are there');
ok($t->poll(sub { later('rejected') == 2 }, 5),
    'both workers have looked for it');

# the library is created, and invalid files do not replace it

$t->library('later', [image(1)]);
health_is('ok', 'it is there');

$t->expect_log(qr/contentlib: library ".*" /);
$t->write_file('bad.db', 'no library');
rename $t->path('bad.db'), $later or die $!;
ok($t->poll(sub { later('rejected') == 4 }, 5),
    'another file is refused by both workers, as the missing one was');
health_is('ok', 'which makes no difference');

unlink $later or die $!;
ok($t->poll(sub { later('rejected') == 6 }, 5), 'it is removed');
health_is('ok', 'what was opened is served');

# a process writes to the library

$t->library('later', [image(2)]);
ok($t->poll(sub { later('switches') == 4 }, 5), 'a good one');

open my $file, '+<', $later or die $!;
sysseek $file, 0, 0;
syswrite $file, 'x';
close $file;

ok($t->poll(sub { later('changed_in_place') == 2 }, 5), 'both have noticed');

# the reason changes when the file has been left alone

health_is(unwell(0, 'not an SQLite file'), 'it cannot be opened again');
ok($t->poll(sub { later('rejected') == 8 }, 5), 'by both workers');

# one of the workers is stopped, and does not notice that the library is there

my $connection = $t->connection;

$connection->write("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n");

my $old = $connection->response->header('X-Worker');
my ($stopped) = grep { $_ != $old } $t->worker_pids;

kill 'STOP', $stopped;
$t->library('later', [image(3)]);
ok($t->poll(sub {
    $connection->write("GET /health HTTP/1.1\r\nHost: localhost\r\n\r\n");
    $connection->response->body eq unwell(1, 'not an SQLite file') . "\n";
}, 5), 'one of two workers');

# after a reload with one worker, the two shut down, and one of them responds

$connection->write("GET /health HTTP/1.1\r\nHost: localhost\r\n");
$t->{workers} = 1;
$t->config(server => $conf);
kill 'HUP', $t->pid;
ok($t->poll(sub { later('workers') == 1 }), 'there is a new one');
$connection->write("Connection: close\r\n\r\n");

my $r = $connection->response;

is($r->header('X-Worker'), $old, 'an old worker responds');
is($r->body, "ok\n", 'and those that shut down do not count');

kill 'CONT', $stopped;
ok($t->poll(sub { 1 == $t->worker_pids }), 'they end');
