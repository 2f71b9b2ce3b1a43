#!/usr/bin/perl

# The queue of searches: first come, first served.  At most 64 searches wait, and
# a further one is a 503 at once.  A search that waits or runs until its deadline
# (contentlib_query_timeout) is a 503 then, once, and its connection stays.  An
# equal search finds the matches in the cache when its turn comes.
# Tests: src/http/ngx_http_contentlib_wait.c, src/library/contentlib_matches.c

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Searches;
use Test::Contentlib::Status;
use Time::HiRes qw(sleep time);


needs_threads();

# those that wait

{
    my $t = search_server(more => <<'CONF');
        location /patient/ {
            alias         %%DIR%%/;
            ssi           on;
            send_timeout  5ms;
        }
CONF

    # the order

    my @slow = start_searches($t, 30);

    counts_ok('one in the middle', 0, $slow[14]);
    is(scalar(grep { $_->readable } @slow[0 .. 13]), 14,
        'all before it are answered');
    cmp_ok(scalar(grep { $_->readable } @slow[15 .. 29]), '<', 10,
        'most behind it are not');
    counts_ok('all others', 0, @slow[0 .. 13, 15 .. 29]);

    # the deadline of one that waits

    @slow = start_searches($t, 60);

    my $hasty = $t->connection;
    my $began = time;

    is($hasty->exchange('GET', slow_uri('/hasty/'))->status, 503, 'too long');
    cmp_ok(time - $began, '>=', 0.02, 'after its time');
    cmp_ok(scalar(grep { !$_->readable } @slow), '>', 10, 'before the others');
    counts_ok('the others', 0, @slow);

    # a page with parts that wait for searches longer than send_timeout, which nginx
    # counts from the time at which it could have sent something

    $t->write_file('page.html', join '|', map {
        '<!--# include virtual="' . slow_uri() . '" -->' } 1 .. 3);

    my $part = $t->get(slow_uri())->body;

    for (1 .. 3) {
        @slow = start_searches($t, 10);

        is($t->get('/patient/page.html')->body, join('|', ($part) x 3),
            'a page that waits');
        counts_ok('other searches', 0, @slow);
    }

    # a response while other searches wait is a 503

    my $busy = figures_of($t)->{refusals}{busy};

    @slow = start_searches($t, 90);

    my @now = grep { $_->readable } @slow;
    my @waiting = grep { !$_->readable } @slow;

    cmp_ok(scalar @waiting, '>', 40, 'searches wait');
    cmp_ok(scalar @waiting, '<=', 65, 'but not too many');

    my @refused = grep { $_->status != 200 } map { $_->response } @now;

    cmp_ok(scalar @refused, '>', 0, 'some are refused');

    for my $r (@refused) {
        is($r->status, 503, 'refused');
        like($r->header('Retry-After'), qr/^[1-9]\d*$/, 'Retry-After');
    }

    is(figures_of($t)->{refusals}{busy} - $busy, @refused, 'and counted');
    counts_ok('those that wait are answered', 0, @waiting);
    like($t->error_log, qr/failed: too many searches are waiting/, 'and logged');

    # Equal searches while another one runs: 20 pages of one list, whose matches are
    # cached, and 20 equal suggestions, whose response is cached when it is made for
    # the second time, while the third search runs.

    $t = search_server(cache => '32m');

    sub equal_searches ($name, $most, @uris) {
        my $before = searches_of($t);
        my @first = start_searches($t, 1);
        my @equal = map { $t->connection } @uris;

        $equal[$_]->send_request('GET', $uris[$_]) for keys @equal;
        undef $equal[0];
        shift @equal;

        counts_ok("$name: the one before", 0, @first);
        is(scalar(grep { $_->response->status == 200 } @equal), @equal,
            "$name: all are answered");
        cmp_ok(searches_of($t) - $before, '<=', $most, "$name: few searches");
    }

    my $uri = slow_uri();

    equal_searches('pages', 2, map { "$uri&offset=$_" } 1 .. 20);
    equal_searches('suggestions', 4,
        ('/api/v1/search/?text=' . absent('qz')) x 20);

    # a client that leaves while its search runs: the matches are cached

    my %status;

    for (1 .. 5) {
        my ($leaves, $stays) = map { $t->connection } 1 .. 2;
        my $before = searches_of($t);

        $uri = slow_uri();
        $leaves->send_request('GET', $uri);
        $t->get('/api/v1/tags/t1/');
        close $leaves->socket;
        $stays->send_request('GET', "$uri&offset=1");
        $status{$stays->response->status . ', '
            . (searches_of($t) - $before)}++;
    }

    is_deeply(\%status, { '200, 1' => 5 }, 'one search for both');
}

