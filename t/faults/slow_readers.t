#!/usr/bin/perl

# Slow clients with a small cache, while libraries are published: the responses
# that they read are no longer in the cache, and their library is closed.  Some
# clients reset their connections.  With HTTP/2, thousands of streams are
# opened without window, or reset.  Then clients that read nothing, and another
# client that requests single items.
#
# Uses sanitizers if "make sanitized" has built an nginx.
# Tests: src/http/ngx_http_contentlib_handler.c,
#     src/service/contentlib_answer.c, src/cache/contentlib_cache.c

use v5.36;

use lib qw(t/faults/lib t/lib);
use File::Copy qw(copy);
use Socket qw(PF_INET SOCK_STREAM SOL_SOCKET SO_RCVBUF SO_LINGER inet_aton
    sockaddr_in);
use IO::Handle;
use Time::HiRes qw(sleep time);

use Clients;
use Faults;
use Sanitized;
use Test::Contentlib;
use Test::Contentlib::Http2;


my $READERS = 500;
my $SECONDS = scaled(300, 6);
# Megabytes: SQLite, large and small responses that are being sent, and the caches.

my $LIMIT = 64 + 64 + 64 + 1;

# Megabytes that nginx uses for 50 connections of 128 streams, up to 16 kB
# each.

my $STREAMS = 50 * 128 * 16 / 1024;

# Bytes that a slow client reads per second.

my $PACE = $SECONDS > 200 ? 1024 : int 400_000 / $SECONDS;

my $t = Test::Contentlib->new(workers => 1, start => 0,
    events => 'worker_connections 4096;', http => <<'CONF');
    contentlib_base_url        https://api.example;
    contentlib_gzip            on;
    access_log                 off;
    send_timeout               60s;
    reset_timedout_connection  on;
    keepalive_requests         1000000;

    server {
        listen 127.0.0.1:%%PORT%% sndbuf=8k;
        contentlib_library %%LIBRARY%% cache=256k check=50ms;
        %%API%%
    }

    server {
        listen 127.0.0.1:%%PORT_1%% http2;
        contentlib_library %%LIBRARY%% cache=256k check=50ms;
        %%API%%
    }

    server {
        listen 127.0.0.1:%%PORT_2%%;
        contentlib_library %%DIR%%/version0.db cache=off;
        %%API%%
    }

    server {
        listen 127.0.0.1:%%PORT_3%%;
        contentlib_library %%DIR%%/version1.db cache=off;
        %%API%%
    }

    server {
        listen 127.0.0.1:%%PORT_4%% sndbuf=8k;
        listen 127.0.0.1:%%PORT_5%% http2 sndbuf=8k;
        contentlib_library %%DIR%%/large.db cache=256k;
        contentlib_max_page_size 1000;
        %%API%%
    }
CONF

for my $n (0, 1) {
    $t->library("version$n", [map { gif($_, alt_text => "library $n, item $_",
        tags => ["tag $_", 'every']) } 1 .. 300]);
}

$t->library('large', [map { gif($_) } 1 .. 2000]);
copy($t->path('version0.db'), $t->path('library.db')) or die "copy: $!";
$t->start;

my ($worker) = $t->worker_pids;
my @uris = ((map { "/api/v1/content_items/?limit=100&offset=$_" } 0 .. 40),
    (map { "/api/v1/content_items/$_/" } 1 .. 40),
    (map { "/api/v1/content_items/?limit=20&tag=every&offset=$_" } 0 .. 20));
my %known;

for my $uri (@uris) {
    for my $port (2, 3) {
        $known{$uri}{$t->request('GET', $uri, [], undef, $port)->body} = 1;
    }
}

# Whether the body is equal to the body of one of the two libraries.

sub is_known ($uri, $r) {
    return $r->status == 200 && $known{$uri}{$r->plain};
}

sub publisher ($go_on, $count) {
    while ($go_on->()) {
        my $new = $t->path('library.new');

        copy($t->path('version' . $count->{published}++ % 2 . '.db'), $new);
        rename $new, $t->path('library.db');
        sleep 0.05;
    }
}

