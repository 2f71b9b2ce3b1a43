#!/usr/bin/perl

# Suggestions without a text: the first ten collections with
# display_in_library.

use v5.36;
use utf8;

use lib 't/lib';
use Test::Contentlib;


my $item = image(1);

# every third collection is not displayed

my @collections = map {
    collection("c-$_", $item, name => 'Name ' . (100 - $_) . ' "é"',
        display => $_ % 3 != 0);
} 1 .. 20;

my $t = Test::Contentlib->new(server => <<'CONF',
        contentlib_library %%DIR%%/many.db;

        %%API%%

        location /few/ {
            contentlib;
            contentlib_root     /few/;
            contentlib_library  %%DIR%%/few.db;
        }

        location /none/ {
            contentlib;
            contentlib_root     /none/;
            contentlib_library  %%DIR%%/none.db;
        }
CONF
    start => 0);

$t->library('many', \@collections);
$t->library('few', [@collections[2, 4, 1]]);
$t->library('none', [$item, $collections[2]]);
$t->start;

sub suggestions (@collections) {
    my @names = map { string_json($_->{name}) } @collections;

    return '[' . join(',', map { qq({"type":"collection","text":$_}) }
        @names) . ']';
}

my $first = suggestions(@collections[0, 1, 3, 4, 6, 7, 9, 10, 12, 13]);

answer_is($t->get('/api/v1/search/'), 200, $first);
answer_is($t->get('/api/v1/search/?text='), 200, $first, 'an empty text');
answer_is($t->get('/api/v1/search/?format=api'), 200, $first);
answer_is($t->get('/api/v1/search/?offset=5&unknown=x'), 200, $first,
    'other parameters are ignored');
answer_is($t->get('/few/search/'), 200, suggestions(@collections[4, 1]));
answer_is($t->get('/none/search/'), 200, '[]');
