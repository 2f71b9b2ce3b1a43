#!/usr/bin/perl

# contentlib_gzip: the module decides like nginx for each Accept-Encoding
# header.  A file with "gzip_static on" is the model.

use v5.36;

use Compress::Zlib qw(memGzip);
use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Test::Contentlib;


my ($built) = Test::Contentlib::nginx('-V');

plan(skip_all => 'no gzip_static in nginx')
    unless $built =~ /--with-http_gzip_static_module/;

my $t = Test::Contentlib->new(records => [corpus(40)], workers => 1,
    files => { 'file.txt' => 'plain', 'file.txt.gz' => memGzip('packed') },
    server => <<'CONF');
        contentlib_library  %%LIBRARY%%;
        contentlib_gzip     on;

        location /api/v1/ {
            contentlib;
        }

        location = /file.txt {
            root         %%DIR%%;
            gzip_static  on;
        }
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

# values that may be read in more ways than one: as nginx reads them

my @odd = ('gzip;q=', 'gzip;q=x', 'gzip;q=2', 'gzip;q=1.1', 'gzip;q=0.0001',
    'gzip;q=00', 'gzip;q=.5', 'gzip;q=-1', 'gzip;', 'gzip;x=1', 'gzip;x=1;q=0',
    "gzip\t", 'gzip;;q=0', 'gzip,', ',gzip', ',,gzip,,', 'gzip deflate', 'deflate gzip',
    'gzip=1', 'deflate;gzip', 'x-gzip, x', 'gzip;q=0, gzip', 'gzip;q = 0',
    'gzip;q=0 ', 'gzip;q=0,x', 'gzip;q=0;x', '*gzip', 'gzip*', "gzip\xff",
    "\xc3\xa9, gzip", ('x,' x 500) . 'gzip', ('gzip;q=0,' x 200) . 'gzip');

my @several = (['gzip', 'deflate'], ['deflate', 'gzip'], ['', 'gzip'],
    ['gzip', 'gzip'], ['gzip', 'gzip;q=0'], ['gzip;q=0', 'gzip'],
    ['identity;q=0', 'gzip'], ['gzip', ''], ['br', 'x', 'gzip']);

my $uri = '/api/v1/content_items/?limit=2';
my $plain = $t->get($uri)->body;
my $connection = $t->connection;
my %seen;

sub coding_of ($method, $uri, @values) {
    my $r = $connection->exchange($method, $uri,
        map { ('Accept-Encoding' => $_) } @values);

    return ($r->header('Content-Encoding') // 'none', $r);
}

sub same_ok ($name, @values) {
    my ($model, $file) = coding_of('GET', '/file.txt', @values);
    my ($coding, $r) = coding_of('GET', $uri, @values);

    is($r->status, 200, "$name: 200");
    is($coding, $model, "$name: $model");
    ok($r->plain eq $plain, 'its body');
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

# the value of one request is not that of the next

for my $n (1 .. 20) {
    my ($coding) = coding_of('GET', $uri, $n % 2 ? 'gzip' : 'gzip;q=0');

    is($coding, $n % 2 ? 'gzip' : 'none', "in turn, $n");
}
