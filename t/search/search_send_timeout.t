#!/usr/bin/perl

# A page with parts that wait for searches longer than send_timeout, which nginx
# counts from the time at which it could have sent something.  The page is
# complete.

use v5.36;

use lib 't/lib';
use Test::Contentlib;
use Test::Contentlib::Searches;


needs_threads();

my $t = Test::Contentlib->new(workers => 1, records => [search_tags()],
    files => { 'page.html' => join '|', map {
        '<!--# include virtual="' . slow_uri() . '" -->' } 1 .. 3
    }, server => <<'CONF');
        contentlib_library        %%LIBRARY%% cache=off;
        contentlib_query_timeout  60s;

        %%API%%

        location /page {
            ssi           on;
            root          %%DIR%%;
            send_timeout  5ms;
        }
CONF

my $part = $t->get(slow_uri())->body;

for (1 .. 3) {
    my @others = start_searches($t, 10);

    is($t->get('/page.html')->body, join('|', ($part) x 3), 'a page');
    counts_ok('other searches', 0, @others);
}
