#!/usr/bin/perl

# contentlib_gzip and nginx's directives on who gets gzip: gzip_http_version,
# gzip_disable, gzip_proxied.  The model is a file with "gzip_static on".

use v5.36;

use Compress::Zlib qw(memGzip);
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
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

        location /api/v1/ {
            contentlib;
        }

        location = /file.txt {
            root         %%DIR%%;
            gzip_static  on;
        }
    }
CONF
}

my $confs = join "\n", map { server($_) } sort keys %servers;

my $t = Test::Contentlib->new(records => [corpus(30)], workers => 1,
    files => { 'file.txt' => 'plain', 'file.txt.gz' => memGzip('plain') },
    http => <<"CONF");
    contentlib_base_url  https://api.example;
    contentlib_library   %%LIBRARY%%;
    contentlib_gzip      on;

$confs
CONF

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

my $uri = '/api/v1/content_items/?limit=3';
my $body = $t->get($uri)->body;
my %seen;

for my $host (sort keys %servers) {
    for my $client (@clients) {
        my $name = "$host: HTTP/@$client";
        my $file = ask($host, 'GET', '/file.txt', @$client);
        my $model = $file->header('Content-Encoding') // 'none';
        my $r = ask($host, 'GET', $uri, @$client);

        is($file->plain, 'plain', "$name: the model");
        is($r->header('Content-Encoding') // 'none', $model, $model);
        is($r->header('Content-Length'), length $r->body, 'its length');
        ok($r->plain eq $body, 'its body');
        is(join(' | ', sort $r->header('Vary')), 'Accept | Accept-Encoding',
            'Vary, whoever asks');

        # the tag goes with the form

        my $etag = $r->header('ETag');
        my $not = ask($host, 'GET', $uri, @$client, 'If-None-Match' => $etag);

        like($etag, $model eq 'gzip' ? qr{^W/"[0-9a-f]{32}"$} : qr{^"[0-9a-f]{32}"$},
            'its tag');
        is($not->status, 304, 'not modified');
        is($not->header('ETag'), $etag, 'of the same tag');
        is($not->header('Content-Encoding'), undef, 'no coding');

        $seen{"$host $model"}++;
    }
}

is($seen{'default gzip'}, 5, 'default: HTTP/1.1 without a proxy');
is($seen{'old gzip'}, 7, 'gzip_http_version 1.0');
is($seen{'disable gzip'}, 2, 'gzip_disable');
is($seen{'proxied gzip'}, 9, 'gzip_proxied any');
is($seen{'both gzip'}, 9, 'all three');

# parts are not served, in no form

for my $range ('bytes=0-9', 'bytes=0-', 'bytes=-1', 'bytes=5-1,0-2',
    'bytes=0-0,-1')
{
    for my $coding ('gzip', 'identity') {
        my $r = $t->get($uri, Range => $range, 'Accept-Encoding' => $coding);

        is($r->status, 200, "Range: $range, $coding");
        ok($r->plain eq $body, 'the whole body');
        is($r->header($_), undef, "no $_") for qw(Accept-Ranges Content-Range);
        is($t->get($uri, Range => $range, 'Accept-Encoding' => $coding,
            'If-Range' => $r->header('ETag'))->status, 200, 'If-Range');
    }
}
