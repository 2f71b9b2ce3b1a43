#!/usr/bin/perl

# conf/recipes/caching.conf: how long clients may use a response.
# Tests: conf/recipes/caching.conf

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Recipe;


my $t = recipe('caching', records => [corpus(3)]);

sub kept_is ($path, $status, $seconds, @headers) {
    for my $method ('get', 'head') {
        my $r = $t->$method($path, @headers);

        is($r->status, $status, "$method $path: $status");
        is(join(', ', $r->header('Cache-Control')), $seconds
            ? "max-age=$seconds, public, stale-if-error=86400" : '',
            'how long');
    }
}

my $path = '/api/v1/content_items/';
my $tag = $t->get($path)->header('ETag');

kept_is('/api/v1/', 200, 60);
kept_is($path, 200, 60);
kept_is('/api/v1/tags/', 200, 60);
kept_is("${path}3/", 200, 3600);
kept_is('/api/v1/search/?text=a', 200, 600);

# a second request

kept_is($path, 304, 60, 'If-None-Match' => $tag);
is($t->get($path, 'If-None-Match' => $tag)->header('ETag'), $tag, 'the tag');

# errors are not cached

kept_is("${path}99/", 404, undef);
kept_is('/api/v1/none/', 404, undef);
kept_is('/api/v1/tags/', 406, undef, Accept => 'text/plain');
is($t->request('POST', '/api/v1/tags/')->header('Cache-Control'), undef);

# another library

$t->library('library', [corpus(5)]);

my $r;

ok($t->poll(sub {
    $r = $t->get($path, 'If-None-Match' => $tag);
    $r->status == 200;
}), 'it is modified');
isnt($r->header('ETag'), $tag, 'another tag');
is($r->json->{count}, 5, 'what is in it');

# files

mkdir $t->path('media');
$t->write_file('media/1.gif', 'GIF89a');

$r = $t->get('/media/1.gif');
is(join(', ', $r->status, $r->header('Cache-Control')), '200, no-cache',
    'a file');
is($t->get('/media/2.gif')->header('Cache-Control'), undef, 'there is none');
