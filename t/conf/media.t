#!/usr/bin/perl

# Each configuration in conf and each block of the chapters that serves the media
# includes conf/media.conf: all files are served but hidden ones, originals are
# revalidated, thumbnails are not, and files have their types.
# Tests: conf/media.conf

use v5.36;

use lib 't/lib';
use File::Basename qw(dirname);
use File::Path qw(make_path);
use Test::Contentlib;
use Test::Contentlib::Shipped;


my @served = ('a.jpg', 'b c.jpg', 'a..b', 'a.', 'phone/a.jpg', 'raw.dng',
    'raw.xmp');
my %typed = (
    'a.apng' => 'image/apng', 'phone/A.APNG' => 'image/apng',
    'a.bmp' => 'image/bmp', '.thumbnails/full/a.apng' => 'image/apng',
    '.thumbnails/full/a.jpg' => 'image/jpeg',
    '.thumbnails/480/a.jpg' => 'image/jpeg',
);
my @typed = sort keys %typed;
my @thumbnails = ('.thumbnails/480/a.webp', '.thumbnails/1600/b.webp');
my @hidden = ('.env', '.git/config', '.hidden/x.jpg', '.hidden.apng',
    'phone/.DS_Store', 'phone/.thumbnails/x.jpg', '..foo', '...', '..a/x.jpg',
    "phone/a\n/.x", '.thumbnails2/x', '.Thumbnails/x', '.thumbnails/.x',
    '.thumbnails/480/.git/config', '.thumbnails/full/.x', '.thumbnails/..x',
    ".thumbnails/a\n/.x", '.thumbnails/.thumbnails/x');

# other spellings of their addresses

my @spellings = ('/media/%2eenv', '/media/%2Eenv', '/media/.%65nv',
    '/media//.env', '//media/.env', '/media/./.env', '/media/x/../.env',
    '/media/%2e/.env', '/x/%2e%2e/media/.env', '/%6dedia/.env',
    '/media%2f.env', '/media/.env?x=/a', '/media/.env/', '/media/.env#x',
    '/media/.%67it/config', '/media/.git%2fconfig', '/media/.git//config',
    '/media/phone/%2eDS_Store', '/media/phone%2F.DS_Store',
    '/media/phone/../.hidden/x.jpg', '/media/.%2efoo', '/media/%2e%2efoo',
    '/media/.thumbnails/../.env', '/media/.thumbnails/%2e%2e/.env',
    '/media/.thumbnails//.x', '/media/.thumbnails/480/%2e%2e/.x',
    '/media/.thumbnails', '/media/.git', '/media/.git/', '/media/.thumbnails2');

sub address ($name) { "/media/$name" =~ s/[ \n]/sprintf '%%%02x', ord $&/ger }

sub cached ($r) { join ', ', $r->header('Cache-Control') }

my %text = configurations();
my @serving = sort grep { $_ ne 'conf/media.conf'
    && $text{$_} =~ /^\s*(?:location|alias|root)\s[^#\n]*media/m } keys %text;

my %serving = map { $_ => 1 } @serving;

ok($serving{$_}, "$_ serves media") for 'conf/nginx.conf', 'conf/site.conf',
    'conf/container/nginx.conf', 'conf/recipes/caching.conf',
    'docs/pictures.md:0';

for my $name (@serving) {
    my @locations = $text{$name}
        =~ m{^ *location\s([^#\n]*media[^\n]* \{)\n(.*?)^ *\}}msg;

    is(scalar @locations, 2, "$name: one location");
    is($locations[0], '^~ /media/ {', 'of /media/');
    like($locations[1],
        qr{^\s+alias\s+\S+;\n\s+include\s+\S*\bmedia\.conf;\n\z},
        'which includes media.conf, and has nothing else');

    my $t = shipped($name, records => [image(1)]);

    for my $file (@served, @typed, @thumbnails, @hidden) {
        my $path = home($t) . "/media/$file";

        make_path(dirname($path));
        open my $out, '>', $path or die "$file: $!";
        print $out "content of $file";
        close $out or die "$file: $!";
    }

    for my $file (@served, @typed) {
        my $r = $t->get(address($file));

        is($r->body, "content of $file", "$file is served");
        is(cached($r), 'no-cache', 'for one use');
        is($t->get(address($file), 'If-None-Match' => $r->header('ETag'))
            ->status, 304, 'or more, if it has not changed');
    }

    is($t->get(address($_))->header('Content-Type'), $typed{$_}, "$_: the type")
        for @typed;

    for my $file (@thumbnails) {
        my $r = $t->get(address($file));

        is($r->body, "content of $file", "$file is served");
        is(cached($r), 'max-age=315360000, public, immutable', 'for ever');
    }

    is(cached($t->get('/media/.thumbnails/480/none.webp')), '', 'not an error');

    for my $address (map({ address($_) } @hidden), @spellings) {
        is($t->get($address)->status, 404, "$address is not");
        is($t->head($address)->status, 404, 'nor by HEAD');
    }
}

# in a location of another address, there are no hidden files, either

my $t = Test::Contentlib->new(files => { map { $_ => 'x' } '.env', 'a.jpg' },
    server => <<"CONF");
        location ^~ /files/ {
            alias    %%DIR%%/;
            include  $Test::Contentlib::ROOT/conf/media.conf;
        }
CONF

is($t->get('/files/a.jpg')->status, 200, 'another address');
is($t->get('/files/.env')->status, 404, 'has no hidden files');