# one that runs

{
    # In seconds.

    my $LONG = $ENV{TEST_SANITIZE} ? 20 : 1;

    # a search that compares all names

    my $filler = 'filler ' x 20;
    my @tags = map { tag("$filler$_", "t$_") } 1 .. 60_000;

    my $t = Test::Contentlib->new(server => <<'CONF',
        contentlib_library %%LIBRARY%%;

        location /api/v1/ {
            contentlib;
            contentlib_query_timeout 1ms;
        }

        location /patient/ {
            contentlib;
            contentlib_root           /patient/;
            contentlib_query_timeout  60s;
        }

        %%STATUS%%
CONF
        records => [@tags]);

    my $slow = 'tags/?name=' . absent('qz');

    for my $n (1 .. 5) {
        my $before = time;
        my $r = $t->get("/api/v1/$slow");

        is($r->status, 503, "over its time, $n");
        cmp_ok(time - $before, '<', $LONG, 'and not for long');

        answer_is($t->get('/api/v1/tags/t7/'), 200, tag_json($tags[6]),
            'a quick one');
    }

    is($t->head("/api/v1/$slow")->status, 503, 'HEAD');

    is($t->get("/patient/$slow")->json->{count}, 0, 'with more time');
    is($t->get('/patient/tags/?name=6000')->json->{count}, 7, 'and a match');
    like($t->error_log, qr/\[warn\]/, 'a warning');

    my $figures = figures_of($t);

    is($figures->{refusals}{timeout}, 6, 'all of them were counted');
    is($figures->{requests}{tags}{503}, 6, 'as what they were');
}

# one of a page with parts

{
    my $ROUNDS = 150;
    my @TIMEOUTS = (4, 6, 8, 10, 12, 14, 16, 20, 24, 30);

    my $locations = join "\n", map { <<"CONF" } @TIMEOUTS;
        location /t$_/ {
            contentlib;
            contentlib_root           /t$_/;
            contentlib_query_timeout  ${_}ms;
        }
CONF

    my $t = Test::Contentlib->new(workers => 1, records => [
        (map { gif($_) } 1 .. 1000), search_tags()], server => <<"CONF");
        contentlib_library        %%LIBRARY%% cache=off;
        contentlib_max_page_size  1000;
        contentlib_query_timeout  30s;
        contentlib_gzip           on;

        %%API%%

$locations
        location /page {
            ssi       on;
            ssi_types *;
            root      %%DIR%%;
        }
CONF

    mkdir $t->path('page');

    srand 1;

    my %seen;

    for my $round (1 .. $ROUNDS) {
        my $timeout = $TIMEOUTS[rand @TIMEOUTS];
        my $letter = ('a' .. 'z')[rand 26];
        my $search = $round % 2 ? slow_uri("/t$timeout/")
            : "/t$timeout/search/?text=" . absent($letter . ('a' .. 'z')[rand 26]);

        $t->write_file('page/index.html', qq(A<!--# include virtual="$search" -->)
            . 'B<!--# include virtual="/api/v1/tags/?limit=1&name='
            . absent("z$letter") . '" -->'
            . 'C');

        my ($page, @others) = map { $t->connection } 1 .. 3;

        $_->exchange('GET', '/api/v1/tags/t1/') for $page, @others;
        $page->send_request('GET', '/page/index.html');
        sleep 0.001 * rand 12;
        $_->send_request('GET', "/api/v1/content_items/?limit=1000&n=$round",
            ['Accept-Encoding' => 'gzip']) for @others;

        my $r = eval { $page->response };

        $seen{!$r ? 'closed' : $r->body =~ /\AA.*B.*C\Z/s ? 'whole' : 'cut'}++;
        $_->response for @others;
    }

    is_deeply(\%seen, { whole => $ROUNDS }, 'whole responses');
}
