#!/usr/bin/perl

# The explorer shows a library that means ill: nothing of it runs, nothing of
# it is markup, no address leads elsewhere than to http and https.

use v5.36;

use FindBin;
use lib "$FindBin::Bin/lib", "$FindBin::Bin/../lib";
use Test::More;
use Test::Browser;
use Test::Contentlib;


my $markup = '"><img src=x onerror=alert(1)><script>alert(2)</script>'
    . "<svg onload=alert(3)>'\x{202e}\x{2028}{{7*7}}\${7*7}</title>"
    . '<style>*{display:none}</style><a href="javascript:alert(4)">x</a>';
my $script = 'javascript:alert(5)';
my @tags = map { tag("$_ $markup", "tag-$_") } 1 .. 3;

my $item = gif(1, alt_text => $markup, tags => \@tags, page => $script,
    partner_ids => [$markup, $script], static_image => $script);
my $version = $item->{default_version};

$_->{url} = $script for @{$version->{download}}, @{$version->{picture}};
$version->{picture}[0]{format} = 'image/gif';
$version->{download}[0]{platform} = $markup;
$version->{download}[1]{url} = 'data:text/html,<script>alert(6)</script>';
$version->{download}[2]{url} = 'https://media.example/' . $markup;

my $other = image(2, alt_text => 'plain', tags => \@tags);
my $t = Test::Contentlib->new(start => 0, server => '');
my $explorer = explorer_conf($t);

$t->config(server => <<"CONF");
        include /etc/nginx/mime.types;
        contentlib_library %%LIBRARY%%;
        $explorer

        location /api/v1/ {
            contentlib;
        }
CONF

$t->library('library', [$item, $other,
    collection('c', $item, description => $markup)]);
$t->start;

browser_tests($t);
