#!/usr/bin/perl

# The responses are the same with a cache, with a small cache and without a
# cache, compressed and not compressed, at the first and at later requests.
# The test uses three copies of a library, because all servers share the cache
# of a file.  Several servers use each copy with different settings.
# Suite: long
# Tests: src/cache/contentlib_cache.c, src/cache/contentlib_gzip.c,
#     src/service/contentlib_query.c

use v5.36;

use lib 't/lib';
use List::Util qw(shuffle uniq);
use Test::Contentlib;
use Test::Contentlib::Requests;


my @caches = ('off', '256k', '32m');

my %views = (
    plain => '',
    string => 'contentlib_numbers string;',
    partner => 'contentlib_partner another;',
    media => 'contentlib_media_url https://cdn.example/m/;',
    base => 'contentlib_base_url https://other.example/path;',
    size => 'contentlib_page_size 7; contentlib_max_page_size 9;',
    strict => 'contentlib_strict on;',
    host => 'contentlib_base_url https://$arg_host.example;',
    large => 'contentlib_max_page_size 1000;',
    slow => 'limit_rate $http_x_rate;',
);

sub server ($n, $view) {
    my $base = $views{$view} =~ /base_url/ ? ''
        : 'contentlib_base_url https://api.example;';

    return <<"CONF";
    server {
        listen 127.0.0.1:%%PORT_$n%%;
        server_name $view;

        contentlib_library %%DIR%%/$caches[$n].db cache=$caches[$n];
        $base

        location /api/v1/ {
            contentlib;
            $views{$view}
        }
    }
CONF
}

my $servers = join "\n",
    map { my $n = $_; map { server($n, $_) } sort keys %views } keys @caches;

my $t = Test::Contentlib->new(workers => 1, start => 0, server => '');

# texts that are hard to escape, and texts that are hard to compress

my $escaped = join '', map { chr } 1 .. 0x1f, 0x22, 0x5c, 0x7f, 0x2027 ..
    0x202a, 0x1f389, 0x3c, 0x26;
my $noise = join '', map { chr any(0x21 .. 0x7e, 0xa1 .. 0x17f) } 1 .. 20_000;
my @hard = (
    image(501, alt_text => "hard $escaped",
        tags => ['hard', tag($escaped, 'escaped')]),
    gif(502, alt_text => "hard $noise",
        tags => ['hard', tag(substr($noise, 0, 400), 'noise')]),
    image(503, alt_text => 'hard ' . 'a' x 64_000, tags => ['hard']),
    gif(504, alt_text => 'hard ' . "\x{2028}" x 7_000, tags => ['hard']),
);
my @records = (request_records(460), @hard, collection('hard', $hard[1],
    name => $escaped, description => $noise));

# copies have the same time of import, so that whole responses can be compared

$t->library('off', \@records, '--media-url', 'https://media.example/files/');

for my $cache (@caches[1, 2]) {
    $t->write_file("$cache.db", $t->read_file('off.db'));
}

$t->config(http => <<"CONF");
    log_format  api '\$server_port \$contentlib_cache_status';
    access_log  %%DIR%%/api.log api;

    keepalive_requests           1000000;
    large_client_header_buffers  4 1m;

    contentlib_gzip  on;

$servers
CONF
$t->start;


my %request;

while (keys %request < 400) {
    my $view = any(sort grep { !/^(?:slow|large)$/ } keys %views);
    my $uri = any_uri($view eq 'host' ? 'host=' . any('one', 'two') : ());

    $request{"$view $uri"} = [$view, $uri];
}

# requests that differ in the settings of the server only

for my $path ('content_items/150/', 'content_items/149/', 'content_items/',
    'content_items/?limit=3&tag=every', 'collections/c1/', 'collections/',
    'tags/every/', 'tags/?name=1', 'search/', 'search/?text=tag', '')
{
    for my $view (grep { !/^(?:slow|large)$/ } keys %views) {
        my $uri = "/api/v1/$path"
            . ($view ne 'host' ? '' : $path =~ /\?/ ? '&host=one'
                : '?host=one');

        $request{"$view $uri"} = [$view, $uri];
    }
}

# responses of more than 256 kB, which zlib does not compress; and links that
# are longer than a block of deflate can be

my $long = join '', map { any('%C3%A9', 'x', '%22', '+', 'ab', '%FF') }
    1 .. 40_000;

for my $path (map({ "content_items/$_/" } 501 .. 504), 'collections/hard/',
    map({ "content_items/?$_" } 'limit=1000', 'tag=every&limit=999',
        'tag=hard', 'text=hard&limit=1', 'offset=469', 'offset=10000',
        'limit=2&offset=2&y=' . 'x' x 65_300,
        'limit=2&offset=2&y=' . 'x' x 131_000, "limit=3&offset=9&x=$long",
        "text=nothing&offset=3&x=$long"),
    'tags/hard/', 'tags/?name=hard', 'search/?text=hard',
    "tags/?limit=2&offset=2&x=$long", 'tags/?limit=1000')
{
    $request{"large $path"} = ['large', "/api/v1/$path"];
}

# one keepalive connection for each cache, opened with its first request: nginx
# closes one that has none for a minute

my @connections;

