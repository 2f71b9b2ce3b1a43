#!/usr/bin/perl

# When a search ends, pages that have waited for the same matches are made one in
# each cycle of the event loop: other requests are answered between them.
# Tests: src/http/ngx_http_contentlib_wait.c

use v5.36;

use lib 't/lib';
use IO::Select;
use Test::Contentlib;
use Test::Contentlib::Searches;


needs_threads();

my $PAGES = 40;

my $t = search_server(cache => '32m',
    more => 'contentlib_max_page_size 250;');
# A client may be stopped until all pages are made, so it may try again: with
# another part of all names, because matches are in the cache.

sub overtaken ($try) {
    my $part = substr('filler ' x 6, 0, 10 + $try) =~ tr/ /+/r;
    my @slow = start_searches($t, 2);
    my @pages = map { $t->connection } 1 .. $PAGES;
    my $other = $t->connection;

    $pages[$_]->send_request('GET', "/api/v1/tags/?limit=250&name=$part"
        . '&offset=' . 10 * $_) for 0 .. $#pages;

    IO::Select->new($pages[0]->socket)->can_read(60);

    is($other->exchange('GET', '/api/v1/tags/t1/')->status, 200,
        "$try: a quick request");

    my $left = grep { !$_->readable } @pages;

    counts_ok("$try: all pages", TAGS, @pages);
    counts_ok("$try: the searches before", 0, @slow);

    return $left;
}

my $left = 0;

for my $try (1 .. 10) {
    last if $left = overtaken($try);
}

cmp_ok($left, '>', 0, 'it is answered before all pages are');
