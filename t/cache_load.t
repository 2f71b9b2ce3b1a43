#!/usr/bin/perl

# A small cache under load: several connections at the same time, some of them
# slow, some closed early, compressed and not compressed.  Every body is the
# same as without a cache.

use v5.36;

use lib 't/lib';
use Time::HiRes qw(time);
use Test::Contentlib;
use Test::Contentlib::Requests;


my $SECONDS = $ENV{TEST_VALGRIND} ? 20 : 2;
my $CONNECTIONS = 12;

my $t = Test::Contentlib->new(workers => 1, start => 0, server => '');

$t->library('off', [request_records(200)]);
$t->write_file('small.db', $t->read_file('off.db'));

# small socket buffers, so that responses wait in the worker

$t->config(http => <<'CONF');
    log_format  api '$server_port $contentlib_cache_status $sent_http_etag';
    access_log  %%DIR%%/api.log api;

    keepalive_requests   1000000;
    contentlib_base_url  https://api.example;
    contentlib_gzip      on;
    send_timeout         60s;

    server {
        listen 127.0.0.1:%%PORT%%;
        contentlib_library %%DIR%%/off.db cache=off;
        %%API%%
    }

    server {
        listen 127.0.0.1:%%PORT_1%% sndbuf=32k;
        contentlib_library %%DIR%%/small.db cache=256k;
        %%API%%
    }
CONF
$t->start;

# most of the requests ask for a few responses

my (%known, @uris);

while (@uris < 150) {
    my $uri = any_uri();

    push @uris, $uri unless $known{$uri}++;
}

push @uris, map { "/api/v1/content_items/?limit=100&offset=$_" } 0 .. 9;

my $model = $t->connection;
my %wanted = map { my $r = $model->exchange('GET', $_);
    $_ => join "\n", $r->status, $r->body } @uris;

sub some_uri () { $uris[rand(rand() < 0.8 ? 8 : @uris)] }

my (%count, @faults);

# Some clients send several requests at once; some clients read slowly.

sub ask ($client) {
    $client->{slow} = rand() < 0.3;
    $client->{asked} = [];

    for (1 .. (rand() < 0.2 ? 4 : 1)) {
        my $uri = some_uri();

        push @{$client->{asked}}, $uri;
        $client->{connection}->send_request('GET', $uri,
            rand() < 0.5 ? ['Accept-Encoding' => 'gzip'] : []);
    }

    return $client;
}

sub begin () { ask({ connection => $t->connection(1) }) }

sub finish ($client) {
    for my $uri (@{$client->{asked}}) {
        my $r = $client->{connection}->response;
        my $coding = $r->header('Content-Encoding') // 'none';
        my $got = join "\n", $r->status, $r->plain;

        push @faults, "$uri ($coding)" if $got ne $wanted{$uri};
        $count{$coding}++;
    }

    return ask($client);
}

sub go_on ($client) {
    my $connection = $client->{connection};

    if ($client->{slow}) {
        $client->{slow} = rand() < 0.9;
        $connection->fill if $connection->readable;
        return $client;
    }

    return finish($client) if rand() < 0.95;

    # closes the connection in the middle of a response

    $count{'given up'}++;
    close $connection->socket;

    return begin();
}

my $seed = srand;
my $end = time + $SECONDS;
my @clients = map { begin() } 1 .. $CONNECTIONS;

while (time < $end) {
    my $n = int rand @clients;

    $clients[$n] = go_on($clients[$n]);
}

# the other clients get their responses

finish($_) for @clients;
undef @clients;

is(join("\n", @faults), '', 'every body is what it is without a cache');
cmp_ok($count{$_} // 0, '>', $ENV{TEST_VALGRIND} ? 20 : 50, "many: $_")
    for 'gzip', 'none';
cmp_ok($count{'given up'}, '>', 0, 'some were given up');

# the cache was used, and is too small for all responses

my %seen;

$t->stop;

for (split /\n/, $t->read_file('api.log')) {
    my ($port, $status, $etag) = split ' ';

    $seen{"$port $status"}++;
    $seen{"$port weak"}++ if $etag =~ m{^W/};
}

my $port = $t->port(1);

cmp_ok($seen{"$port $_"} // 0, '>', 10, "$_: often") for qw(HIT MISS weak);
is($seen{$t->port . ' HIT'}, undef, 'none without a cache');

diag("order: $seed") if @faults;
