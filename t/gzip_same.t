#!/usr/bin/perl

# The responses are the same with a cache, with a small cache and without a
# cache, compressed and not compressed, at the first and at later requests.
# The test uses three copies of a library, because all servers share the cache
# of a file.

use v5.36;

use lib 't/lib';
use List::Util qw(shuffle);
use Test::Contentlib;
use Test::Contentlib::Requests;


my @caches = ('off', '256k', '32m');

my %views = (
    plain => '',
    string => 'contentlib_numbers string;',
    partner => 'contentlib_partner other;',
    media => 'contentlib_media_url https://cdn.example/m/;',
    large => 'contentlib_max_page_size 1000;',
    host => 'contentlib_base_url https://$arg_host.example;',
);

sub server ($n, $view) {
    return <<"CONF";
    server {
        listen 127.0.0.1:%%PORT_$n%%;
        server_name $view;

        contentlib_library %%DIR%%/$caches[$n].db cache=$caches[$n];

        location /api/v1/ {
            contentlib;
            $views{$view}
        }
    }
CONF
}

my $servers = join "\n",
    map { my $n = $_; map { server($n, $_) } sort keys %views } keys @caches;

# what is hard to write, and what is hard to compress

my $hostile = join '', map { chr } 1 .. 0x1f, 0x22, 0x5c, 0x7f, 0x2027 ..
    0x202a, 0x1f389, 0x3c, 0x26;
my $noise = join '', map { chr any(0x21 .. 0x7e, 0xa1 .. 0x17f) } 1 .. 20_000;
my @hard = (
    image(501, alt_text => "hard $hostile",
        tags => ['hard', tag($hostile, 'hostile')]),
    gif(502, alt_text => "hard $noise",
        tags => ['hard', tag(substr($noise, 0, 400), 'noise')]),
    image(503, alt_text => 'hard ' . 'a' x 65_000, tags => ['hard']),
    gif(504, alt_text => 'hard ' . "\x{2028}" x 7_000, tags => ['hard']),
);

my $t = Test::Contentlib->new(workers => 1, start => 0, server => '');

$t->library('off', [request_records(460), @hard, collection('hard', $hard[1],
    name => $hostile, description => $noise)]);
$t->write_file("$_.db", $t->read_file('off.db')) for @caches[1, 2];

$t->config(http => <<"CONF");
    log_format  api '\$server_port \$contentlib_cache_status';
    access_log  %%DIR%%/api.log api;

    keepalive_requests           1000000;
    keepalive_timeout            1d;
    large_client_header_buffers  4 1m;

    contentlib_base_url       https://api.example;
    contentlib_gzip           on;
    contentlib_page_size      4;
    contentlib_max_page_size  20;

$servers
CONF
$t->start;

my %request;

while (keys %request < 320) {
    my $view = any(qw(plain string partner media host));
    my $uri = any_uri($view eq 'host' ? 'host=' . any('one', 'two') : ());

    $request{"$view $uri"} = [$view, $uri];
}

# more than 256 kB, which zlib does not compress; pages of one and of none;
# links of more bytes than a block of deflate can store

my $long = join '', map { any('%C3%A9', 'x', '%22', '+', 'ab', '%FF') }
    1 .. 40_000;

for my $query ('tag=hard', 'text=hard', 'tag=hard&limit=1', 'limit=1', 'limit=1&offset=3',
    'limit=1&offset=468', 'offset=468', 'offset=469', 'offset=10000',
    'text=nothing', 'limit=2&offset=2&y=' . 'x' x 65_300,
    'limit=2&offset=2&y=' . 'x' x 131_000, "limit=3&offset=9&x=$long",
    "text=nothing&offset=3&x=$long", 'limit=0', 'limit=100&offset=50')
{
    $request{"plain $query"} = ['plain', "/api/v1/content_items/?$query"];
}

for my $path (map({ "content_items/$_/" } 501 .. 504), 'collections/hard/',
    'content_items/?limit=1000',
    'content_items/?tag=every&limit=999', 'content_items/?limit=90',
    'collections/', 'tags/hard/', 'tags/?name=hard', 'search/?text=hard',
    "tags/?limit=2&offset=2&x=$long", "search/?text=t&x=$long",
    'tags/?limit=1000')
{
    $request{"large $path"} = ['large', "/api/v1/$path"];
}


# Connections that stay open: one for each cache.  One answer for each tag,
# which is weak if and only if the answer is compressed.

my @connections = map { $t->connection($_) } keys @caches;
my (%wanted, %bodies, %faults);

sub fault ($name, $what) { $faults{$name} .= "$what\n" }

sub ask ($n, $gzip, $name) {
    my ($view, $uri) = @{$request{$name}};

    return $connections[$n]->exchange('GET', $uri, Host => $view,
        $gzip ? ('Accept-Encoding' => 'gzip') : ());
}

sub compare ($r, $n, $gzip, $name) {
    my $what = "cache=$caches[$n], gzip $gzip";
    my $etag = $r->header('ETag') // '';
    my $coded = $r->status == 200 && $gzip;

    fault($name, "$what: " . $r->status) if $r->status != $wanted{$name}[0];
    fault($name, "$what: another body") if $r->plain ne $wanted{$name}[1];
    fault($name, "$what: coding") if $coded
        != (($r->header('Content-Encoding') // '') eq 'gzip');
    fault($name, "$what: tag $etag") if $coded != ($etag =~ s{^W/}{});

    $bodies{$etag} //= $r->plain if $etag;
    fault($name, "$what: $etag has another body")
        if $etag && $bodies{$etag} ne $r->plain;
}

for my $name (sort keys %request) {
    my $r = ask(0, 0, $name);

    $wanted{$name} = [$r->status, $r->body];
}

my $order = srand;

for my $job (shuffle map { my $name = $_;
    map { my $n = $_; map { [$n, $_, $name] } 0, 0, 1, 1, 1 } keys @caches }
    sort keys %request)
{
    my ($n, $gzip, $name) = @$job;

    compare(ask($n, $gzip, $name), $n, $gzip, $name);
}

is($faults{$_} // '', '', substr $_, 0, 100) for sort keys %request;


# that there was something to see

my %seen;

$t->stop;
$seen{$_}++ for split /\n/, $t->read_file('api.log');

my @ports = map { $t->port($_) } keys @caches;

is($seen{"$ports[0] HIT"} // 0, 0, 'cache=off: no HIT');
cmp_ok($seen{"$ports[$_] HIT"}, '>', 50, "cache=$caches[$_]: hits") for 1, 2;
cmp_ok(scalar(grep { length $_->[1] > 262_144 } values %wanted), '>', 1,
    'some are too large to be compressed well');

diag("order: $order") if %faults;