sub ask ($n, $method, $name, @headers) {
    my ($view, $uri) = @{$request{$name}};

    $connections[$n] //= $t->connection($n);

    return $connections[$n]->exchange($method, $uri, Host => $view, @headers);
}

sub signature ($r) {
    return join "\n", $r->status, map({ "$_: " . ($r->header($_) // 'none') }
        qw(ETag Content-Type Vary Allow Content-Length)),
        $r->body;
}


my %answer = map { $_ => ask(0, 'GET', $_) } sort keys %request;
my %wanted = map { $_ => signature($answer{$_}) } keys %answer;
my %faults;

# The status, and the headers that do not depend on the coding.

sub common ($r) {
    return join "\n", sort grep {
        !/^(?:ETag|Content-Length|Content-Encoding):/
    } split /\n/, $r->head_text;
}

# A compressed response has the weak form of the entity tag.

sub fault_of ($r, $gzip, $name) {
    return signature($r) eq $wanted{$name} ? '' : signature($r) unless $gzip;

    my $plain = $answer{$name};
    my $coded = $plain->status == 200 ? 'gzip' : '';
    my $etag = $plain->header('ETag') // '';

    return join ', ', grep { defined }
        common($r) ne common($plain) ? 'head ' . $r->head_text : undef,
        $r->plain ne $plain->body ? 'another body' : undef,
        ($r->header('Content-Encoding') // '') ne $coded ? 'coding' : undef,
        ($r->header('ETag') // '') ne ($coded ? "W/$etag" : $etag)
            ? 'entity tag' : undef;
}

# the order differs in every run, and is printed if the test fails

my $order = srand;

for my $job (shuffle map { my $name = $_;
    map { my $n = $_; map { [$n, $_, $name] } 0, 0, 1, 1, 1 } keys @caches }
    sort keys %request)
{
    my ($n, $gzip, $name) = @$job;
    my $r = ask($n, 'GET', $name, $gzip ? ('Accept-Encoding' => 'gzip') : ());
    my $fault = fault_of($r, $gzip, $name);

    $faults{$name} .= "cache=$caches[$n], gzip $gzip: $fault\n" if $fault;
}

is($faults{$_} // '', '', substr $_, 0, 100) for sort keys %request;

# most responses are in the cache now: HEAD, and conditions

for my $name (sort keys %request) {
    my $r = $answer{$name};
    my $etag = $r->header('ETag');
    my @got;

    for my $n (keys @caches) {
        push @{$got[0]}, signature(ask($n, 'HEAD', $name));

        my ($head, $get) = map { ask($n, $_, $name,
            'Accept-Encoding' => 'gzip')->head_text } 'HEAD', 'GET';

        is($head, $get, 'HEAD, compressed, as the GET behind it');
        next unless defined $etag;

        push @{$got[1]}, signature(ask($n, 'GET', $name,
            'If-None-Match' => $etag));
        push @{$got[2]}, signature(ask($n, 'GET', $name,
            'If-None-Match' => '"x"'));
        push @{$got[3]}, signature(ask($n, 'HEAD', $name,
            'If-None-Match' => "W/$etag"));
    }

    my $body = $r->body;

    is(join("\n---\n", uniq @{$got[0]}),
        $wanted{$name} =~ s/\Q$body\E\z//r, "HEAD " . substr $name, 0, 100);
    next unless defined $etag;

    is(scalar uniq(@{$got[$_]}), 1, "condition $_") for 1, 2, 3;
    like($got[1][0], qr/^304\nETag: \Q$etag\E\n/, 'not modified');
    is($got[2][0], $wanted{$name}, 'another tag');
}


# Slow clients get their responses, although other requests replace all
# entries of the small cache.  The rate sends a quarter of a response at once.

my @slow = map { "/api/v1/content_items/?limit=10&offset=$_" } 0 .. 9;

push @slow, map { "/api/v1/content_items/$_/" } 10 .. 14;

my (@bodies, @readers);

for my $uri (@slow) {
    $request{slow} = ['plain', $uri];
    push @bodies, ask(1, 'GET', 'slow')->body;
    ask(1, 'GET', 'slow') for 1 .. 2;

    push @readers, $t->connection(1);
    $readers[-1]->send_request('GET', $uri, [Host => 'slow',
        'X-Rate' => int(length($bodies[-1]) / 4)]);
}

for my $name (sort keys %request) {
    ask(1, 'GET', $name) for 1 .. 2;
}

is($readers[$_]->response->body, $bodies[$_], "slow reader: $slow[$_]")
    for keys @slow;

undef @readers;
undef @connections;


# the caches were used

my %seen;

$t->stop;
$seen{$_}++ for split /\n/, $t->read_file('api.log');

my @ports = map { $t->port($_) } keys @caches;

is($seen{"$ports[0] HIT"} // 0, 0, 'cache=off: no HIT');
is($seen{"$ports[0] MISS"} // 0, 0, 'cache=off: no MISS');
cmp_ok($seen{"$ports[$_] HIT"} // 0, '>', 500, "cache=$caches[$_]: hits")
    for 1, 2;
cmp_ok($seen{"$ports[2] MISS"}, '<', $seen{"$ports[1] MISS"},
    'fewer misses with more memory');

cmp_ok(scalar(grep { length $_->body > 262_144 } values %answer), '>', 1,
    'some responses are too large for zlib');

diag("order: $order") if %faults;
