#!/usr/bin/perl

# The page of contentlib_status: its forms, methods and headers, and the
# contexts of the directive.

use v5.36;

use lib 't/lib';
use Test::Contentlib;


my $t = Test::Contentlib->new(records => [image(1)], server => <<'CONF');
        contentlib_library %%LIBRARY%%;

        %%API%%

        location /status/ {
            contentlib_status;
            gzip on;
            gzip_types *;
            gzip_min_length 1;
            charset utf-8;
        }

        location /closed/ {
            contentlib_status;
            deny all;
        }
CONF

my %type = (
    '' => 'application/json',
    '?format=' => 'application/json',
    '?format=json' => 'application/json',
    '?format=prometheus' => 'text/plain; version=0.0.4; charset=utf-8',
    '?format=health' => 'application/json',
);

sub headers_ok ($r, $name) {
    is($r->header('Allow'), 'GET, HEAD', "$name: Allow");
    is($r->header('Cache-Control'), 'no-store', "$name: Cache-Control");
    is($r->header('X-Content-Type-Options'), 'nosniff', "$name: nosniff");
    is($r->header($_), undef, "$name: no $_") for qw(ETag Last-Modified);
}

for my $query (sort keys %type) {
    my $r = $t->get("/status/$query");

    is($r->status, 200, "\"$query\"");
    is($r->header('Content-Type') =~ s/^(\S+json); charset=utf-8$/$1/r,
        $type{$query}, 'its type');
    headers_ok($r, 'GET');

    $r = $t->head("/status/$query");
    is($r->status, 200, 'HEAD');
    headers_ok($r, 'HEAD');

    $r = $t->get("/status/$query", 'Accept-Encoding' => 'gzip');
    cmp_ok(length $r->plain, '>', 50, 'compressed by nginx');

    is($t->get("/status/$query", 'If-Modified-Since' =>
        'Fri, 01 Jan 2038 00:00:00 GMT', 'If-None-Match' => '*')->status, 200,
        'it is new each time');
}

is($t->request($_, '/status/', [], $_ eq 'PUT' ? 'x' : ())->status, 405, $_)
    for qw(POST PUT DELETE OPTIONS PATCH);
is($t->get("/status/$_")->status, 404, $_)
    for qw(?format=xml ?format=JSON ?format=json%00);
is($t->get('/closed/')->status, 403, 'access is left to nginx');
is($t->get('/api/v1/tags/tag/')->status, 200, 'the API is as ever');
