#!/usr/bin/perl

# Requests that wait for a search, and pages, in all kinds of requests of nginx:
# parts of pages, auth_request, mirror, error pages, internal redirects, requests
# in one piece.  Their responses are complete, and clients that leave at any
# moment do no harm.  A worker that shuts down waits for them.
# Tests: src/http/ngx_http_contentlib_wait.c,
#     src/http/ngx_http_contentlib_handler.c

use v5.36;

use lib 't/lib';
use Socket qw(SOL_SOCKET SO_LINGER);
use Test::Contentlib;
use Test::Contentlib::Failing;
use Test::Contentlib::Http2;
use Test::Contentlib::Requests;
use Test::Contentlib::Searches;


http2_needed();

my ($built) = Test::Contentlib::nginx('-V');

plan(skip_all => 'no auth_request in nginx')
    unless $built =~ /--with-http_auth_request_module/;

my $failing = Test::Contentlib::Failing->usable
    ? Test::Contentlib::Failing->new : undef;
my $LIST = '/api/v1/content_items/';
my $SEARCH = '/api/v1/tags/?name=a';

sub parts (@uris) {
    return join '|', map { qq(<!--# include virtual="$_" -->) } @uris;
}

# more parts than nginx can count if all of them wait

my @pages = map { "$LIST?limit=2&offset=" . $_ % 38 } 1 .. 300;
my @searches = map { "$SEARCH&limit=$_" } 1 .. 100;

my $t = Test::Contentlib->new(workers => 1, records => [corpus(40)],
    main => 'worker_shutdown_timeout 2s;', files => {
        'pages.html' => parts(@pages),
        'searches.html' => parts(@searches),
        'both.html' => parts($SEARCH, $LIST, $SEARCH, '/auth', $LIST),
        'plain.txt' => 'plain',
    }, server => <<'CONF');
        listen                    127.0.0.1:%%PORT_1%% http2;
        contentlib_library        %%LIBRARY%% cache=off;
        contentlib_query_timeout  60s;
        keepalive_requests        1000000;

        %%API%%

        location ~ \.html$ {
            ssi   on;
            root  %%DIR%%;
        }

        location = /auth {
            auth_request  /search;
            alias         %%DIR%%/plain.txt;
        }

        location = /mirror {
            mirror  /search;
            mirror  /page;
            alias   %%DIR%%/plain.txt;
        }

        location = /forbidden {
            error_page  403 = /api/v1/tags/?name=a;
            return      403;
        }

        location = /missing {
            error_page  404  @missing;
            root        %%DIR%%;
        }

        location @missing {
            rewrite  ^  /api/v1/content_items/?limit=7  last;
        }

        location = /first {
            try_files  /none  /api/v1/tags/?name=a;
        }

        location = /after {
            post_action  /search;
            alias        %%DIR%%/plain.txt;
        }

        location = /connections {
            stub_status;
        }

        location /acts/ {
            contentlib;
            contentlib_root  /acts/;
            post_action      /search;
        }

        location = /search {
            internal;
            rewrite  ^  /api/v1/tags/?name=a;
        }

        location = /page {
            internal;
            rewrite  ^  /api/v1/content_items/?limit=9;
        }
CONF

my ($worker) = $t->worker_pids;
my %body = map { $_ => $t->get($_)->body } $SEARCH, $LIST, @pages, @searches;

# each kind

ok($t->get('/pages.html')->body eq join('|', @body{@pages}),
    'many parts that are pages');

my %seen;

for my $part (split /\|/, $t->get('/searches.html')->body) {
    $seen{$part eq '{"detail":"The server is busy."}' ? 'busy'
        : (grep { $part eq $body{$_} } @searches) ? 'right' : 'wrong'}++;
}

is_deeply(\%seen, with_threads() ? { right => 65, busy => 35 }
    : { right => 100 }, 'many parts that are searches');

my %expected = (
    '/both.html' => join('|', @body{$SEARCH, $LIST, $SEARCH}, 'plain',
        $body{$LIST}),
    '/auth' => 'plain',
    '/mirror' => 'plain',
    '/forbidden' => $body{$SEARCH},
    '/missing' => $t->get("$LIST?limit=7")->body,
    '/first' => $body{$SEARCH},
    '/after' => 'plain',
    '/acts/tags/?name=tag+7' => $t->get('/acts/tags/?name=tag+7')->body,
    $SEARCH => $body{$SEARCH},
);

my @uris = sort keys %expected;

is($t->get($_)->body, $expected{$_}, $_) for @uris;
is($t->head($_)->header('Content-Length') // '',
    $t->get($_)->header('Content-Length') // '', "HEAD $_") for @uris;

# in one piece

my $connection = $t->connection;

$connection->write(join '', map { "GET $_ HTTP/1.1\r\nHost: localhost\r\n\r\n"
    } @uris, @uris);
is($connection->response->body, $expected{$_}, "$_, in one piece")
    for @uris, @uris;

# clients that leave

for (1 .. 300) {
    my $client = $t->connection;

    setsockopt $client->socket, SOL_SOCKET, SO_LINGER, pack 'ii', 1, 0
        if any(0, 1);
    $client->write(join '', map {
        "GET $_ HTTP/1.1\r\nHost: localhost\r\n\r\n"
    } map { any(@uris, '/pages.html', '/searches.html') } 1 .. any(1, 1, 3));
    select undef, undef, undef, any(0, 0.0002, 0.001, 0.003);
    shutdown $client->socket, 1 if any(0, 0, 1);
    select undef, undef, undef, any(0, 0, 0.001);
    close $client->socket;
}

# streams of HTTP/2 that are reset, and connections that are closed

for (1 .. 100) {
    my $client = $t->connection(1);
    my @streams = map { 2 * $_ + 1 } 0 .. 9;

    $client->write(http2_start(any(0, 2 ** 20), 2 ** 30) . join '', map {
        http2_get($_, any(@uris, '/pages.html', '/searches.html'))
    } @streams);
    select undef, undef, undef, any(0, 0.0002, 0.001, 0.003);
    $client->write(join '', map {
        http2_frame(3, 0, $_, pack 'N', 8)
    } grep { any(0, 1, 1) } @streams);
    select undef, undef, undef, any(0, 0.001);
    close $client->socket;
}

# nginx closes the connections of these clients when their searches have ended

undef $connection;

ok($t->poll(sub { $t->get('/connections')->body =~ /^Active connections: 1 /m }),
    'the connections end');

is($t->get($_)->body, $expected{$_}, "$_, afterwards") for @uris;
is(($t->worker_pids)[0], $worker, 'the worker is the same');

# A worker that shuts down: nginx closes the connections after the time of
# worker_shutdown_timeout, while a search runs and others wait.

if ($failing && with_threads()) {
    $failing->arm(pid => $worker, kinds => 'read', delay => 300_000,
        first => Test::Contentlib::Failing::EVER);

    my @clients = map { $t->connection } @uris;

    $clients[$_]->send_request('GET', $_ ? $uris[$_] : $SEARCH)
        for 0 .. $#uris;
    select undef, undef, undef, 0.1;
    kill 'HUP', $t->pid;

    ok($t->poll(sub {
        my @pids = $t->worker_pids;

        return @pids == 1 && $pids[0] != $worker;
    }), 'the old worker ends');

    for my $client (@clients) {
        my $r = $client->response;

        like($r->status, qr/^(?:200|404)$/, 'an answer, or none') if $r;
    }

    is($t->get($_)->body, $expected{$_}, "$_, from the next worker") for @uris;
    ($worker) = $t->worker_pids;
}
