#!/usr/bin/perl

# One content item by its id.

use v5.36;

use lib 't/lib';
use Test::Contentlib;


my $biggest = '9223372036854775807';
my @items = (image($biggest), gif(65, tags => ['Happy Day', 'b', 'a']),
    image(1));

my $t = Test::Contentlib->new(records => \@items);

my $list = '/api/v1/content_items/';
my ($big, $gif, $image) = @items;

answer_is($t->get("${list}65/"), 200, item_json($gif), 'a GIF item');
answer_is($t->get("${list}1/"), 200, item_json($image), 'a static image');
answer_is($t->get("$list$biggest/"), 200, item_json($big), '2**63 - 1');

is_deeply($t->get("${list}65/")->json, $t->get($list)->json->{results}[1],
    'the object that the list shows');

answer_is($t->get("${list}65/?format=api"), 200,
    item_json($gif, format => 'api'));
answer_is($t->get("${list}65/?format="), 200, item_json($gif, format => ''));
answer_is($t->get("${list}65/?text=nothing&limit=abc&offset=9&x=1"), 200,
    item_json($gif), 'filters and paging parameters are ignored');

for my $id (2, 64, 66, '9223372036854775806', '9223372036854775808',
    '18446744073709551681', '18446744073709551617', '1' x 100)
{
    answer_is($t->get("$list$id/"), 404, '{"detail":"Not found."}',
        "no item $id");
}

for my $id (qw(0 065 01 -1 +1 %2B1 1.0 1e0 0x1 abc 1a a1 %D9%A1 %201 1%20),
    '65,')
{
    answer_is($t->get("$list$id/"), 404, '{"detail":"Not found."}',
        "$id is no id");
}
