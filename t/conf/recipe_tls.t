#!/usr/bin/perl

# conf/recipes/tls.conf: HTTP/2 and TLS, with a self-signed certificate.
# Tests: conf/recipes/tls.conf

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Recipe;


my ($built) = Test::Contentlib::nginx('-V');

plan(skip_all => 'no TLS with HTTP/2 in nginx')
    unless $built =~ /--with-http_ssl_module/
    && $built =~ /--with-http_v2_module/;

my $t = recipe('tls', start => 0);

my ($said, $status) = Test::Contentlib::run(sub { exec 'openssl', 'req',
    '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1',
    '-nodes', '-days', 1, '-subj', '/CN=api.example.com', '-addext',
    'subjectAltName=DNS:api.example.com', '-keyout', $t->path('api.key'),
    '-out', $t->path('api.crt') });

is($status, 0, 'a certificate') or diag($said);

$t->library('library', [corpus(40)]);
$t->start;

my $address = 'https://api.example.com:' . $t->port(1);

sub curl (@arguments) {
    my $path = pop @arguments;

    return scalar Test::Contentlib::run(sub { exec 'curl', '-sS', '-4',
        '--noproxy', '*', '--max-time', 30, '--cacert', $t->path('api.crt'),
        '--resolve', 'api.example.com:' . $t->port(1) . ':127.0.0.1',
        @arguments, "$address$path" });
}

# what curl offers first

SKIP: {
    my ($curl) = Test::Contentlib::run(sub { exec 'curl', '--version' });

    skip 'no curl with HTTP/2', 1 unless $curl =~ /^Features:.*HTTP2/m;

    is(curl('-o', '/dev/null', '-w', '%{http_version} %{http_code}',
        '/api/v1/'), '2 200', 'HTTP/2');
}

is(curl('--http1.1', '-o', '/dev/null', '-w', '%{http_version} %{http_code}',
    '/api/v1/'), '1.1 200', 'HTTP/1.1');

my $body = curl('/api/v1/tags/every/');

is($body, tag_json({ slug => 'every', name => 'every' },
    base_url => $address), 'addresses are those of https');
is(curl('--http1.1', '/api/v1/tags/every/'), $body, 'the same');
like(curl('--compressed', '-I', '/api/v1/content_items/'),
    qr/^content-encoding: gzip\r$/mi, 'compressed');
is(curl('--compressed', '/api/v1/content_items/'),
    curl('/api/v1/content_items/'), 'the same');

my $head = curl('-I', '/api/v1/none/');

like($head, qr/^strict-transport-security: max-age=31536000\r$/mi,
    'from now on by TLS only');
like($head, qr{^content-type: application/json\r$}mi, 'an answer of the API');

# versions, and a session that is taken up again, from the cache

is(curl('--tlsv1.3', '-o', '/dev/null', '-w', '%{http_code}', '/api/v1/'),
    200, 'TLS 1.3');

my $sessions = Test::Contentlib::run(sub {
    open STDIN, '<', '/dev/null';
    exec 'openssl', 's_client', '-tls1_2', '-reconnect', '-connect',
        '127.0.0.1:' . $t->port(1);
});

# openssl may see the end of its input before it has connected five times

like($sessions, qr/^Reused, TLSv1\.2/m, 'TLS 1.2');
unlike($sessions, qr/session ticket/, 'no tickets');

# a client that does not know the certificate

like(scalar Test::Contentlib::run(sub { exec 'curl', '-sS', '-4', '--noproxy',
    '*', '--max-time', 30, 'https://127.0.0.1:' . $t->port(1) }),
    qr/certificate/, 'the certificate is looked at');

# without TLS

my $r = $t->get('/api/v1/tags/?name=a%20b', Host => 'api.example.com');

is($r->status . ' ' . $r->header('Location'),
    '301 https://api.example.com/api/v1/tags/?name=a%20b', 'a redirect');
is($t->request('GET', '/api/v1/', [], undef, 1)->status, 400,
    'no answer on this port');
