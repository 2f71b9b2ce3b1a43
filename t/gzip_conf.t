#!/usr/bin/perl

# The directive contentlib_gzip: its contexts, and the responses without it.

use v5.36;

use lib 't/lib';
use Test::Contentlib;


my $t = Test::Contentlib->new(records => [corpus(10)], workers => 1,
    http => <<'CONF');
    contentlib_library %%LIBRARY%%;

    server {
        listen 127.0.0.1:%%PORT%%;

        %%API%%

        location /on/ {
            contentlib;
            contentlib_root  /on/;
            contentlib_gzip  on;

            location /on/content_items/ {
                contentlib;
                contentlib_gzip off;
            }

            location /on/tags/ {
                contentlib;
            }
        }

        location /if/ {
            contentlib;
            contentlib_root /if/;

            if ($arg_gzip = yes) {
                contentlib_gzip on;
            }
        }

        location /unless/ {
            contentlib;
            contentlib_root /unless/;
            contentlib_gzip on;

            if ($arg_gzip = no) {
                contentlib_gzip off;
            }
        }
    }

    server {
        listen 127.0.0.1:%%PORT_1%%;

        contentlib_gzip on;

        %%API%%

        location /off/ {
            contentlib;
            contentlib_root  /off/;
            contentlib_gzip  off;
        }
    }
CONF

sub ask ($port, $method, $uri, $coding = 'gzip') {
    return $t->request($method, $uri, ['Accept-Encoding' => $coding], undef,
        $port);
}

# several times, since the third response is from the cache

sub gzip_ok ($on, $uri, $port = 0) {
    my $etag = $on ? qr{^W/"[0-9a-f]{32}"$} : qr{^"[0-9a-f]{32}"$};
    my $plain = ask($port, 'GET', $uri, 'identity');

    is($plain->header('Content-Encoding'), undef, "$uri: not asked for");

    for my $method ('GET', 'GET', 'GET', 'HEAD') {
        my $r = ask($port, $method, $uri);

        is($r->header('Content-Encoding'), $on ? 'gzip' : undef,
            "$method $uri: " . ($on ? 'on' : 'off'));
        is(join(' | ', sort $r->header('Vary')),
            $on ? 'Accept | Accept-Encoding' : 'Accept', 'Vary');
        like($r->header('ETag'), $etag, 'ETag');
        ok($r->plain eq $plain->body, 'its body') if $method eq 'GET';
        is($r->head_text, $plain->head_text, 'the same head') unless $on;
    }

    # the tag of one form matches the other form

    my $other = $t->request('GET', $uri, ['Accept-Encoding' => 'gzip',
        'If-None-Match' => $plain->header('ETag')], undef, $port);

    is($other->status, 304, 'the tag of what is sent as it is');
}

gzip_ok(0, '/api/v1/tags/');
gzip_ok(0, '/api/v1/');
gzip_ok(1, '/on/');
gzip_ok(1, '/on/collections/');
gzip_ok(0, '/on/content_items/');
gzip_ok(0, '/on/content_items/7/');
gzip_ok(1, '/on/tags/');
gzip_ok(0, '/if/tags/');
gzip_ok(1, '/if/tags/?gzip=yes');
gzip_ok(0, '/if/tags/?gzip=no');
gzip_ok(1, '/unless/tags/');
gzip_ok(0, '/unless/tags/?gzip=no');
gzip_ok(1, '/api/v1/tags/', 1);
gzip_ok(0, '/off/tags/', 1);


# values of the directive

sub said (@directives) {
    return $t->config_test(server => join "\n",
        'location /api/v1/ { contentlib; contentlib_library x.db; }',
        @directives);
}

for ('on;', 'off;') {
    my ($said, $status) = said("contentlib_gzip $_");

    is($status, 0, "contentlib_gzip $_") or diag $said;
}

for (['contentlib_gzip;', 'invalid number of arguments in'],
    ['contentlib_gzip on off;', 'invalid number of arguments in'],
    ['contentlib_gzip yes;', 'invalid value "yes" in "contentlib_gzip"'],
    ['contentlib_gzip static;', 'invalid value "static" in'],
    ['contentlib_gzip "";', 'invalid value "" in "contentlib_gzip"'],
    ['contentlib_gzip on; contentlib_gzip off;', 'is duplicate in'],
    ['limit_except GET { contentlib_gzip on; }', 'is not allowed here in'])
{
    my ($directive, $wanted) = @$_;
    my ($said, $status) = said($directive =~ /^limit/
        ? "location /x { $directive }" : $directive);

    isnt($status, 0, "$directive: refused");
    like($said, qr/\[emerg\] .*\Q$wanted\E/, 'why');
}
