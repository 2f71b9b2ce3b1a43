#!/usr/bin/perl

# An address without a slash at its end is redirected.
# Tests: src/service/contentlib_service.c, src/api/contentlib_url.c

use v5.36;

use lib 't/lib';
use Test::Contentlib;


my $t = Test::Contentlib->new(records => [image(65)], server => <<'CONF');
        contentlib_library %%LIBRARY%%;

        location /api/v1 {
            contentlib;
        }

        location /slash/ {
            contentlib;
            contentlib_root /slash/;

            location /slash/tags/ {
                contentlib;
            }
        }

        location = /slash {
            contentlib;
            contentlib_root /slash/;
        }

        location /public/ {
            contentlib;
            contentlib_root      /public/;
            contentlib_base_url  https://cdn.example/library;
        }
CONF

sub redirect_ok ($uri, $location, @headers) {
    for my $method (qw(GET HEAD OPTIONS)) {
        my $r = $t->request($method, $uri, \@headers);

        is($r->status . ' ' . ($r->header('Location') // 'nowhere'),
            "301 $location", "$method $uri");
    }
}

my $api = 'http://localhost/api/v1';

redirect_ok("/api/v1/$_", "$api/$_/") for qw(content_items tags collections
    search content_items/65 tags/happy-day collections/best);
redirect_ok('/api/v1', "$api/");
redirect_ok('/api/v1/content_items/99', "$api/content_items/99/");
redirect_ok('/api/v1/tags/Not_There', "$api/tags/Not_There/");
redirect_ok('/api/v1/%74ags', "$api/tags/");
redirect_ok('/public/tags', 'https://cdn.example/library/public/tags/');
redirect_ok('/api/v1/tags', 'http://api.example:8080/api/v1/tags/',
    Host => 'api.example:8080');

# the root of a location that has a slash at its end has one of its own, and
# a route with a location of its own is redirected by the one around it

redirect_ok("/slash$_", "http://localhost/slash/$_") for '', '?a=%20&&b';
redirect_ok("/slash/tags$_", "http://localhost/slash/tags/$_") for '', '?a';

is($t->request('POST', "/slash$_")->status, 405, "POST /slash$_")
    for '', '/tags';

# the query is not changed

redirect_ok("/api/v1/tags?$_", "$api/tags/?$_") for 'a=1&b=2', 'a',
    'a=%20+&&b==', 'limit=x&offset=-1', 'a=%zz%', 'x=?&y=/', 'b=1&a=2',
    'a=%0d%0aX:1', 'a=%C3%A9', 'format=api', "q=!\$'()*,;:@[]~";

# bytes that are invalid in a header are encoded

for my $byte (0x80, 0xc3, 0xff) {
    my $r = $t->get('/api/v1/tags?a=' . chr($byte) . 'b');

    is($r->status, 301, sprintf 'byte %02x in the query', $byte);
    is($r->header('Location'), sprintf '%s/tags/?a=%%%02Xb', $api, $byte);
}

my @headers = @{$t->get('/api/v1/tags?a=%0d%0aInjected:%20yes')->headers};

is(scalar(grep { $_->[0] =~ /^injected$/i } @headers), 0, 'no new header');

# other methods

for my $path (qw(content_items content_items/65 tags/none search)) {
    answer_is($t->request('POST', "/api/v1/$path"), 405,
        '{"detail":"Method \"POST\" not allowed."}', "POST $path");
}
