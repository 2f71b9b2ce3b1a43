#!/usr/bin/perl

# The explorer with a library of an attacker: no script runs, texts are not
# used as markup, and links lead to http and https only.
# Tests: data/explorer/dom.js, data/explorer/view_item.js

use v5.36;

use lib qw(t/browser/lib t/lib);
use Test::Browser;
use Test::Contentlib;


my $markup = '"><img src=x onerror=alert(1)><script>alert(2)</script>'
    . "<svg onload=alert(3)>'\x{202e}\x{2028}{{7*7}}\${7*7}</title>"
    . '<style>*{display:none}</style><a href="javascript:alert(4)">x</a>';
my @tags = map { tag("$_ $markup", "tag-$_") } 1 .. 3;

my $item = gif(1, alt_text => $markup, tags => \@tags,
    partner_ids => [$markup, $markup]);

my $version = $item->{default_version};

$version->{download}[1]{platform} = $markup;

my $other = image(2, alt_text => 'plain', tags => \@tags);
my @records = ($item, $other,
    collection('c', $item, name => $markup, description => $markup));

browser_tests(explorer(\@records, <<'CONF'));
        # "contentlib import" rejects such values, but another server could
        # send them

        location /api/v1/ {
            contentlib;
            sub_filter        https://media.example/files/1/
                              javascript:alert(5)//;
            sub_filter        https://partner.example/
                              data:text/html,<script>alert(6)</script>;
            sub_filter        '"content_label":"GIF"'
                              '"content_label":"<svg onload=alert(7)>"';
            sub_filter        video/mp4 '<svg onload=alert(8)>';
            sub_filter_types  application/json;
            sub_filter_once   off;
        }
CONF
