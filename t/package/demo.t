#!/usr/bin/perl

# "make run" serves the sample library with its media, the explorer and the
# description of the API.
# Tests: conf/run, conf/nginx.conf, conf/explorer.conf

use v5.36;

use FindBin;
use lib "$FindBin::Bin/../lib";
use Test::Contentlib;
use Test::Contentlib::Demo;
use Test::Contentlib::Source;


my $t = Test::Contentlib::Demo->new;
my $base = 'http://127.0.0.1:' . $t->port;
my @host = (Host => $base =~ s{^http://}{}r);

my $r = $t->get('/', @host);

is(join(' ', $r->status, $r->header('Location')),
    "302 $base/api/v1/content_items/", 'the way to the API');

# what it prints

my @printed = $t->read_file('stdout') =~ m{^    \Q$base\E(/\S+)}mg;

cmp_ok(scalar @printed, '>=', 6, 'it prints addresses');
is($t->get($_, @host)->status, 200, $_) for @printed;
like($t->read_file('stdout'), qr{^    \Q$base\E/$}m, 'and one for browsers');

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

# the page, and all its files, which are on the same server

my @accept = (@host, Accept => 'text/html');
my @policy = ("default-src 'none'", map { "$_ 'self'" } qw(script-src
    style-src connect-src form-action));

$r = $t->get('/api/v1/content_items/', @accept);
is($r->body, source_text('data/explorer/index.html'), 'the page');
is($r->header('Cache-Control'), 'no-cache', 'is revalidated');
is(join(', ', $r->header('Vary')), 'Accept-Encoding, Accept',
    'is another form of the same');
like($r->header('Content-Security-Policy'), qr/(?:^|; )\Q$_\E(?:;|$)/,
    "its policy: $_") for @policy;
unlike($r->header('Content-Security-Policy'), qr/unsafe/, 'nothing inline');
is($t->get('/api/v1/none/', @accept)->body, $r->body, 'whatever is there');

my $way = $t->get('/explorer/', @host);

is(join(' ', $way->status, $way->header('Location')),
    "302 $base/api/v1/content_items/", 'its own address leads to the API');

my %type = (css => 'text/css; charset=utf-8', svg => 'image/svg+xml',
    js => 'application/javascript; charset=utf-8');
my %named;
my $files = { map { $_ => $type{s/.*\.//r} }
    $r->body =~ /(?:href|src)="([^"#?]+)"/g };

cmp_ok(scalar keys %$files, '>=', 8, 'it names files');

for my $file (sort keys %$files) {
    $r = $t->get($file, @host);

    is($r->header('Content-Type'), $files->{$file}, "$file: its type");
    ok($r->body eq source_text('data/explorer/' . $file =~ s{.*/}{}r),
        "$file: its text");
    ok($r->header('Content-Security-Policy'), "$file: its policy");
    is($r->header('Cache-Control'), 'max-age=315360000',
        "$file: is stored for ever");
    $named{$file =~ s{.*/}{}r} = $r->body;

    is($t->get($file, @host, 'Accept-Encoding' => 'gzip')
        ->header('Content-Encoding'), 'gzip', "$file: is compressed");

    # each module that is used is loaded with the page

    ok($files->{$file =~ s{[^/]*$}{$_}r}, "$file uses $_")
        for $r->body =~ m{^ *(?:import .*)?from '\./(.+)';}mg;
    unlike($r->body =~ s{http://www\.w3\.org/2000/svg}{}r,
        qr{https?://\w|(?:inner|outer)HTML|insertAdj|\.write\(|eval\(},
        "$file: no other address, no markup out of texts");
}

# a page that was loaded before an update names another version

$r = $t->get('/explorer/0123456789/dom.js', @host);
ok($r->body eq source_text('data/explorer/dom.js'), 'another version');
is($r->header('Cache-Control'), 'no-cache', 'is not stored for it');

# all others are loaded when they are used

my @imports = map {
    m{^ *(?:import .*)?from '\./(.+)';}mg, m{import\('\./(.+)'\)}g }
    map { source_text("data/explorer/$_") } map { s{.*/}{}r }
    glob "$FindBin::Bin/../../data/explorer/*.js";

is(join(' ', sort grep { !/^index\.html$/ } map { s{.*/}{}r }
    glob "$FindBin::Bin/../../data/explorer/*"),
    join(' ', sort keys %{{ map { $_ => 1 } keys %named, @imports }}),
    'the page and its modules use all files');

# collections with members

for my $collection (@{$t->get('/api/v1/collections/', @host)->json->{results}}) {
    my $slug = $collection->{slug};
    my $page = $t->get("/api/v1/content_items/?collection=$slug", @host)->json;

    cmp_ok($page->{count}, $slug eq 'try-outs' ? '==' : '>',
        $slug eq 'try-outs' ? 1 : 3, "$slug has members");
}
