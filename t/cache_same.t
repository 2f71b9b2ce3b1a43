#!/usr/bin/perl

# The responses are the same with a cache, with a small cache and without a
# cache.  The test uses three copies of a library, because all servers share
# the cache of a file.  Several servers use each copy with different settings.

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
my @records = request_records();

# the same moment of building, so that all of an answer can be compared

$t->library('off', \@records, '--media-url', 'https://media.example/files/');

for my $cache (@caches[1, 2]) {
    $t->write_file("$cache.db", $t->read_file('off.db'));
}

$t->config(http => <<"CONF");
    log_format  api '\$server_port \$contentlib_cache_status';
    access_log  %%DIR%%/api.log api;

    keepalive_requests 1000000;

$servers
CONF
$t->start;


my %request;

while (keys %request < 500) {
    my $view = any(sort grep { $_ ne 'slow' } keys %views);
    my $uri = any_uri($view eq 'host' ? 'host=' . any('one', 'two') : ());

    $request{"$view $uri"} = [$view, $uri];
}

# and some in every view, where they differ in nothing else

for my $path ('content_items/150/', 'content_items/149/', 'content_items/',
    'content_items/?limit=3&tag=every', 'collections/c1/', 'collections/',
    'tags/every/', 'tags/?name=1', 'search/', 'search/?text=tag', '')
{
    for my $view (grep { $_ ne 'slow' } keys %views) {
        my $uri = "/api/v1/$path"
            . ($view ne 'host' ? '' : $path =~ /\?/ ? '&host=one'
                : '?host=one');

        $request{"$view $uri"} = [$view, $uri];
    }
}

# connections that stay open: one for each cache

my @connections = map { $t->connection($_) } keys @caches;

sub ask ($n, $method, $name, @headers) {
    my ($view, $uri) = @{$request{$name}};

    return $connections[$n]->exchange($method, $uri, Host => $view, @headers);
}

sub signature ($r) {
    return join "\n", $r->status, map({ "$_: " . ($r->header($_) // 'none') }
        qw(ETag Last-Modified Content-Type Vary Allow Content-Length)),
        $r->body;
}


my %answer = map { $_ => ask(0, 'GET', $_) } sort keys %request;
my %wanted = map { $_ => signature($answer{$_}) } keys %answer;
my %faults;

# the order is another in every run, and said when something is wrong

my $order = srand;

for my $job (shuffle map { my $name = $_;
    map { my $n = $_; map { [$n, $name] } 1 .. 3 } keys @caches }
    sort keys %request)
{
    my ($n, $name) = @$job;
    my $got = signature(ask($n, 'GET', $name));

    $faults{$name} .= "cache=$caches[$n]: $got\n" if $got ne $wanted{$name};
}

is($faults{$_} // '', '', $_) for sort keys %request;

# now most are kept: HEAD, and conditions

for my $name (sort keys %request) {
    my $r = $answer{$name};
    my $etag = $r->header('ETag');
    my @got;

    for my $n (keys @caches) {
        push @{$got[0]}, signature(ask($n, 'HEAD', $name));
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
        $wanted{$name} =~ s/\Q$body\E\z//r, "HEAD $name");
    next unless defined $etag;

    is(scalar uniq(@{$got[$_]}), 1, "condition $_ $name") for 1, 2, 3;
    like($got[1][0], qr/^304\nETag: \Q$etag\E\n/, 'not modified');
    is($got[2][0], $wanted{$name}, 'another tag');
}


# Those who read slowly get what was there when they asked, whatever is pushed
# out meanwhile.  The rate of each lets a quarter go at once.

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


# that there was something to see

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

diag("order: $order") if %faults;
