#!/usr/bin/perl

# One collection by its slug.

use v5.36;
use utf8;

use lib 't/lib';
use Test::Contentlib;


my @collections = (
    collection('best-of-2020', gif(5), name => 'Best of “2020”',
        description => "Two\nlines", featured => 1),
    collection('hidden', image(4), display => 0),
    collection('plain', gif(5)),
);

my $t = Test::Contentlib->new(records => \@collections);

my $list = '/api/v1/collections/';

answer_is($t->get("$list$_->{slug}/"), 200, collection_json($_))
    for @collections;

answer_is($t->get("${list}hidden/?format=api"), 200,
    collection_json($collections[1], format => 'api'));
answer_is($t->get("${list}hidden/?limit=x&text=none"), 200,
    collection_json($collections[1]), 'other parameters are ignored');
is_deeply($t->get("${list}plain/")->json, $t->get($list)->json->{results}[2],
    'the object that the list shows');

answer_is($t->get("$list$_/"), 404, '{"detail":"Not found."}',
    "no collection $_") for qw(none Plain PLAIN plai plainn pla%20in 5 best);
