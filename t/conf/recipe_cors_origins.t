#!/usr/bin/perl

# conf/recipes/cors_origins.conf: scripts of some sites may read the API.
# Tests: conf/recipes/cors_origins.conf

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Recipe;


my $t = recipe('cors_origins', records => [corpus(3)]);
my $tag = $t->get('/api/v1/tags/')->header('ETag');

my @requests = ([GET => '/api/v1/tags/'], [HEAD => '/api/v1/tags/'],
    [OPTIONS => '/api/v1/tags/'], [GET => '/api/v1/none/'],
    [GET => '/api/v1/tags'], [GET => '/api/v1/tags/', 'If-None-Match' => $tag]);

sub allowed_is ($origin, $allowed) {
    for my $request (@requests) {
        my ($method, $path, @headers) = @$request;
        my $r = $t->request($method, $path, [@headers,
            defined $origin ? (Origin => $origin) : ()]);

        is($r->header('Access-Control-Allow-Origin'), $allowed,
            "$method $path " . $r->status . ' to ' . ($origin // 'nobody'));
        is(join(', ', map { $r->header("Access-Control-$_") }
            'Expose-Headers', 'Allow-Headers', 'Max-Age'),
            'ETag, Retry-After, If-None-Match, 86400', 'as for all');
        is(scalar(grep { $_ eq 'Origin' } $r->header('Vary')), 1,
            'depends on it');
    }
}

allowed_is($_, $_) for 'https://www.example.com',
    'https://one.apps.example.com';

allowed_is($_, undef) for undef, 'https://elsewhere.example', 'null',
    'http://www.example.com', 'https://www.example.com.elsewhere.example',
    'https://one.apps.example.com.elsewhere.example',
    'https://x@one.apps.example.com:81', 'https://oneXapps.example.com',
    "https://elsewhere.example/https://one.apps.example.com";

my $r = $t->get('/api/v1/tags/', Origin => 'https://elsewhere.example');

is($r->status . ' ' . $r->json->{count}, '200 5', 'they are answered');
