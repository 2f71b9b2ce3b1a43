#!/usr/bin/perl

# A request with a body that does not come, for a response above 1 MiB, over
# TLS: the client ends the encryption, or sends bytes that are no records.  The
# request is released once.

use v5.36;

use lib 't/lib';
use IO::Socket::SSL;
use POSIX ();
use Socket qw(IPPROTO_TCP TCP_NODELAY);
use Test::Contentlib;


my $t = Test::Contentlib->new(start => 0, workers => 1, server => <<'CONF');
        listen              127.0.0.1:%%PORT_1%% ssl;
        ssl_certificate     %%DIR%%/api.crt;
        ssl_certificate_key %%DIR%%/api.key;
        contentlib_library  %%LIBRARY%%;
        error_page          404 /api/v1/content_items/;

        %%API%%
CONF

Test::Contentlib::run(sub { exec qw(openssl req -x509 -newkey ec -nodes -days 1
    -pkeyopt ec_paramgen_curve:prime256v1 -subj /CN=api.example.com -keyout),
    $t->path('api.key'), '-out', $t->path('api.crt') });

$t->library('library', [map { image($_, alt_text => 'x' x 60_000) } 1 .. 18]);
$t->start;

# OpenSSL 3.5 has an error that nginx does not know

$t->expect_log(qr/SSL_read\(\) failed/);

my $uri = '/api/v1/content_items/';
my ($worker) = $t->worker_pids;

$t->get($uri) for 1 .. 3;

sub client () {
    my $socket = $t->connection(1)->socket;

    setsockopt $socket, IPPROTO_TCP, TCP_NODELAY, pack 'i', 1;

    return IO::Socket::SSL->start_SSL($socket, SSL_verify_mode => 0)
        // die $SSL_ERROR;
}

sub pause ($seconds) { select undef, undef, undef, $seconds }

for my $way ('a page', 'an error page', 'closed', 'closed, an error page') {
    my $to = $way =~ /error/ ? '/missing' : $uri;
    my @clients = map { client() } 1 .. 20;
    my $closed = $way =~ /closed/;
    my @others = map { $t->connection } $closed ? () : 1 .. 30;

    # the worker has pages to send, so the clients wait for their turns

    $_->send_request('GET', $uri) for @others;
    syswrite $_, "GET $to HTTP/1.1\r\nHost: localhost\r\n"
        . "Content-Length: 100\r\n\r\n" for @clients;
    pause($closed ? 0.002 : 0.02);

    if ($closed) {
        Net::SSLeay::shutdown($_->_get_ssl_object) for @clients;
    }

    for (1 .. 30) {
        POSIX::write(fileno $_, 'xxxxxxxxxx', 10) for @clients;
        pause(0.002);
    }

    is(scalar(grep { $_->response->status == 200 } @others), scalar @others,
        "$way: the others");
    POSIX::close(fileno $_) for @clients;
    pause(0.2);
    is(($t->worker_pids)[0], $worker, "$way: the worker is the same");
}
