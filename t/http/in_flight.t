#!/usr/bin/perl

# Responses to slow clients use at most 64 MB of memory.  If it is in use, a worker
# still makes responses below 16 KiB, which have 64 MB of their own, and still
# sends responses from its cache.

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Status qw(figures_of);


my $t = Test::Contentlib->new(workers => 1, start => 0, http => <<'CONF');
    contentlib_base_url  https://api.example;

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
