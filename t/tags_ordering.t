#!/usr/bin/perl

# ordering: the list of tags by name, or by number of items.

use v5.36;
use utf8;

use lib 't/lib';
use Test::Contentlib;


my @tags = (tag('zebra', 'z'), tag('Éclair', 'e2'), tag('Apple', 'a'),
    tag('éclair', 'e1'), tag('apple pie', 'p'), tag('none', 'n'));

my $t = Test::Contentlib->new(records => [@tags, image(1, tags => [@tags[1, 3, 4]]),
        image(2, tags => [@tags[3, 4]]), image(3, tags => [@tags[0, 4]])]);

sub order_ok ($query, $slugs) {
    my $r = $t->get("/api/v1/tags/?$query");

    is(slugs($r), $slugs, $query);
}

order_ok('ordering=name', 'a p n z e1 e2');
order_ok('ordering=-items', 'p e1 z e2 a n');
order_ok("ordering=$_", 'z e2 a e1 p n') for '', qw(Name -name items -Items
    slug name+ -items%00);
order_ok('ordering=name&ordering=-items', 'p e1 z e2 a n');
order_ok('ordering=' . 'x' x 300, 'z e2 a e1 p n');

order_ok('ordering=name&limit=2&offset=1', 'p n');
order_ok('ordering=-items&limit=2&offset=4', 'a n');
order_ok('ordering=-items&limit=2&offset=6', '');

# with "name", twice, the second time from the cache

for (1, 2) {
    order_ok('ordering=name&name=e', 'a p n z');
    order_ok('ordering=-items&name=e', 'p z a n');
    order_ok('name=e', 'z a p n');
    order_ok('ordering=name&name=%C3%89&limit=1&offset=1', 'e2');
    order_ok('ordering=-items&name=%C3%89&limit=1&offset=1', 'e2');
    order_ok('ordering=-items&name=nowhere', '');
}

is($t->get('/api/v1/tags/?ordering=name&limit=2')->json->{next},
    'http://localhost/api/v1/tags/?limit=2&offset=2&ordering=name', 'next');

# "ordering" has no effect on other lists

is(ids($t->get("/api/v1/content_items/?ordering=$_")), '3 2 1', "items: $_")
    for 'name', '-items';
