#!/usr/bin/perl

# search: a term that many tags have.
# Tests: src/library/contentlib_relevance.c

use v5.36;

use lib 't/lib';
use Test::Contentlib;


my $TAGS = 65;

my %name = map { $_ => $_ < $TAGS ? "Sun moon $_" : "moon $_" } 1 .. $TAGS;

my $t = Test::Contentlib->new(records => [
        (map { image($_, alt_text => 'x', tags => [tag($name{$_}, "t-$_")]) }
            1 .. $TAGS),
        image(100, alt_text => 'Moon!', tags => []),
        image(101, alt_text => 'moonlight', tags => []),
        image(102, alt_text => 'sun',
            tags => [tag($name{$TAGS}, "t-$TAGS")]),
        image(103, alt_text => 'moo', tags => []),
    ]);

sub search_ok ($value, @ids) {
    my $r = $t->get("/api/v1/content_items/?limit=100&search=$value");

    is(ids($r), "@ids", "search=$value");
    is($r->json->{count}, scalar @ids, "search=$value: count");
}

my @sun = reverse 1 .. $TAGS - 1;

search_ok('moon', 100, 102, $TAGS, @sun, 101, 103);
search_ok('sun', 102, @sun);
search_ok('moon+sun', 102, @sun);
search_ok('sun+moo', 102, @sun);
search_ok('moo', 103, 102, 101, 100, $TAGS, @sun);
search_ok('mo', 103, 102, 101, 100, $TAGS, @sun);
search_ok("moon+$TAGS", 102, $TAGS);

my $library = $t->path('library.db');

my ($text, $status) = Test::Contentlib::program('check', $library);

is($status, 0, 'the library is sound') or diag($text);
