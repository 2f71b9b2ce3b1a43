#!/usr/bin/perl

# HTTP/2: the same responses in many streams at the same time.  recipe_tls.t has
# headers and compressed responses.
# Tests: src/http/ngx_http_contentlib_handler.c

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Http2;


http2_needed();

my @items = corpus(65);
my $t = Test::Contentlib->new(records => \@items, http => <<'CONF');
    server {
        listen 127.0.0.1:%%PORT%%;
        listen 127.0.0.1:%%PORT_1%% http2;

        contentlib_library %%LIBRARY%%;
        contentlib_gzip    on;

        %%API%%
    }
CONF

# every kind of answer, all at once, one body per stream

my @paths = map { "/api/v1/$_" } '', 'content_items/',
    'content_items/?limit=65', 'content_items/7/', 'content_items/99/',
    'tags/', 'collections/', 'search/', 'search/?text=tag', 'none/',
    'tags/?format=xml', 'tags/?name=every', 'content_items/?text=number+1';
my @answers = streams(map { ['GET', $_] } @paths);

for my $n (keys @paths) {
    my $r = $t->get($paths[$n]);

    is($answers[$n]{status}, $r->status, "status of $paths[$n]");
    ok($answers[$n]{body} eq $r->body, "body of $paths[$n]");
}

my @all = streams(map { ['GET', "/api/v1/content_items/$_->{id}/"] } @items);

is_deeply([map { $_->{body} } @all], [map { item_json($_) } @items],
    '65 items in 65 streams');

# large bodies together

my $page = $t->get('/api/v1/content_items/?limit=65')->body;
my @pages = streams(map { ['GET', '/api/v1/content_items/?limit=65'] }
    1 .. 20);

is(scalar(grep { $_->{body} eq $page } @pages), 20, '20 large bodies');

# other methods, with and without a body

my ($post, $get, $head, $options) = streams(
    ['POST', '/api/v1/tags/', 'x' x 40_000],
    ['GET', '/api/v1/content_items/7/', 'x' x 1000],
    ['HEAD', '/api/v1/tags/'], ['OPTIONS', '/api/v1/tags/']);

is("$post->{status} $post->{body}",
    '405 {"detail":"Method \"POST\" not allowed."}', 'POST');
is($get->{body}, item_json($items[58]), 'GET with a body');
is("$head->{status} $head->{body}", '200 ', 'HEAD');
is($options->{body}, $t->request('OPTIONS', '/api/v1/tags/')->body,
    'OPTIONS');

# the default address is that of ":authority"

like((streams(['GET', '/api/v1/', undef, 'api.example:81']))[0]{body},
    qr{"tags":"http://api\.example:81/api/v1/tags/"}, 'base URL');


# Requests as streams of one connection: [method, path, body, authority].
# Returns the responses in this order; only the status of the headers is read.

sub streams (@requests) {
    my $connection = $t->connection(1);
    my (@answers, $open);

    my $bytes = http2_start(2 ** 30, 2 ** 30);

    for my $n (keys @requests) {
        my ($method, $path, $body, $authority) = @{$requests[$n]};
        my $stream = 2 * $n + 1;
        my $head = http2_head($method, $path, $authority // 'localhost');

        $bytes .= http2_frame(1, defined $body ? 4 : 5, $stream, $head);

        while (defined $body) {
            my $piece = substr $body, 0, 16384, '';
            my $last = !length $body;

            $bytes .= http2_frame(0, $last ? 1 : 0, $stream, $piece);
            undef $body if $last;
        }
    }

    $connection->write($bytes);
    $open = @requests;

    while ($open) {
        my ($length, $type, $flags, $stream) =
            unpack 'a3 C C N', $connection->take(9);
        my $payload = $connection->take(unpack 'N', "\0$length");
        my $answer = $answers[$stream / 2] //= { status => 0, body => '' };

        $answer->{status} = http2_status($payload) if $type == 1;
        $answer->{body} .= $payload if $type == 0;
        $open-- if $type <= 1 && $flags & 1;
        die 'the connection is given up' if $type == 7;
    }

    return @answers;
}
