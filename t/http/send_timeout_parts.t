#!/usr/bin/perl

# A large response with parts: a client that takes nothing is disconnected after
# send_timeout, also if another part ends meanwhile.

use v5.36;

use lib 't/lib';
use Socket qw(SOL_SOCKET SO_RCVBUF);
use Test::Contentlib;
use Test::Contentlib::Searches;


needs_threads();

my $t = Test::Contentlib->new(start => 0, workers => 1, server => <<'CONF');
        contentlib_query_timeout  60s;
        send_timeout              2s;

        location /api/v1/ {
            contentlib;
            contentlib_library  %%DIR%%/tags.db cache=off;
        }

        location /page/ {
            contentlib;
            contentlib_root     /page/;
            contentlib_library  %%LIBRARY%%;
            ssi                 on;
            ssi_types           application/json;
        }

        location /static/ {
            alias  %%DIR%%/;
        }
CONF

# the first item has the parts, and the page is above 1 MiB

my $parts = "<!--# include virtual='/static/big.txt' --><!--# include virtual='"
    . slow_uri() . "' set='v' -->";

$t->library('tags', [search_tags()]);
$t->library('library', [map {
    image($_, alt_text => $_ == 18 ? $parts : 'x' x 65_000)
} 1 .. 18]);
$t->write_file('big.txt', 'static' x 2_000_000);
$t->start;

my @others = start_searches($t, 4);
my $client = $t->connection;

setsockopt $client->socket, SOL_SOCKET, SO_RCVBUF, pack 'i', 65536;
$client->send_request('GET', '/page/content_items/');
counts_ok('searches', 0, @others);

# nginx logs it

ok($t->poll(sub { $t->error_log =~ /client timed out/ }), 'disconnected');
