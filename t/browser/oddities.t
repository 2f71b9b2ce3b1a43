#!/usr/bin/perl

# The explorer behind a proxy, below a path; with unusual addresses and with
# records that have wrong sizes.
# Tests: data/explorer

use v5.36;

use lib qw(t/browser/lib t/lib);
use Test::Browser;
use Test::Contentlib;


my $wrong = photograph(7, alt_text => 'A picture that is 4 by 3');

$_->{height} = 20 * $_->{width}
    for $wrong->{default_version}{picture}->@*;

browser_tests(explorer([
    $wrong, gif(8, tags => [map { tag("a tag with number $_") } 1 .. 30]),
    map { image($_, created => '2019-07-05T21:03:00Z',
        tags => [map { tag("a tag with number $_") } 1 .. 30]) } 1 .. 6,
], <<'CONF'));
        %%API%%

        set                   $explorer_path  /gallery;
        contentlib_base_url   $scheme://$http_host/gallery;

        location /gallery/ {
            proxy_pass        http://127.0.0.1:%%PORT%%/;
            proxy_set_header  Host  $http_host;
            proxy_redirect    off;
        }
CONF
