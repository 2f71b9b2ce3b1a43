#!/usr/bin/perl

# Responses to slow clients use at most 64 MB of memory, those below 16 KiB another
# 64 MB, and one connection 4 MB of each, whatever its number of streams.
# Responses from the cache are still sent.  They stay in the cache, which does not
# grow for them.
# Tests: src/service/contentlib_answer.c, src/cache/contentlib_cache.c

use v5.36;

use lib 't/lib';
use Socket qw(SOL_SOCKET SO_RCVBUF);
use Test::Contentlib;
use Test::Contentlib::Http2;
use Test::Contentlib::Status qw(figures_of);


http2_needed();

# clients of large pages that read slowly

{
    my $t = Test::Contentlib->new(workers => 1, start => 0, http => <<'CONF');
    contentlib_base_url       https://api.example;
    contentlib_query_timeout  60s;

    server {
        listen 127.0.0.1:%%PORT%%;
        contentlib_library %%DIR%%/library.db cache=off;
        %%API%%
        %%STATUS%%
    }

    server {
        listen 127.0.0.1:%%PORT_1%%;
        contentlib_library %%DIR%%/small.db cache=1m;
        %%API%%
    }
CONF

    # a page has 6 MB

    my $words = join ' ', map { "word-$_" } 1 .. 6000;

    $t->library('library',
        [map { image($_, alt_text => "$_ $words", tags => ['x']) } 1 .. 110]);
    $t->write_file('small.db', $t->read_file('library.db'));
    $t->start;

    # begins to read, and stops

    sub slow_reader ($port, $n) {
        my $connection = $t->connection($port);

        $connection->send_request('GET',
            "/api/v1/content_items/?limit=100&offset=$n");
        $connection->fill;

        return $connection;
    }

    sub status_of ($port, $uri, @headers) {
        return $t->request('GET', "/api/v1/$uri", \@headers, undef, $port)
            ->status;
    }

    # responses that are stored before

    my $etag = $t->request('GET', '/api/v1/tags/', [], undef, 1)->header('ETag');
    my $asked = 'content_items/?limit=2';
    my $large = 'content_items/?limit=100&offset=9';
    my $small = 'tags/?limit=5';

    is(status_of(1, $_), 200, $_) for 'tags/', ($asked) x 3;

    for my $port (0, 1) {
        my @readers = map { slow_reader($port, $_) } 1 .. 12;

        my $r = $t->request('GET', "/api/v1/$large", [], undef, $port);

        answer_is($r, 503, '{"detail":"The server is busy."}',
            'no more large answers are made');
        is($r->header('Retry-After'), 1, 'for a while');
        is(status_of($port, 'content_items/9/'), 200, 'a small one is');
        is($t->request('GET', "/api/v1/$small", [], undef, $port)->status, 200,
            'and a page that is small');

        is(status_of(1, $asked), 200, 'what is kept is sent');
        is(status_of($_, 'tags/', 'If-None-Match' => $etag), 304,
            'what is not modified is said to be so') for 0, 1;
        is(status_of($port, 'content_items/999/'), 404, 'and a record that does not exist');

        # clients that continue to read get the complete response

        my $wanted = length $readers[0]->response->body;

        cmp_ok($wanted, '>', 5_500_000, 'a slow reader reads on');

        undef @readers;

        ok($t->poll(sub { status_of($port, $large) == 200 }),
            'made again when the readers have gone');
    }

    ok(scalar $t->wait_for_line('error.log',
        qr/\[warn\].*failed: too many responses are being sent/), 'the log says so');

    for my $library (qw(library.db small.db)) {
        my $figures = figures_of($t, $library);
        my ($busy) = $figures->{refusals}{busy};

        cmp_ok($busy, '>', 0, 'what was refused is counted');
        is($figures->{requests}{content_items}{503}, $busy, 'all of it');
    }
}

# clients that hold the cache: nothing else is stored, so they do not need more
# memory than it may have

{
    my $t = Test::Contentlib->new(workers => 1, start => 0, http => <<'CONF');
    contentlib_library  %%LIBRARY%% cache=4m;
    add_header          X-Cache $contentlib_cache_status always;
    keepalive_requests  1000000;

    server {
        listen 127.0.0.1:%%PORT%%;
        %%API%%
        %%STATUS%%
    }

    server {
        listen 127.0.0.1:%%PORT_1%% sndbuf=8k;
        %%API%%
    }
CONF

    # a page has 0.5 MB, so the cache has room for eight

    my $words = join ' ', map { "word-$_" } 1 .. 6000;
    my $connection;

    sub page ($n) { "/api/v1/content_items/?limit=8&offset=$n" }

    sub cache_status ($n) {
        return $connection->exchange('GET', page($n))->header('X-Cache');
    }

    sub statuses (@pages) { join ' ', map { cache_status($_) } @pages }

    sub held ($n) {
        my $reader = $t->connection(1);

        setsockopt $reader->socket, SOL_SOCKET, SO_RCVBUF, 4096;
        $reader->send_request('GET', page($n));
        $reader->fill;

        return $reader;
    }

    $t->library('library', [map { image($_, alt_text => $words) } 1 .. 40]);
    $t->start;

    $connection = $t->connection;

    is(statuses(1 .. 8, 1 .. 8, 1 .. 8), join(' ', ('MISS') x 16, ('HIT') x 8),
        'eight pages are stored');

    my @readers = map { held($_) } 1 .. 8;

    is(statuses((9) x 3, (10) x 3), join(' ', ('MISS') x 6),
        'other pages are not stored');
    is(statuses(1 .. 8), join(' ', ('HIT') x 8), 'the eight are');
    cmp_ok(figures_of($t)->{cache_bytes}{answer}, '<', 4 * 1024 * 1024,
        'the cache has its size');

    my $wanted = $connection->exchange('GET', page(1))->body;

    is($readers[0]->response->body, $wanted, 'a slow reader gets all of it');
    undef @readers;

    ok($t->poll(sub { statuses((11) x 3) =~ /HIT$/ }), 'other pages are stored again');
    is(figures_of($t)->{cache_entries}{answer}, 8, 'instead of one of the eight');
}

