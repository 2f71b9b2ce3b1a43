#!/usr/bin/perl

# Pages above 1 MiB for clients that are slow, limited, silent or gone, in streams
# of HTTP/2, as parts of another page, and while a worker shuts down.  All others
# get the whole page.
# Suite: long
# Tests: src/http/ngx_http_contentlib_handler.c, src/service/contentlib_page.c

use v5.36;

use lib 't/lib';
use Socket qw(SOL_SOCKET SO_LINGER);
use Test::Contentlib;
use Test::Contentlib::Http2;
use Time::HiRes qw(sleep);


my $CLIENTS = 24;
my $RECORDS = 28;

http2_needed();

my $t = Test::Contentlib->new(workers => 1, start => 0, files => {
    'page.html' => join('|', ('<!--# include virtual="/api/v1/content_items/'
        . '?limit=100" -->') x 3, '<!--# include virtual="/part.txt" -->'),
    'part.txt' => 'a part',
}, http => <<'CONF');
    contentlib_library  %%LIBRARY%%;
    contentlib_gzip     on;

    server {
        listen 127.0.0.1:%%PORT%% sndbuf=32k;
        listen 127.0.0.1:%%PORT_1%% http2;
        root   %%DIR%%;
        %%API%%

        location /page {
            ssi   on;
        }

        # nginx has discarded the body already when it includes this

        location = /part.txt {
            client_max_body_size  1k;
        }
    }

    server {
        listen 127.0.0.1:%%PORT_2%% sndbuf=32k;
        send_timeout 1s;
        %%API%%
    }

    server {
        listen 127.0.0.1:%%PORT_3%%;
        limit_rate 2m;
        %%API%%
    }
CONF

# an item has 60 KiB

sub words ($n) { join ' ', map { $n * $_ % 99_991 } 1 .. 10_500 }

$t->library('library', [map { image($_, alt_text => words($_)) }
    1 .. $RECORDS]);
$t->start;

my $uri = '/api/v1/content_items/?limit=100';
my $text = $t->get($uri)->body;
my ($worker) = $t->worker_pids;

cmp_ok(length $text, '>', 1024 * 1024, 'a page above 1 MiB');

# connections that have requested the page, which is in the cache or not

my $n = 0;

sub clients ($n, $port) {
    return map {
        my $client = $t->connection($port);

        $client->send_request('GET', $uri . ($_ % 2 ? '' : '&n=' . $n++),
            ['Accept-Encoding' => 'gzip']);
        $client;
    } 1 .. $n;
}

# what differs are the links, and there are none

sub complete ($name, @clients) {
    is(scalar(grep { $_->response->plain eq $text } @clients),
        scalar @clients, $name);
}

# What clients do not take stays with nginx, which goes on when they do.

my @clients = clients($CLIENTS, 0);

for (1 .. 10) {
    sleep 0.02;
    $_->readable && $_->fill for @clients;
}

complete('slow clients', @clients);

# clients that leave, with a reset or not

my @leaving = clients($CLIENTS, 0);
my @staying = clients($CLIENTS, 0);

$leaving[$_]->fill for grep { $_ % 4 == 0 } 0 .. $#leaving;

for my $i (grep { $_ % 2 } 0 .. $#leaving) {
    setsockopt $leaving[$i]->socket, SOL_SOCKET, SO_LINGER, pack 'ii', 1, 0;
}

undef @leaving;
complete('clients have left', @staying);

# a client that takes nothing for longer than send_timeout, and one that does

my ($silent, $slow) = clients(2, 2);

$silent->{check} = sub ($r) { };

for (1 .. 20) {
    sleep 0.1;
    $slow->readable && $slow->fill;
}

complete('a client within send_timeout', $slow);
cmp_ok(length($silent->response->body), '<', length $text,
    'a client without is not waited for');

complete('limit_rate', clients(2, 3));

# streams of HTTP/2: without room, reset, and with room later

my $http2 = http2_no_room($t, 1, ($uri) x $CLIENTS);
my $reset = http2_no_room($t, 1, ($uri) x $CLIENTS);

$http2->fill while $http2->readable || $http2->{select}->can_read(0.5);
$reset->write(join '', map { http2_frame(8, 0, 2 * $_ + 1, pack 'N', 70_000)
    } 0 .. $CLIENTS - 1);
$reset->write(join '', map { http2_frame(3, 0, 2 * $_ + 1, pack 'N', 8)
    } 0 .. $CLIENTS - 2);
undef $reset;
$http2->write(join '', map { http2_frame(8, 0, 2 * $_ + 1, pack 'N', 2 ** 30)
    } 0 .. $CLIENTS - 1);

my ($ended, %body) = 0;

while ($ended < $CLIENTS) {
    my ($length, $type, $flags, $stream) = unpack 'a3 C C N', $http2->take(9);
    my $payload = $http2->take(unpack 'N', "\0$length");

    $body{$stream} .= $payload if $type == 0;
    $ended++ if $type == 0 && $flags & 1;
}

is(scalar(grep { $_ eq $text } values %body), $CLIENTS, 'streams of HTTP/2');

# parts of a page, for a request without a body, with one that comes late, and
# for a slow client

my $page = join '|', ($text) x 3, 'a part';
my $ssi = $t->connection;

ok($ssi->exchange('GET', '/page.html')->body eq $page, 'parts of a page');
$ssi->write("GET /page.html HTTP/1.1\r\nHost: localhost\r\n"
    . "Content-Length: 3000\r\n\r\n");
$ssi->fill;
$ssi->write('x' x 3000);
ok($ssi->response->body eq $page, 'of a request with a body');
$ssi->send_request('GET', '/page.html');
$ssi->fill;
sleep 0.2;
ok($ssi->response->body eq $page, 'of a slow client');

# a worker that shuts down

my @last = (clients(2, 3), clients($CLIENTS, 0));

$_->fill for @last[0, -1];
kill 'HUP', $t->pid;
ok($t->poll(sub { grep { $_ != $worker } $t->worker_pids }),
    'a new worker');
complete('a reload', @last);

@last = (clients(2, 3), clients($CLIENTS, 0));
$_->fill for @last[0, -1];
kill 'QUIT', $t->pid;
complete('quit', @last);
ok($t->poll(sub { !$t->worker_pids }), 'then the workers end');