sub fast ($go_on, $count) {
    my $connection = $t->connection;

    while ($go_on->()) {
        my $uri = $uris[rand @uris];
        my $r = eval { $connection->exchange('GET', $uri,
            rand() < 0.5 ? ('Accept-Encoding' => 'gzip') : ()) };

        last unless $go_on->();

        if (!$r) {
            $count->{lost}++;
            $connection = $t->connection;

        } elsif ($r->status == 503) {
            $count->{refused}++;

        } else {
            $count->{is_known($uri, $r) ? 'right' : 'wrong'}++;
        }

        sleep 0.02;
    }
}

# Opens streams without window, increases their windows a little, and closes or
# resets the connection.

sub no_room ($go_on, $count) {
    while ($go_on->()) {
        my $connection = $t->connection(1);

        $connection->write(http2_start(0, 2 ** 30) . join '',
            map { http2_get(2 * $_ + 1, $uris[rand @uris]) } 0 .. 127);
        sleep 0.5;

        for my $n (0 .. 127) {
            last unless $go_on->();
            $connection->write(http2_frame(8, 0, 2 * $n + 1, pack 'N', 4000));
            sleep 0.01;
        }

        $count->{streams} += 128;
        reset_connection($connection->socket) if rand() < 0.5;
    }
}

# Opens streams and resets them, before the answer or in the middle of it.

sub rapid_reset ($go_on, $count) {
    while ($go_on->()) {
        my $connection = $t->connection(1);

        $connection->write(http2_start(20_000, 2 ** 30));

        for my $n (0 .. 9) {
            my $bytes = join '', map {
                my $stream = 2 * (100 * $n + $_) + 1;

                http2_get($stream, $uris[rand @uris],
                    rand() < 0.5 ? ('accept-encoding' => 'gzip') : ())
                    . http2_frame(3, 0, $stream, pack 'N', 8);
            } 0 .. 99;

            $connection->write($bytes) or last;
            $count->{resets} += 100;
            $connection->fill while $connection->readable && $go_on->();
            sleep 0.05;
        }
    }
}

sub reset_connection ($socket) {
    setsockopt $socket, SOL_SOCKET, SO_LINGER, pack 'ii', 1, 0;
    close $socket;
}

# A slow client: a connection, its request, and the bytes that it has received.

sub new_reader () {
    my $uri = $uris[rand @uris];

    socket my $socket, PF_INET, SOCK_STREAM, 0 or die "socket: $!";
    setsockopt $socket, SOL_SOCKET, SO_RCVBUF, 2048;
    connect $socket, sockaddr_in($t->port, inet_aton('127.0.0.1'))
        or die "connect: $!";
    $socket->blocking(0);
    syswrite $socket, "GET $uri HTTP/1.1\r\nHost: localhost\r\n"
        . (rand() < 0.5 ? "Accept-Encoding: gzip\r\n" : '')
        . "Connection: close\r\n\r\n";

    return { socket => $socket, uri => $uri, bytes => '',
        left => rand() < 0.3 ? int rand 20 : undef };
}

my %count = map { $_ => 0 } qw(complete wrong reset refused cut);

# Reads some bytes.  Returns the client, or a new client if this one has ended.

sub read_on ($reader) {
    if (defined $reader->{left} && !$reader->{left}--) {
        reset_connection($reader->{socket});
        $count{reset}++;
        return new_reader();
    }

    my $n = sysread $reader->{socket}, $reader->{bytes}, $PACE,
        length $reader->{bytes};

    return $reader if $n || !defined $n && $!{EAGAIN};

    judge($reader);

    return new_reader();
}

sub judge ($reader) {
    my ($head, $body) = split /\r\n\r\n/, $reader->{bytes}, 2;

    return $count{cut}++ unless defined $body;

    my $r = Test::Contentlib::Response->new($head, 'GET', $reader->{uri});

    $r->{body} = $body;

    return $count{cut}++ if length $body != $r->header('Content-Length');
    return $count{refused}++ if $r->status == 503;

    $count{is_known($reader->{uri}, $r) ? 'complete' : 'wrong'}++;
}

my $peak = 0;

