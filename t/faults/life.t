#!/usr/bin/perl

# Everything that a server meets in its life, at the same time: pages with SSI,
# auth_request and mirror whose request bodies come late, streams of HTTP/2 that
# are reset, slow readers, searches whose clients leave, publications, reloads
# and upgrades.  Responses are right, and there are no alerts and no reports of
# sanitizers.  Uses sanitizers if "make sanitized" has built an nginx.
# Tests: src/http/ngx_http_contentlib_wait.c,
#     src/http/ngx_http_contentlib_process.c, src/service/contentlib_answer.c

use v5.36;

use lib qw(t/faults/lib t/lib);
use File::Copy qw(copy);
use Socket qw(SOL_SOCKET SO_LINGER SO_RCVBUF);
use Time::HiRes qw(sleep time);

use Clients;
use Faults;
use Sanitized;
use Test::Contentlib;
use Test::Contentlib::Http2;
use Test::Contentlib::Upgrade;


my $SECONDS = scaled(180, 20);
my $BODY = 3000;

my @parts = map { "/api/v1/$_" } 'tags/?name=nothing', 'content_items/?limit=5',
    'content_items/?search=itme';

my $t = Test::Contentlib::Upgrade->new(start => 0, workers => 2,
    main => "worker_shutdown_timeout 10s;\n", files => {
    'plain.txt' => 'plain',
    'page.html' => join('|',
        map { qq(<!--# include virtual="$_" -->) } @parts),
}, http => <<'CONF');
    contentlib_base_url         https://api.example;
    contentlib_query_timeout    60s;
    contentlib_gzip             on;
    access_log                  off;
    send_timeout                20s;
    lingering_timeout           1s;
    reset_timedout_connection   on;
    keepalive_requests          1000000;

    server {
        listen 127.0.0.1:%%PORT%% sndbuf=8k;
        listen 127.0.0.1:%%PORT_1%% http2;
        contentlib_library %%LIBRARY%% cache=1m check=50ms;

        %%API%%

        location /page {
            ssi   on;
            root  %%DIR%%;
        }

        location /auth {
            auth_request  /search;
            alias         %%DIR%%/plain.txt;
        }

        location /mirror {
            mirror  /search;
            alias   %%DIR%%/plain.txt;
        }

        location = /search {
            internal;
            rewrite  ^  /api/v1/tags/?name=nothing;
        }
    }
CONF

for my $n (0, 1) {
    $t->library("version$n", [map { image($_, alt_text => "library $n, item $_",
        tags => ["tag $_", 'every']) } 1 .. 300]);
}

sub publish ($n) {
    my $new = $t->path('library.new');

    copy($t->path("version$n.db"), $new) or die "$new: $!";
    rename $new, $t->path('library.db') or die "$new: $!";
}

publish(0);
$t->start;

# A page of parts may have the parts of both libraries.

my @uris = (@parts, (map { "/api/v1/content_items/?limit=100&offset=$_" }
    0 .. 9), '/auth', '/mirror', '/page.html');
my %known;

for my $n (0, 1) {
    publish($n);
    $t->poll(sub { $t->get($parts[1])->body =~ /library $n,/ });
    $known{$_}{$t->get($_)->body} = 1 for @uris;
}

sub is_right ($uri, $r) {
    return $r->body =~ /\A\{"count":0,.*\|\{"count":300,.*\|\{"count":/s
        if $uri eq '/page.html';
    return $known{$uri}{$r->plain};
}

sub count_response ($count, $uri, $r) {
    return $count->{lost}++ if !$r;
    return $count->{refused}++ if $r->status == 503;

    my $right = $r->status == 200 && is_right($uri, $r);

    $count->{$right ? 'right' : 'wrong'}++;
    push @{$count->{faults}}, "$uri: " . $r->status . ' '
        . substr $r->body, 0, 200 if !$right && $count->{wrong} < 4;
}

sub any (@values) { $values[rand @values] }

sub reset_connection ($socket) {
    setsockopt $socket, SOL_SOCKET, SO_LINGER, pack 'ii', 1, 0;
    close $socket;
}

sub pause () { sleep any(0, 0, 0.0003, 0.001, 0.003) }

my %clients = (
    'late bodies' => sub ($count) {
        my $uri = any(@uris);
        my $connection = $t->connection;
        my $first = any(0, 1, 1000);

        $connection->write("GET $uri HTTP/1.1\r\nHost: localhost\r\n"
            . "Content-Length: $BODY\r\nConnection: close\r\n\r\n"
            . 'x' x $first);
        pause();

        return reset_connection($connection->socket) if rand() < 0.3;

        $connection->write('x' x ($BODY - $first));
        count_response($count, $uri, $connection->response);
    },

    'streams' => sub ($count) {
        my $connection = $t->connection(1);

        $connection->write(http2_start(any(0, 1000, 2 ** 20), 2 ** 30));

        for my $n (0 .. 49) {
            my $stream = 2 * $n + 1;

            $connection->write(http2_frame(1, 4, $stream,
                http2_head('GET', any(@uris), 'localhost')));
            $connection->write(any('',
                http2_frame(0, 1, $stream, 'x' x 500),
                http2_frame(8, 0, $stream, pack 'N', 4000),
                http2_frame(3, 0, $stream, pack 'N', 8))) or last;
            $count->{streams}++;
            pause();
        }

        reset_connection($connection->socket) if rand() < 0.5;
    },

    'slow readers' => sub ($count) {
        my $uri = any(@uris);
        my $connection = $t->connection;

        setsockopt $connection->socket, SOL_SOCKET, SO_RCVBUF, pack 'i', 2048;
        $connection->write("GET $uri HTTP/1.1\r\nHost: localhost\r\n"
            . "Connection: close\r\n\r\n");

        for (1 .. int rand 100) {
            $connection->fill;
            sleep 0.02;
        }

        return reset_connection($connection->socket) if rand() < 0.5;

        count_response($count, $uri, $connection->response);
    },

    'searches' => sub ($count) {
        my $connection = $t->connection;

        $connection->write('GET /api/v1/content_items/?search='
            . join('', map { chr 97 + rand 26 } 1 .. 9) . " HTTP/1.1\r\n"
            . "Host: localhost\r\nConnection: close\r\n\r\n");
        pause();
        $count->{searches}++;
        reset_connection($connection->socket);
    },
);

# A client that is refused or cut by the end of a worker goes on.  With
# sanitizers most clients with late bodies wait for the streams.

my %load = map {
    my $client = $clients{$_};

    $_ => Clients->start($_ eq 'late bodies' ? 16 : 2, sub ($go_on, $count) {
        while ($go_on->()) {
            eval { $client->($count); 1 } or $count->{lost}++;
        }
    });
} keys %clients;

$load{publisher} = Clients->start(1, sub ($go_on, $count) {
    while ($go_on->()) {
        publish($count->{published}++ % 2);
        sleep 0.1;
    }
});

my ($end, $reloads, $upgrades, $unfinished) = (time + $SECONDS, 0, 0, 0);

while (time < $end) {
    $t->reload for 1 .. 3;
    $reloads += 3;
    sleep 1;
    $unfinished++ unless eval { $t->finish_upgrade($t->upgrade) };
    $upgrades++;
    sleep 1;
}

my %seen = map { $_ => $load{$_}->stop } sort keys %load;

diag($_) for map { @{$_->{faults}} } values %seen;

is(join(' ', map { $t->get($_)->status } @uris), join(' ', (200) x @uris),
    'the server serves');
$t->stop;

sub sum ($what) {
    my $sum = 0;

    $sum += $_->{$what} // 0 for values %seen;
    return $sum;
}

result('sanitizers', Sanitized::sanitized() ? 'yes' : 'no');
result('seconds', $SECONDS);
result('reloads', $reloads, '>= 1');
result('upgrades', $upgrades, '>= 1');
result('upgrades not finished', $unfinished, '= 0');
result('libraries published', sum('published'), '>= 1');
result('streams of HTTP/2', sum('streams'), '>= 50');
result('searches whose client left', sum('searches'), '>= 1');
result('responses right', sum('right'), '>= 10');
result('responses wrong', sum('wrong'), '= 0');
result('responses with status 503', sum('refused'));
result('connections closed by the end of a worker', sum('lost'));
result('alerts', scalar(() = $t->error_log =~ /\[(?:alert|emerg|crit)\]/g),
    '= 0');
result('reports', scalar(my @lines = split /\n/, $t->reports), '= 0');
