#!/usr/bin/perl

# contentlib_gzip: which requests get a compressed answer.  For each value of
# Accept-Encoding, each kind of client and each of nginx's directives, nginx's
# own gzip_static is the model.

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

# values that nginx accepts, and values that it does not

my @accepted = ('gzip', 'GZIP', 'GZip', ' gzip', 'gzip ', 'gzip,deflate',
    'gzip, deflate', 'deflate, gzip', 'deflate,gzip',
    'deflate, gzip, br', 'gzip, deflate, br, zstd', 'br, gzip',
    'identity, gzip', 'gzip, identity', '*, gzip', 'gzip;q=1', 'gzip;q=1.0',
    'gzip;q=1.000', 'gzip;q=0.001', 'gzip;q=0.1', 'gzip;q=0.5',
    'gzip; q=0.5', 'gzip ;q=0.5', 'gzip ; q=0.5', 'gzip;Q=0.5',
    'gzip;q=0.8, deflate;q=0.5', 'deflate;q=0.5, gzip;q=1.0', 'gzip;q=0.010',
    'compress, gzip', 'deflate;q=0, gzip', 'identity;q=0, gzip',
    '*;q=0, gzip', 'x-gzip, gzip', 'gzip, gzip;q=0', 'br;q=1.0, gzip;q=0.8',
    'GZIP;Q=1');

my @refused = ('', ' ', 'identity', 'deflate', 'br', 'compress', 'x', '*',
    '*;q=1', '*;q=0', 'identity;q=0', 'identity;q=0, *;q=0', 'x-gzip',
    'gzipped', 'xgzip', 'gzi', 'g', 'zip', 'gzip;q=0', 'gzip;q=0.0',
    'gzip;q=0.00', 'gzip;q=0.000', 'gzip; q=0', 'gzip ;q=0', 'gzip; q=0.0',
    'deflate, gzip;q=0', 'gzip;q=0, deflate', 'identity, gzip;q=0', ',', ';',
    ';q=1', 'q=1', 'deflate;q=gzip', '"gzip"', 'gzip-x', 'gzip/1');

# ambiguous values: nginx decides

my @odd = ('gzip;q=', 'gzip;q=x', 'gzip;q=2', 'gzip;q=1.1', 'gzip;q=0.0001',
    'gzip;q=00', 'gzip;q=.5', 'gzip;q=-1', 'gzip;', 'gzip;x=1', 'gzip;x=1;q=0',
    "gzip\t", 'gzip;;q=0', 'gzip,', ',gzip', ',,gzip,,', 'gzip deflate', 'deflate gzip',
    'gzip=1', 'deflate;gzip', 'x-gzip, x', 'gzip;q=0, gzip', 'gzip;q = 0',
    'gzip;q=0 ', 'gzip;q=0,x', 'gzip;q=0;x', '*gzip', 'gzip*', "gzip\xff",
    "\xc3\xa9, gzip", ('x,' x 500) . 'gzip', ('gzip;q=0,' x 200) . 'gzip');

my @several = (['gzip', 'deflate'], ['deflate', 'gzip'], ['', 'gzip'],
    ['gzip', 'gzip'], ['gzip', 'gzip;q=0'], ['gzip;q=0', 'gzip'],
    ['identity;q=0', 'gzip'], ['gzip', ''], ['br', 'x', 'gzip']);

my $uri = '/api/v1/content_items/?limit=3';
my $body = $t->get($uri)->body;
my $connection = $t->connection;
my %seen;

sub coding_of ($method, $uri, @values) {
    my $r = $connection->exchange($method, $uri, Host => 'default',
        map { ('Accept-Encoding' => $_) } @values);

    return ($r->header('Content-Encoding') // 'none', $r);
}

sub same_ok ($name, @values) {
    my ($model, $file) = coding_of('GET', '/file.txt', @values);
    my ($coding, $r) = coding_of('GET', $uri, @values);

    is($r->status, 200, "$name: 200");
    is($coding, $model, "$name: $model");
    ok($r->plain eq $body, 'its body');
    is($file->plain, $model eq 'gzip' ? 'packed' : 'plain', 'the model');
    is((coding_of('HEAD', $uri, @values))[0], $model, 'HEAD');

    $seen{$model}++;

    return $model;
}

sub name ($value) { '"' . substr($value =~ s/[^ -~]/?/gr, 0, 60) . '"' }

is(same_ok('no header'), 'none', 'no header: as it is');
is(same_ok(name($_), $_), 'gzip', 'gzip') for @accepted;
is(same_ok(name($_), $_), 'none', 'as it is') for @refused;
same_ok(name($_), $_) for @odd;
same_ok(join(' and ', map { name($_) } @$_), @$_) for @several;

cmp_ok($seen{$_}, '>=', 30, "many cases: $_") for qw(gzip none);


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
