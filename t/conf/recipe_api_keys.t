#!/usr/bin/perl

# conf/recipes/api_keys.conf: a key for each client, in a map.
# Tests: conf/recipes/api_keys.conf

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Recipe;


my $t = recipe('api_keys', records => [corpus(3)]);
my $key = '0d5f8a6e1c9b47f2a3e4d5c6b7a89801';

sub with ($value) { (Authorization => $value) }

# requests without a key

my $missing = 'Authentication credentials were not provided.';
my $wrong = 'Invalid API key.';

for my $request ([GET => '/api/v1/tags/'], [HEAD => '/api/v1/tags/'],
    [GET => '/api/v1/none/'], [GET => '/api/v1/tags'],
    [POST => '/api/v1/tags/'], [OPTIONS => '/api/v1/tags/'],
    [GET => '/api/v1/tags/', ['If-None-Match' => '*']],
    [GET => '/api/v1/tags/', [Accept => 'text/plain']])
{
    my ($method, $path, $headers) = @$request;
    my $r = $t->request($method, $path, $headers // []);

    refused_is($r, 401, $missing);
    is($r->header('WWW-Authenticate'), 'Bearer realm="api"', 'what it wants');

    refused_is($t->request($method, $path, [@{$headers // []},
        with("Bearer x$key")]), 403, $wrong);
}

refused_is($t->get('/api/v1/tags/', with('')), 401, $missing, 'empty');
refused_is($t->get('/api/v1/tags/', with($_)), 403, $wrong, "key \"$_\"")
    for '?', 'Bearer', "Bearer ${key}0", $key, "Basic $key", "Bearer  $key",
    'Bearer ' . substr($key, 1), "Bearer $key, Bearer $key";

# with one

for my $key ($key, uc $key, 'c4e1a2b39f8d47065e6f7a8b9c0d1e2f') {
    my $r = $t->get('/api/v1/tags/', with("Bearer $key"));

    is($r->status . ' ' . $r->json->{count}, '200 5', "key $key");
    is($r->header('Cache-Control'), 'private, no-cache',
        'for this client only');
    api_headers_ok($r);
}

my $tag = $t->get('/api/v1/tags/', with("Bearer $key"))->header('ETag');

is($t->get('/api/v1/tags/', with("Bearer $key"), 'If-None-Match' => $tag)
    ->status, 304, 'not modified');
answer_is($t->get('/api/v1/none/', with("Bearer $key")), 404,
    '{"detail":"Not found."}');
