#!/usr/bin/perl

# conf/recipes/auth_request.conf: a service authorizes each request.
# Tests: conf/recipes/auth_request.conf

use v5.36;

use lib 't/lib';
use Time::HiRes qw(sleep);
use Test::Contentlib;
use Test::Contentlib::Recipe;
use Test::Contentlib::Service;


my ($built) = Test::Contentlib::nginx('-V');

plan(skip_all => 'no auth_request module in nginx')
    unless $built =~ /--with-http_auth_request_module/;

# X-Answer is the status of the service's response

my $service = Test::Contentlib::Service->new(sub ($path, $n, $headers) {
    my $status = $headers->{'x-answer'} // 401;

    return { raw => '' } if $status eq 'nothing';
    sleep 1.5, $status = 200 if $status eq 'late';

    $status = 400 if $path ne '/check' || $headers->{'content-length'}
        || $headers->{'x-forwarded-for'} ne '127.0.0.1'
        || $headers->{'x-original-uri'} !~ m{^/api/v1/(?:tags/\?a=%20b)?$};

    return { status => $status, body => 'of the service', headers => {
        'WWW-Authenticate' => 'Bearer realm="service"' } };
});

my $t = recipe('auth_request', records => [corpus(3)],
    replace => ['http://127.0.0.1:9000' => $service->host]);
my $path = '/api/v1/tags/?a=%20b';

my %detail = (
    401 => 'Authentication credentials were not provided.',
    403 => 'You do not have permission to perform this action.',
    503 => 'Service temporarily unavailable, try again later.',
);

sub refused_ok ($answer, $status) {
    my @headers = ('X-Answer' => $answer);

    for my $r ($t->get($path, @headers), $t->head($path, @headers),
        $t->get($path, @headers, 'If-None-Match' => '*'),
        $t->request('POST', $path, [@headers], 'x' x 100))
    {
        refused_is($r, $status, $detail{$status}, "$answer: " . $r->request);
        is($r->header('WWW-Authenticate'),
            $status == 401 ? 'Bearer realm="service"' : undef, 'whose key');
        is($r->header('Retry-After'), $status == 503 ? 5 : undef,
            'when to come again');
    }
}

refused_ok(401, 401);
refused_ok(403, 403);
refused_ok($_, 503) for 500, 404, 302, 'nothing';

# authorized requests

for my $answer (200, 204) {
    my $r = $t->get($path, 'X-Answer' => $answer);

    is($r->status . ' ' . $r->json->{count}, '200 5', "$answer of the service");
    is($r->header('Cache-Control'), 'private, no-cache',
        'for this client only');
    api_headers_ok($r);
}

is($t->get('/api/v1/', 'X-Answer' => 200)->status, 200, 'another address');
answer_is($t->request('POST', $path, ['X-Answer' => 200], 'x' x 100), 405,
    '{"detail":"Method \"POST\" not allowed."}');
is($t->get('/auth', 'X-Answer' => 200)->status, 404, 'not for clients');

# the service is slow, and does not run

is($t->get($path, 'X-Answer' => 'late')->status, 503, 'too late');

undef $service;
refused_ok(200, 503);