sub look_at_memory () {
    open my $file, '<', "/proc/$worker/status" or return;
    my ($now) = map { /^VmRSS:\s+(\d+)/ ? $1 : () } <$file>;

    $peak = $now if $now && $now > $peak;
}

my %load = (publisher => Clients->start(1, \&publisher),
    fast => Clients->start(1, \&fast), no_room => Clients->start(1, \&no_room),
    rapid_reset => Clients->start(1, \&rapid_reset));

my @readers = map { new_reader() } 1 .. $READERS;
my $end = time + $SECONDS;
my $tick = 0;

# a twentieth of the clients reads in each twentieth of a second

while (time < $end) {
    for (my $n = $tick++ % 20; $n < @readers; $n += 20) {
        $readers[$n] = read_on($readers[$n]);
    }

    look_at_memory();
    sleep 0.05;
}

my %seen = map { $_ => $load{$_}->stop } keys %load;

undef @readers;
diag($_) for map { @{$_->{faults}} } values %seen;

# Clients that read nothing request pages of all sizes again and again, and
# close the connection after a while.

sub large_page () {
    my @limits = (1000, 1000, 300, 100, 30, 10, 1);

    return '/api/v1/content_items/?limit=' . $limits[rand @limits]
        . '&offset=' . int rand 1000;
}

sub no_window ($n) {
    return sub ($go_on, $count) {
        while ($go_on->()) {
            my @connections = map {
                http2_no_room($t, 5, map { large_page() } 1 .. 128)
            } 1 .. $n;

            for (1 .. 100) {
                sleep 0.1 if $go_on->();
            }
        }
    };
}

sub not_reading ($n) {
    return sub ($go_on, $count) {
        my @connections = map { $t->connection(4) } 1 .. $n;

        setsockopt $_->socket, SOL_SOCKET, SO_RCVBUF, 2048 for @connections;
        $_->send_request('GET', large_page()) for @connections;

        while ($go_on->()) {
            sleep 0.1;
        }
    };
}

# The percentage of single items that another client receives.

sub share_with ($name, $attack) {
    my $end = time + scaled(30, 2);
    my $load = Clients->start(1, $attack);
    my ($asked, $answered) = (0, 0);

    sleep 1;

    while (time < $end) {
        my $id = 1 + int rand 2000;
        my $r = eval { $t->request('GET', "/api/v1/content_items/$id/", [],
            undef, 4) };

        $asked++;
        $answered++ if $r && $r->status == 200;
        look_at_memory();
        sleep 0.005;
    }

    $load->stop;
    result("single items answered during $name", 100 * $answered / $asked,
        '>= 99', '%');
}

my $read = $peak;

share_with("$_ connections of 128 streams without room", no_window($_))
    for 3, 10, 50;
share_with("$READERS connections that read nothing", not_reading($READERS));

my @pids = $t->worker_pids;

$t->stop;

result('seconds', $SECONDS);
my $sanitized = Sanitized::sanitized();

result('sanitizers', $sanitized ? 'yes' : 'no');
result('libraries published', $seen{publisher}{published}, '>= 1');
result('slow bodies complete', $count{complete}, '>= 1');
result('slow bodies wrong', $count{wrong}, '= 0');
result('slow bodies cut', $count{cut}, '= 0');
result('slow clients that reset', $count{reset}, '>= 1');
result('slow clients with status 503', $count{refused});
result('fast answers right', $seen{fast}{right}, '>= 1');
result('fast answers wrong or lost',
    ($seen{fast}{wrong} // 0) + ($seen{fast}{lost} // 0), '= 0');
result('fast answers with status 503', $seen{fast}{refused} // 0);
result('HTTP/2 streams without room', $seen{no_room}{streams}, '>= 128');
result('HTTP/2 streams reset', $seen{rapid_reset}{resets}, '>= 1000');
result('worker replaced', "@pids" eq $worker ? 0 : 1, '= 0');
result('reports', scalar(my @lines = split /\n/, $t->reports), '= 0');
result('memory of the worker', int($read / 1024),
    $sanitized ? undef : "<= $LIMIT", 'MB');
result('memory of the worker with clients that read nothing',
    int($peak / 1024), $sanitized ? undef : '<= ' . ($LIMIT + $STREAMS), 'MB');
