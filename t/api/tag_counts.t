#!/usr/bin/perl

# /tags/?counts=items: each tag has the number of its items, in all orders.
# Without the parameter nothing changes.
# Tests: src/library/contentlib_records.c, src/service/contentlib_page.c

use v5.36;

use lib 't/lib';
use Test::Contentlib;


my @tags = map { tag($_) } qw(zebra ant "bee" cow);

# ant and zebra have three items, bee two, and cow one

my $t = Test::Contentlib->new(records => [
    image(1, tags => [@tags[0, 1]]),
    image(2, tags => [@tags[0, 1, 2]]),
    image(3, tags => [@tags[0, 1, 2, 3]]),
]);

sub counts ($query) {
    return join ' ', map { "$_->{slug}=" . ($_->{items} // '-') }
        $t->get("/api/v1/tags/?$query")->json->{results}->@*;
}

is(counts('counts=items'), 'zebra=3 ant=3 -bee-=2 cow=1', 'as imported');
is(counts('counts=items&ordering=name'), '-bee-=2 ant=3 cow=1 zebra=3',
    'by name');
is(counts('counts=items&ordering=-items'), 'zebra=3 ant=3 -bee-=2 cow=1',
    'most used first');
is(counts('counts=items&name=e'), 'zebra=3 -bee-=2', 'with a filter');
is(counts('counts=items&limit=2&offset=2'), '-bee-=2 cow=1', 'a page');
is(counts('counts=none&counts=items'), 'zebra=3 ant=3 -bee-=2 cow=1',
    'the last value counts');

# the whole body; other values, lists and records have no counts

my @plain = map { tag_json($_) } @tags;
my $page = '{"count":4,"next":null,"previous":null,"results":[%s]}';

answer_is($t->get('/api/v1/tags/?counts=items'), 200, sprintf($page,
    join ',', map { $plain[$_] =~ s/\}$/,"items":${\(3, 3, 2, 1)[$_]}}/r }
        0 .. 3), 'the last field');

for ('', 'counts=', 'counts=Items', 'counts=1', 'counts=items&counts=') {
    answer_is($t->get("/api/v1/tags/?$_"), 200, sprintf($page,
        join ',', @plain), "?$_");
}

for (qw(content_items/ collections/ tags/ant/ search/ content_items/1/)) {
    is($t->get("/api/v1/$_?counts=items")->body, $t->get("/api/v1/$_")->body,
        $_);
}

isnt($t->get('/api/v1/tags/?counts=items')->header('ETag'),
    $t->get('/api/v1/tags/')->header('ETag'), 'another entity tag');
