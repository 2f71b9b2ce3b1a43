#!/usr/bin/perl

# A request with a body that does not come, for a response above 1 MiB or one
# that waits for searches, over TLS: the client ends the encryption, or sends
# bytes that are no records.  The request is released once.
# Suite: long
# Tests: src/http/ngx_http_contentlib_wait.c,
#     src/http/ngx_http_contentlib_handler.c

use v5.36;

use lib 't/lib';
use IO::Socket::SSL;
use POSIX ();
use Socket qw(IPPROTO_TCP TCP_NODELAY);
use Test::Contentlib;
use Test::Contentlib::Searches;


my $t = Test::Contentlib->new(start => 0, workers => 1, server => <<'CONF');
        listen              127.0.0.1:%%PORT_1%% ssl;
        ssl_certificate     %%DIR%%/api.crt;
        ssl_certificate_key %%DIR%%/api.key;
        contentlib_library  %%DIR%%/tags.db cache=off;
        contentlib_query_timeout 60s;
        error_page          404 /large/content_items/;

        %%API%%

        location /large/ {
            contentlib;
            contentlib_root     /large/;
            contentlib_library  %%LIBRARY%%;
        }

        location = /mirror.html {
            mirror               /search;
            mirror_request_body  off;
            root                 %%DIR%%;
        }

        location = /page.html {
            ssi   on;
            root  %%DIR%%;
        }

        location = /part.txt {
            root  %%DIR%%;
        }

        location = /lost {
            return  404;
        }

        location = /search {
            internal;
            rewrite  ^  /api/v1/tags/?name=nothing;
        }
CONF

Test::Contentlib::run(sub { exec qw(openssl req -x509 -newkey ec -nodes -days 1
    -pkeyopt ec_paramgen_curve:prime256v1 -subj /CN=api.example.com -keyout),
    $t->path('api.key'), '-out', $t->path('api.crt') });

$t->library('tags', [search_tags()]);
$t->library('library', [map { image($_, alt_text => 'x' x 60_000) } 1 .. 18]);
$t->write_file('mirror.html', 'a page');

# the client gets the first part while the second one waits

$t->write_file('part.txt', 'a part' x 4_000_000);
$t->write_file('page.html', join '', map { qq(<!--# include virtual="$_" -->) }
    qw(/part.txt /search /lost));
$t->start;

# errors of TLS that nginx does not know

$t->expect_log(qr/SSL_(?:read|write)\(\) failed/);

my $uri = '/large/content_items/';
my ($worker) = $t->worker_pids;

$t->get($uri) for 1 .. 3;

sub client () {
    my $socket = $t->connection(1)->socket;

    setsockopt $socket, IPPROTO_TCP, TCP_NODELAY, pack 'i', 1;

    return IO::Socket::SSL->start_SSL($socket, SSL_verify_mode => 0)
        // die $SSL_ERROR;
}

sub pause ($seconds) { select undef, undef, undef, $seconds }

# the worker has pages to send, or searches, so the clients wait for their turns

sub busy ($searches) {
    return start_searches($t, 20) if $searches;

    my @others = map { $t->connection } 1 .. 30;

    $_->send_request('GET', $uri) for @others;

    return @others;
}

my @ways = ([$uri, 0], ['/missing', 0], [$uri, 1], ['/missing', 1]);

push @ways, map { (["/$_.html", 0], ["/$_.html", 1]) } 'mirror', 'page'
    if with_threads();

for (@ways) {
    my ($to, $closed) = @$_;
    my $name = $to . ($closed ? ', closed' : ', no records');
    my $searches = $to =~ /html/;
    my @clients = map { client() } 1 .. 20;
    my @others = $closed && !$searches ? () : busy($searches);

    syswrite $_, "GET $to HTTP/1.1\r\nHost: localhost\r\n"
        . "Content-Length: 100\r\n\r\n" for @clients;
    pause($closed && !$searches ? 0.002 : 0.02);

    if ($closed) {
        Net::SSLeay::shutdown($_->_get_ssl_object) for @clients;
    }

    for (1 .. 30) {
        POSIX::write(fileno $_, 'xxxxxxxxxx', 10) for @clients;
        pause(0.002);
    }

    is(scalar(grep { $_->response->status == 200 } @others), scalar @others,
        "$name: the others");
    POSIX::close(fileno $_) for @clients;
    pause(0.2);
    is(($t->worker_pids)[0], $worker, "$name: the worker is the same");
}