# clients that read nothing, with many streams of HTTP/2

{
    my $t = Test::Contentlib->new(workers => 1, start => 0,
        events => 'worker_connections 2048;', http => <<'CONF');
    contentlib_base_url       https://api.example;
    contentlib_library        %%LIBRARY%% cache=off;
    contentlib_max_page_size  1000;
    contentlib_query_timeout  60s;
    keepalive_requests        1000000;

    server {
        listen 127.0.0.1:%%PORT%% sndbuf=8k;
        listen 127.0.0.1:%%PORT_1%% http2 sndbuf=8k;
        %%API%%
        %%STATUS%%
    }
CONF

    my $ITEMS = 1000;
    my $PATIENCE = $ENV{TEST_PATIENCE} // 60;        # seconds

    $t->library('library', [map { gif($_) } 1 .. $ITEMS]);
    $t->start;

    # the number of 503 responses until now

    sub refused () {
        my $requests = figures_of($t, 'library.db')->{requests};

        return ($requests->{content_items}{503} // 0)
            + ($requests->{content_item}{503} // 0);
    }

    # the number of all responses until now

    sub answered () {
        my $requests = figures_of($t, 'library.db')->{requests};

        return ($requests->{content_items}{200} // 0) + refused();
    }

    # A client that requests 100 items, without a cache: the number of responses.

    sub canary () {
        my $connection = $t->connection;

        return 0 + grep {
            $connection->exchange('GET', '/api/v1/content_items/'
                . (1 + int rand $ITEMS) . '/')->status == 200
        } 1 .. 100;
    }

    is(canary(), 100, 'nobody else');

    # pages of 1.5 MB, of 150 kB, and below 64 kB

    for my $limit (1000, 100, 20) {
        my $before = answered();
        my @connections = map {
            http2_no_room($t, 1, map {
                "/api/v1/content_items/?limit=$limit&offset=$_" } 1 .. 128)
        } 1 .. 3;

        ok($t->poll(sub { answered() >= $before + 3 * 128 },
                $PATIENCE),
            "3 connections, 128 streams, $limit items each");
        is(canary(), 100, 'the others get their answers');
    }

    cmp_ok(refused(), '>', 0, 'these connections have not got all of it');

    # each connection has its own share

    for my $limit (1000, 100) {
        my $before = refused();
        my $greedy = http2_no_room($t, 1, map {
            "/api/v1/content_items/?limit=$limit&offset=$_" } 1 .. 40);

        ok($t->poll(sub { refused() > $before }), 'its share has an end');
        is($t->get("/api/v1/content_items/?limit=$limit")->status, 200,
            'another connection has a share, too');
    }

    # All memory for large responses is in use, and then all for small ones, too:
    # 17 connections with 4 MB each, and 44 with 128 responses of 13 kB.

    sub attackers ($n, $limit) {
        my $before = answered();
        my @connections = map { my $n = $_; http2_no_room($t, 1, map {
            "/api/v1/content_items/?limit=$limit&offset=$_&n=$n" } 1 .. 128)
        } 1 .. $n;

        ok($t->poll(sub { answered() >= $before + $n * 128 },
                $PATIENCE),
            "$n connections, 128 streams, $limit items each");

        return \@connections;
    }

    sub small () { $t->get('/api/v1/content_items/?limit=9')->status }

    my $large = attackers(17, 100);

    is($t->get('/api/v1/content_items/?limit=100')->status, 503,
        'no large response is made');
    is(canary(), 100, 'the others get small ones');

    is(small(), 200, 'also pages of 13 kB');

    my $small = attackers(44, 9);

    is(small(), 503, 'until the memory for small responses is in use');
    is($t->get('/api/v1/content_items/0/')->status, 404,
        'errors need none of it');

    undef $small;
    ok($t->poll(sub { small() == 200 }), 'small responses again');

    undef $large;

    # the memory is free again

    ok($t->poll(sub {
        $t->get('/api/v1/content_items/?limit=1000')->status == 200
    }), 'large pages again');
}
