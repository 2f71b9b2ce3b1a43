#!/usr/bin/perl

# Clients that leave while their searches wait: these searches are not started,
# and make room for others.
# They close or reset the connection, or a half of it, or a stream of HTTP/2, with
# and without TLS, also if more bytes came behind the request.  A search that
# runs when its client leaves goes on to its end, and a client that has closed
# only its half of the connection gets the response.
# Tests: src/http/ngx_http_contentlib_wait.c

use v5.36;

use lib 't/lib';
use Socket qw(SOL_SOCKET SO_LINGER);
use Test::Contentlib;
use Test::Contentlib::Failing;
use Test::Contentlib::Http2;
use Test::Contentlib::Searches;
use Test::Contentlib::Status;


needs_threads();
http2_needed();

plan(skip_all => 'needs a shared object loaded before others')
    unless Test::Contentlib::Failing->usable;

my ($said, $status) = Test::Contentlib::run(sub { exec 'openssl', 'version' });

plan(skip_all => 'no openssl') if $status;

my $failing = Test::Contentlib::Failing->new;
my $dir = File::Temp->newdir;

($said, $status) = Test::Contentlib::run(sub { exec 'openssl', 'req', '-x509',
    '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost', '-keyout',
    "$dir/key.pem", '-out', "$dir/certificate.pem" });
is($status, 0, 'a certificate') or diag $said;

my $t = search_server(more => <<"CONF");
        listen               127.0.0.1:%%PORT_1%% http2;
        listen               127.0.0.1:%%PORT_2%% ssl;
        ssl_certificate      $dir/certificate.pem;
        ssl_certificate_key  $dir/key.pem;
CONF

my ($worker) = $t->worker_pids;

# the statuses of requests for tags that are no single tag, and searches

sub counted () {
    my $figures = figures_of($t);

    return { %{$figures->{requests}{tags}}, searches => $figures->{searches} };
}

# Reads take so many microseconds.

sub reads_take ($delay) {
    $failing->arm(pid => $worker, kinds => 'read', delay => $delay,
        first => Test::Contentlib::Failing::EVER);
}

sub bytes ($uri = slow_uri()) {
    return "GET $uri HTTP/1.1\r\nHost: localhost\r\n\r\n";
}

# Reads are slow until all clients have left, so the first search runs as long
# as that.

sub leaving_ok ($name, $n, $code, $others = 0) {
    my $first = $t->connection;

    $t->poll(sub { $t->get('/api/v1/tags/t1/')->status == 200 });

    my $before = counted();

    reads_take(30_000);
    $first->write(bytes());
    $t->get('/api/v1/tags/t1/');
    $code->();

    my $during = counted();

    reads_take(0);
    counts_ok("$name: the search before", 0, $first);
    ok($t->poll(sub {
        (counted()->{499} // 0) - ($before->{499} // 0) >= $n
    }), "$name: all have left");

    my $after = counted();

    is($during->{searches} - $before->{searches}, 0, "$name: one runs");
    cmp_ok($after->{searches} - $before->{searches}, '<=', 1 + $others,
        "$name: none of theirs is started");
    is($after->{499} - ($before->{499} // 0), $n, "$name: status 499");
}

for my $kind ('close', 'reset', 'a half', 'with a body', 'with a request') {
    leaving_ok($kind, 10, sub () {
        my @clients = map { $t->connection } 1 .. 10;

        for my $client (@clients) {
            my $socket = $client->socket;

            setsockopt $socket, SOL_SOCKET, SO_LINGER, pack 'ii', 1, 0
                if $kind eq 'reset';
            $client->write($kind eq 'with a body'
                ? bytes() =~ s/\r\n$/Content-Length: 9\r\n\r\nsome/r
                : bytes());
            $client->write(bytes()) if $kind eq 'with a request';
        }

        $t->get('/api/v1/tags/t1/');
        shutdown $_->socket, $kind eq 'a half' ? 1 : 2 for @clients;
        close $_->socket for $kind eq 'a half' ? () : @clients;
        $t->get('/api/v1/tags/t1/');
    });
}

leaving_ok('TLS', 3, sub () {
    my @clients = map {
        open my $client, '|-', "exec openssl s_client -connect 127.0.0.1:"
            . $t->port(2) . " > $dir/client 2>&1" or die "openssl: $!";
        $client->autoflush;
        $client;
    } 1 .. 3;

    print $_ bytes() for @clients;
    select undef, undef, undef, 1;

    # "Q" sends an alert of TLS, and then the end

    print $_ "Q\n" for @clients;
    close $_ for @clients;
});

for my $kind ('streams', 'the connection') {
    leaving_ok("HTTP/2, $kind", 10, sub () {
        my $client = $t->connection(1);
        my @streams = map { 2 * $_ + 1 } 0 .. 9;

        $client->write(http2_start(2 ** 20, 2 ** 30)
            . join '', map { http2_get($_, slow_uri()) } @streams);
        $t->get('/api/v1/tags/t1/');

        if ($kind eq 'streams') {
            $client->write(join '', map {
                http2_frame(3, 0, $_, pack 'N', 8)
            } @streams);

        } else {
            close $client->socket;
        }

        $t->get('/api/v1/tags/t1/') for 1, 2;
        $t->{kept} = $client;
    });
}

# as many as may wait, and one more

leaving_ok('all that wait', 64, sub () {
    my @clients = map { $t->connection } 1 .. 64;

    $_->write(bytes()) for @clients;
    $t->get('/api/v1/tags/t1/');
    is($t->get(slow_uri())->status, 503, 'all that wait: one more is refused');
    close $_->socket for @clients;
    select undef, undef, undef, 0.01;
    $t->get('/api/v1/tags/t1/');
    $t->{kept} = $t->connection;
    $t->{kept}->write(bytes());
    $t->get('/api/v1/tags/t1/');
    ok(!$t->{kept}->readable, 'when they have left, it is not');
}, 1);
counts_ok('and is answered', 0, $t->{kept});

# one that runs

my $before = counted();
my $client = $t->connection;

reads_take(10_000);
$client->write(bytes());
$t->get('/api/v1/tags/t1/');
shutdown $client->socket, 1;
$t->get('/api/v1/tags/t1/');
reads_take(0);

counts_ok('a search that runs goes on', 0, $client);
is(counted()->{searches} - $before->{searches}, 1, 'and is counted');
is(($t->worker_pids)[0], $worker, 'the worker is the same');
