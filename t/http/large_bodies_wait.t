#!/usr/bin/perl

# Pages above 1 MiB, which are sent in pieces, for clients that are slow, limited,
# silent or gone, in streams of HTTP/2, as parts of another page, and while nginx
# ends.  All others get the whole page.

use v5.36;

use lib 't/lib';
use IO::Select;
use List::Util qw(max);
use Socket qw(SOL_SOCKET SO_LINGER SO_RCVBUF);
use Test::Contentlib;
use Test::Contentlib::Http2;
use Time::HiRes qw(sleep time);


my $CLIENTS = 24;
my $RECORDS = 28;

http2_needed();

my $t = Test::Contentlib->new(workers => 1, start => 0, files => {
    'page.html' => join '|', ('<!--# include virtual="/api/v1/content_items/'
        . '?limit=100" -->') x 3,
}, http => <<'CONF');
    contentlib_library  %%LIBRARY%%;
    contentlib_gzip     on;
    gzip_types          application/json;

    server {
        listen 127.0.0.1:%%PORT%% sndbuf=32k;
        listen 127.0.0.1:%%PORT_1%% http2;
        gzip on;
        %%API%%

        location = /other {
            return 204;
        }

        location /page {
            ssi   on;
            root  %%DIR%%;
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

# an item has 64 KB

sub words ($n) { join ' ', map { $n * $_ % 99_991 } 1 .. 11_000 }

$t->library('library', [map { image($_, alt_text => words($_)) }
    1 .. $RECORDS]);
$t->start;

my $uri = '/api/v1/content_items/?limit=100';
my @gzip = ('Accept-Encoding' => 'gzip');
my $text = $t->get($uri)->body;
my ($worker) = $t->worker_pids;

$t->get($uri, @$_) for \@gzip, \@gzip, [], [];

# connections that have requested the page

sub clients ($n, $port, @headers) {
    return map {
        my $client = $t->connection($port);

        $client->send_request('GET', $uri, \@headers);
        $client;
    } 1 .. $n;
}

sub complete ($name, @clients) {
    is(scalar(grep { $_->response->plain eq $text } @clients),
        scalar @clients, $name);
}

# The processor time of the worker until it has answered another client, in ms.

my $other = $t->connection;

sub turn () {
    my $began = processor_time();

    $other->exchange('GET', '/other');

    return processor_time() - $began;
}

sub processor_time () {
    open my $file, '<', "/proc/$worker/schedstat" or die "schedstat: $!";

    my ($ns) = split ' ', <$file>;

    return $ns / 1_000_000;
}

# What clients do not take stays with nginx, which goes on when they do.

for my $headers ([], \@gzip) {
    my @clients = clients($CLIENTS, 0, @$headers);
    my @turns;

    $_->fill for @clients;

    for (1 .. 20) {
        sleep 0.02;
        kill 'STOP', $worker;
        $_->readable && $_->fill for @clients;
        kill 'CONT', $worker;
        push @turns, turn();
    }

    cmp_ok(max(@turns), '<=', 50, sprintf 'slow clients: the longest turn '
        . 'takes %.1f ms', max @turns);
    complete('they get the pages', @clients);
}

# clients that leave, with a reset or not

my @leaving = clients($CLIENTS, 0, @gzip);
my @staying = clients($CLIENTS, 0, @gzip);

$leaving[$_]->fill for grep { $_ % 4 == 0 } 0 .. $#leaving;

for my $i (grep { $_ % 2 } 0 .. $#leaving) {
    setsockopt $leaving[$i]->socket, SOL_SOCKET, SO_LINGER, pack 'ii', 1, 0;
}

undef @leaving;
complete('clients have left', @staying);

# a client that takes nothing for longer than send_timeout, and one that does

my ($silent, $slow) = clients(2, 2);

$silent->{check} = sub ($r) { };

for (1 .. 30) {
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

# parts of a page

my $page = join '|', ($text) x 3;

for my $headers ([], \@gzip) {
    my $ssi = $t->connection;

    ok($ssi->exchange('GET', '/page.html', @$headers)->plain eq $page,
        'parts of a page');
    $ssi->send_request('GET', '/page.html', $headers);
    $ssi->fill;
    sleep 0.2;
    ok($ssi->response->plain eq $page, 'of a slow client');
    $ssi->send_request('GET', '/page.html', $headers);
    $ssi->fill;
}

# nginx ends

my @last = (clients($CLIENTS, 0, @gzip), clients(2, 0));

$_->fill for @last[0, -1];
kill 'HUP', $t->pid;
ok($t->poll(sub { grep { $_ != $worker } $t->worker_pids }),
    'a new worker');
complete('a reload', @last);

@last = (clients($CLIENTS, 0, @gzip), clients(2, 0));
$_->fill for @last[0, -1];
kill 'QUIT', $t->pid;
complete('quit', @last);
ok($t->poll(sub { !$t->worker_pids }), 'then the workers end');
