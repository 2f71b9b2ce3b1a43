#!/usr/bin/perl

# contentlib_numbers: width, height and size as integers or as strings.

use v5.36;

use lib 't/lib';
use Test::Contentlib;


my @items = (gif(2), image(1));
my $collection = collection('c', $items[0]);

my $t = Test::Contentlib->new(server => <<'CONF',
        contentlib_library %%LIBRARY%%;

        %%API%%

        location /integers/ {
            contentlib;
            contentlib_root     /integers/;
            contentlib_numbers  integer;
        }

        location /strings/ {
            contentlib;
            contentlib_root     /strings/;
            contentlib_numbers  string;
        }
CONF
    records => [@items, $collection]);

for (['/api/v1/'], ['/integers/', 'integer'], ['/strings/', 'string']) {
    my ($root, $numbers) = @$_;
    my %view = (root => $root, numbers => $numbers);

    answer_is($t->get("${root}content_items/2/"), 200,
        item_json($items[0], %view));
    answer_is($t->get("${root}content_items/"), 200,
        page_json(2, undef, undef, map { item_json($_, %view) } @items));
    answer_is($t->get("${root}collections/c/"), 200,
        collection_json($collection, %view), 'and in a preview item');
}

my $text = $t->get('/strings/content_items/2/')->body;

like($text, qr/"width":"480","height":"270","format":"image\/gif",
    "size":"90002"/x, 'strings of digits');
like($text, qr/^\{"id":2,/, 'the id stays an integer');
like($t->get('/api/v1/content_items/2/')->body, qr/"width":480,"height":270,
    "format":"image\/gif","size":90002/x, 'integers');

# numbers and strings of digits in the input

my $big = gif(3);
my $download = $big->{default_version}{download}[0];

$download->{$_->[0]} = $_->[1]
    for [width => '2147483648'], [height => '7'], [size => 4294967297];
$t->library('library', [$big]);
$t->reload;

like($t->get('/api/v1/content_items/3/')->body, qr/"width":2147483648,
    "height":7,"format":"image\/gif","size":4294967297/x);
like($t->get('/strings/content_items/3/')->body, qr/"width":"2147483648",
    "height":"7","format":"image\/gif","size":"4294967297"/x);
