#!/usr/bin/perl

# name: a part of the name, in the list of tags.

use v5.36;
use utf8;

use lib 't/lib';
use Test::Contentlib;


my @names = ('Zebra Crossing', 'cross', 'Across the river', 'été', 'CROSS',
    'c r o s s', 'x', 'ox', ' ', 'two  blanks', 'last');
my @tags = map { tag($names[$_], "t$_") } keys @names;

my $t = Test::Contentlib->new(records => [@tags]);

my $list = '/api/v1/tags/';

sub name_ok ($name, $slugs) {
    my $r = $t->get("$list?name=$name");

    is(slugs($r), $slugs, "name=$name");
    is($r->json->{count}, scalar(split ' ', $slugs), "name=$name: count");
}

my $all = join ' ', map { $_->{slug} } @tags;

name_ok('', $all);
name_ok('cross', 't0 t1 t2 t4');
name_ok('CROSS', 't0 t1 t2 t4');
name_ok('cros', 't0 t1 t2 t4');
name_ok('cr', 't0 t1 t2 t4');
name_ok('c', 't0 t1 t2 t4 t5');
name_ok('x', 't6 t7');
name_ok('crossing', 't0');
name_ok('a+cross', 't0');
name_ok('acrossing', '');
name_ok('a+c', 't0');
name_ok('%C3%89T%C3%89', 't3');
name_ok('%C3%A9', 't3');
name_ok('+', 't0 t2 t5 t8 t9');
name_ok('++', 't9');
name_ok('t0', '');
name_ok('none', '');
name_ok('none&name=last', 't10');
name_ok('last&name=', $all);

# the filters of items have no effect

name_ok('&text=none&tag=none&tag-slug=none&tag-partial=none', $all);

# pages

answer_is($t->get("$list?name=cross&limit=2&offset=1"), 200, page_json(4,
    "http://localhost$list?limit=2&name=cross&offset=3",
    "http://localhost$list?limit=2&name=cross",
    map { tag_json($_) } @tags[1, 2]));
answer_is($t->get("$list?offset=9&name=cross"), 200, page_json(4, undef,
    "http://localhost$list?limit=30&name=cross"));
answer_is($t->get("$list?format=api&name=Zebra"), 200, page_json(1, undef,
    undef, tag_json($tags[0], format => 'api')));
