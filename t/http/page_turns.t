#!/usr/bin/perl

# Many clients request large pages at the same time.  All pages are sent, and a
# single record, a 304 and a page from the cache do not wait for them.  A page
# that waits longer than the timeout is a 503.  A page that is stored while
# others wait for it is not made again.

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Status;


my $CLIENTS = 150;
my $ITEMS = 1000;

# less than the time of all pages

my $HASTY = $ENV{TEST_SANITIZE} ? '200ms' : '20ms';

my $t = Test::Contentlib->new(workers => 1, records => [map { gif($_) }
    1 .. $ITEMS], server => <<'CONF' =~ s/HASTY/$HASTY/r);
        contentlib_library        %%LIBRARY%%;
        contentlib_max_page_size  1000;
        contentlib_query_timeout  60s;
        keepalive_requests        1000000;

        %%API%%
        %%STATUS%%

        location /hasty/ {
            contentlib;
            contentlib_root           /hasty/;
            contentlib_query_timeout  HASTY;
        }
CONF

my $LIST = '/api/v1/content_items/';

my $n = 0;

sub page ($root = '/api/v1/') { "${root}content_items/?limit=1000&n=" . $n++ }

my ($worker) = $t->worker_pids;

# Requests many pages, and then something else, whose response comes before most
# of the pages.  The worker gets all requests at the same time.

sub before ($name, $uri, %arg) {
    my @clients = map { $t->connection } 1 .. $CLIENTS;
    my $other = $t->connection;

    $t->get("${LIST}1/");
    kill 'STOP', $worker;
    $_->send_request('GET', page()) for @clients;
    $other->send_request('GET', $uri, $arg{headers} // []);
    kill 'CONT', $worker;

    is($other->response->status, $arg{status} // 200, "$name: status");
    cmp_ok(scalar(grep { $_->readable } @clients), '<', $CLIENTS / 2,
        "$name: before the pages");

    my %count;

    $count{$_->response->json->{count} // 'none'}++ for @clients;
    is_deeply(\%count, { $ITEMS => $CLIENTS }, "$name: all pages");
}

before('an item', "${LIST}7/");
before('a tag', '/api/v1/tags/'
    . $t->get("${LIST}7/")->json->{tags}[0]{slug} . '/');
before('a 304', "$LIST?limit=3", status => 304,
    headers => ['If-None-Match' => $t->get("$LIST?limit=3")->header('ETag')]);

my $cached = "$LIST?limit=2";

$t->get($cached) for 1 .. 4;
before('a page from the cache', $cached);

# the same page for all

sub read_items () { figures_of($t)->{rendered}{item} }

my $read = read_items();
my @equal = map { $t->connection } 1 .. $CLIENTS;

$t->get("${LIST}1/");
kill 'STOP', $worker;
$_->send_request('GET', "$LIST?limit=900") for @equal;
kill 'CONT', $worker;

is(scalar(grep { $_->response->status == 200 } @equal), $CLIENTS,
    'equal pages');
cmp_ok(read_items() - $read, '<=', 2 * 900 + 1, 'are made twice at most');

# clients that wait and leave, and those whose time is over

my @clients = map { $t->connection } 1 .. $CLIENTS;
my @leaving = map { $t->connection } 1 .. 20;
my @patient = map { $t->connection } 1 .. 20;
my %status;

$t->get("${LIST}1/");
kill 'STOP', $worker;
$_->send_request('GET', page('/hasty/')) for @clients;
$_->send_request('GET', page()) for @leaving, @patient;
undef @leaving;
kill 'CONT', $worker;

$status{$_->response->status}++ for @clients;
is(join(' ', sort keys %status), '200 503', 'pages that wait too long');
is(scalar(grep { $_->response->status == 200 } @patient), 20,
    'the others are sent');
ok($t->poll(sub {
    (figures_of($t)->{requests}{content_items}{499} // 0) > 0
}), 'clients have left');
is($t->get(page())->status, 200, 'the next page');
