#!/usr/bin/perl

# contentlib_gzip: which requests get a compressed answer.  For each kind of
# client and each of nginx's directives, nginx's own gzip_static is the model.
# Tests: src/http/ngx_http_contentlib_request.c

use v5.36;

use Compress::Zlib qw(memGzip);
use lib 't/lib';
use Test::Contentlib;


my ($built) = Test::Contentlib::nginx('-V');

plan(skip_all => 'no gzip_static in nginx')
    unless $built =~ /--with-http_gzip_static_module/;

my %servers = (
    default => '',
    old => 'gzip_http_version 1.0;',
    disable => 'gzip_disable "MSIE [4-6]\." "^Robot";',
    msie6 => 'gzip_disable msie6;',
    proxied => 'gzip_proxied any;',
    auth => 'gzip_proxied auth;',
    expired => 'gzip_proxied expired no-store;',
    no_etag => 'gzip_proxied no_etag no_last_modified;',
    both => 'gzip_http_version 1.0; gzip_proxied any; gzip_disable ^Robot;',
);

sub server ($name) {
    return <<"CONF";
    server {
        listen 127.0.0.1:%%PORT%%;
        server_name $name;

        $servers{$name}

        %%API%%

        location = /file.txt {
            root         %%DIR%%;
            gzip_static  on;
        }
    }
CONF
}

my $confs = join "\n", map { server($_) } sort keys %servers;

my $t = Test::Contentlib->new(records => [corpus(40)], workers => 1,
    files => { 'file.txt' => 'plain', 'file.txt.gz' => memGzip('packed') },
    http => <<"CONF");
    contentlib_base_url  https://api.example;
    contentlib_library   %%LIBRARY%%;
    contentlib_gzip      on;

$confs
CONF

my $uri = '/api/v1/content_items/?limit=3';
my $body = $t->get($uri)->body;
my %seen;

# requests as they come: version and headers

my @clients = (
    ['1.1'],
    ['1.1', Via => '1.1 proxy'],
    ['1.1', Via => '1.0 fred, 1.1 p.example'],
    ['1.1', Via => '1.1 proxy', Authorization => 'Basic eDp5'],
    ['1.1', 'User-Agent' => 'Robot/1.0'],
    ['1.1', 'User-Agent' => 'Mozilla/4.0 (compatible; MSIE 6.0; Windows)'],
    ['1.1', 'User-Agent' => 'Mozilla/4.0 (compatible; MSIE 6.0; SV1)'],
    ['1.1', 'User-Agent' => 'Mozilla/5.0 (X11)'],
    ['1.1', Via => '1.1 proxy', 'User-Agent' => 'Robot/1.0'],
    ['1.0'],
    ['1.0', Via => '1.0 proxy'],
    ['1.0', 'User-Agent' => 'Robot/1.0'],
);

sub ask ($host, $method, $uri, $version, %headers) {
    my $lines = join '', map { "$_: $headers{$_}\r\n" } sort keys %headers;

    return $t->raw("$method $uri HTTP/$version\r\nHost: $host\r\n"
        . "Accept-Encoding: gzip\r\nConnection: close\r\n$lines\r\n");
}

for my $host (sort keys %servers) {
    for my $client (@clients) {
        my $name = "$host: HTTP/@$client";
        my $file = ask($host, 'GET', '/file.txt', @$client);
        my $model = $file->header('Content-Encoding') // 'none';
        my $r = ask($host, 'GET', $uri, @$client);

        is($file->plain, $model eq 'gzip' ? 'packed' : 'plain',
            "$name: the model");
        is($r->header('Content-Encoding') // 'none', $model, $model);
        ok($r->plain eq $body, 'its body');

        $seen{"$host $model"}++;
    }
}

is($seen{'default gzip'}, 5, 'default: HTTP/1.1 without a proxy');
is($seen{'old gzip'}, 7, 'gzip_http_version 1.0');
is($seen{'disable gzip'}, 2, 'gzip_disable');
is($seen{'proxied gzip'}, 9, 'gzip_proxied any');
is($seen{'both gzip'}, 9, 'all three');
