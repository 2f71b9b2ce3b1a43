#!/usr/bin/perl

# conf/recipes/cors.conf: scripts of all sites may read the API.
# Tests: conf/recipes/cors.conf

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Recipe;


my $t = recipe('cors', records => [corpus(3)]);
my @origin = (Origin => 'https://elsewhere.example');
my $tag = $t->get('/api/v1/tags/')->header('ETag');

sub readable_ok ($status, $method, $path, @headers) {
    my $r = $t->request($method, $path, [@origin, @headers]);

    is(join("\n", $r->status, map { $r->header($_) }
        'Access-Control-Allow-Origin', 'Access-Control-Expose-Headers'),
        "$status\n*\nETag, Retry-After", "$method $path: $status");

    return $r;
}

# scripts can read all responses

is(readable_ok(200, 'GET', '/api/v1/tags/')->json->{count}, 5);
readable_ok(200, 'HEAD', '/api/v1/tags/');
readable_ok(304, 'GET', '/api/v1/tags/', 'If-None-Match' => $tag);
readable_ok(301, 'GET', '/api/v1/tags');
readable_ok(404, 'GET', '/api/v1/none/');
readable_ok(405, 'POST', '/api/v1/tags/');
readable_ok(406, 'GET', '/api/v1/tags/', Accept => 'text/plain');

# preflight requests

my $r = readable_ok(200, 'OPTIONS', '/api/v1/tags/',
    'Access-Control-Request-Method' => 'GET',
    'Access-Control-Request-Headers' => 'if-none-match');

is($r->header('Access-Control-Allow-Headers'), 'If-None-Match',
    'the header may be sent');
is($r->header('Access-Control-Max-Age'), 86400, 'for a day');

# the responses are those of the API

api_headers_ok($t->get('/api/v1/tags/', @origin));
is($t->get('/none', @origin)->header('Access-Control-Allow-Origin'), undef,
    'nothing else of the host');
