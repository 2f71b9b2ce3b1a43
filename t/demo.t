#!/usr/bin/perl

# "make run": the sample library with its media and the description of the
# API.

use v5.36;

use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Test::Contentlib;
use Test::Contentlib::Demo;
use Test::Contentlib::Source;


my $t = Test::Contentlib::Demo->new;
my $base = 'http://127.0.0.1:' . $t->port;
my @host = (Host => $base =~ s{^http://}{}r);

my $r = $t->get('/', @host);

is(join(' ', $r->status, $r->header('Location')), "302 $base/api/v1/",
    'the way to the API');

# what it prints

my @printed = $t->read_file('stdout') =~ m{^    \Q$base\E(/\S+)}mg;

cmp_ok(scalar @printed, '>=', 6, 'it prints addresses');
is($t->get($_, @host)->status, 200, $_) for @printed;

# files

my ($item) = $t->get('/api/v1/content_items/?limit=1', @host)
    ->json->{results}[0];

like($item->{static_image}, qr{^\Q$base\E/media/}, 'addresses of files');
$r = $t->get($item->{static_image} =~ s/^\Q$base\E//r, @host);
is(join(' ', $r->status, $r->header('Content-Type')), '200 image/png',
    'a file');

# the description

$r = $t->get('/api/v1/openapi.yaml', @host);
is($r->status, 200, 'the description of the API');
is($r->header('Content-Type'), 'application/yaml', 'its type');
ok($r->body eq source_text('data/openapi.yaml'), 'its text');
is($t->head('/api/v1/openapi.yaml', @host)->status, 200, 'HEAD');
is($t->get('/api/v1/openapi.json', @host)->body, '{"detail":"Not found."}',
    'nothing else is there');
