#!/usr/bin/perl

# Large records are made one at a time: a page of a few of them leaves others
# their turn, too.

use v5.36;

use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Test::Contentlib;


my $words = join ' ', map { "word-$_" } 1 .. 6000;

my $t = Test::Contentlib->new(workers => 1, server => <<'CONF',
        contentlib_library       %%LIBRARY%% cache=off;
        contentlib_gzip          on;
        contentlib_query_timeout 60s;

        location /api/v1/ {
            contentlib;
        }
CONF
    records => [map { image($_, alt_text => "$_ $words", tags => ['x']) }
        1 .. 15]);

my $page = $t->connection;
my $other = $t->connection;
my $between = 0;

$other->exchange('GET', '/api/v1/tags/x/');

for (1 .. 5) {
    $page->send_request('GET', '/api/v1/content_items/',
        ['Accept-Encoding' => 'gzip']);

    until ($page->readable) {
        $other->exchange('GET', '/api/v1/tags/x/');
        $between++;
    }

    my @records = $page->response->plain =~ /"alt_text"/g;

    is(scalar @records, 15, 'a page');
}

cmp_ok($between, '>', 10, 'others in between');
