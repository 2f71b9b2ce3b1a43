#!/usr/bin/perl

# ETag: strong, on every 200, and equal on all servers with the same library.
# model.t and cache_same.t have different tags of different bodies, answers.t
# that no other status has one.
# Tests: src/service/contentlib_query.c, src/api/contentlib_request.c

use v5.36;

use File::Copy qw(copy);
use lib 't/lib';
use Test::Contentlib;


my $conf = <<'CONF';
        contentlib_library  %%LIBRARY%%;
        contentlib_strict   on;

        %%API%%

        location /strings/ {
            rewrite ^/strings/(.*) /api/v1/$1 break;
            contentlib;
            contentlib_numbers string;
        }

        location /partner/ {
            rewrite ^/partner/(.*) /api/v1/$1 break;
            contentlib;
            contentlib_partner other;
        }

        location /media/ {
            rewrite ^/media/(.*) /api/v1/$1 break;
            contentlib;
            contentlib_media_url http://other.example/;
        }

        location /sizes/ {
            rewrite ^/sizes/(.*) /api/v1/$1 break;
            contentlib;
            contentlib_page_size 2;
        }

        location /base/ {
            rewrite ^/base/(.*) /api/v1/$1 break;
            contentlib;
            contentlib_base_url https://base.example;
        }

        location /root/ {
            contentlib;
            contentlib_root /root/;
        }
CONF

my @items = corpus(5);
my @records = (@items, collection('c', $items[0]), collection('d',
    $items[1], name => 'D'));
my @import = ('--media-url', 'https://media.example/files/');
my $t = Test::Contentlib->new(records => \@records, import => \@import,
    server => $conf);

my @paths = ('', 'content_items/', 'content_items/5/', 'content_items/4/',
    'tags/', 'tags/every/', 'tags/happy-day/', 'collections/',
    'collections/c/', 'collections/d/', 'search/', 'search/?text=d',
    'search/?text=d&limit=1', 'tags/?name=e', 'tags/?name=every',
    map { "content_items/?$_" } 'limit=2', 'limit=3', 'offset=1', 'offset=2',
    'limit=2&offset=1', 'limit=2&offset=3', 'text=item', 'text=5', 'tag=tag+5',
    'tag-slug=tag-5', 'tag-partial=5', 'tag-partial=tag', 'limit=2&a=1',
    'limit=2&a=2', 'limit=2&a', 'limit=2&b=1&a=1', 'limit=2&a=1&a=2',
    'limit=2&a=2&a=1', 'limit=2&a=1%26a%3D2', 'limit=2&a=1&b=1',
    'limit=2&text=', 'limit=2&format=', 'limit=2&format=api');

my @views = map { my $prefix = $_; map { "/$prefix/$_" } @paths,
    map { $_ . (/\?/ ? '&' : '?') . 'format=json' } @paths }
    qw(api/v1 strings partner media sizes base root);

sub tags_of ($t) {
    return [map { $t->get($_, Host => 'a.example')->header('ETag') // 'none' }
        @views];
}

my $tags = tags_of($t);

is_deeply([grep { !/^"[!#-~]+"$/ } @$tags], [], 'strong tags everywhere');

# HEAD, again, and after a reload

my $items = '/api/v1/content_items/';
my $tag = $t->get($items)->header('ETag');

is($t->get($items)->header('ETag'), $tag, 'again');
is($t->head($items)->header('ETag'), $tag, 'HEAD');
ok($t->reload, 'reload');
is($t->get($items)->header('ETag'), $tag, 'after a reload');

# another nginx, with a copy of the file, and with the same records imported

my $copy = Test::Contentlib->new(start => 0, server => $conf);

copy($t->path('library.db'), $copy->path('library.db'));
utime 1e9, 1e9, $copy->path('library.db');
is_deeply(tags_of($copy->start), $tags,
    'a copy of the file has the same tags');

my $again = Test::Contentlib->new(records => \@records, import => \@import,
    server => $conf);

is_deeply(tags_of($again), $tags, 'the same records have the same tags');

# the same records, whose media addresses are stored whole

my $whole = Test::Contentlib->new(records => \@records, server => $conf);
my ($relative_media, $whole_media) = map { $_->get('/media/content_items/',
    Host => 'a.example') } $again, $whole;

isnt($whole_media->body, $relative_media->body,
    'another media URL of the library, another body');
isnt($whole_media->header('ETag'), $relative_media->header('ETag'),
    'and another tag');

# a library that differs in one letter of another record

$items[4] = gif(1, alt_text => 'item number 1', tags => ['tag 1', 'every']);
$records[4] = $items[4];

my $changed = Test::Contentlib->new(records => \@records, import => \@import,
    server => $conf);

isnt($changed->get($items)->header('ETag'), $tag, 'another library');
