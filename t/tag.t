#!/usr/bin/perl

# One tag by its slug.

use v5.36;
use utf8;

use lib 't/lib';
use Test::Contentlib;


my $long = 'x' x 255;
my @tags = (tag('Happy Day', 'happy-day'), tag('été', 'e-2'),
    tag('Mixed', 'Mixed_Case'), tag('long', $long), tag('one', '1'),
    tag('ends of ranges', '09AZaz_-'));

my $t = Test::Contentlib->new(records => [image(1, tags => \@tags)]);

my $list = '/api/v1/tags/';

answer_is($t->get("$list$_->{slug}/"), 200, tag_json($_), "tag $_->{name}")
    for @tags;

answer_is($t->get("${list}happy%2Dday/"), 200, tag_json($tags[0]),
    'an encoded character is the character');
answer_is($t->get("${list}happy-day/?format=api"), 200,
    tag_json($tags[0], format => 'api'));
answer_is($t->get("${list}happy-day/?name=no&limit=0&x=1"), 200,
    tag_json($tags[0]), 'filters and paging parameters are ignored');
is_deeply($t->get("${list}e-2/")->json, $t->get($list)->json->{results}[1],
    'the object that the list shows');

for my $slug (qw(none happy-da happy-dayy Happy-day HAPPY-DAY mixed_case e 2
    happy%20day happy+day Happy%20Day happy.day %C3%A9t%C3%A9 happy%2Fday
    happy%3Fday happy-day%00 ' * %25), "${long}x", 'y' x 255)
{
    my $r = $t->get("$list$slug/");

    # nginx rejects a zero byte

    if ($slug =~ /%00/) {
        is($r->status, 400, 'a zero byte');

    } else {
        answer_is($r, 404, '{"detail":"Not found."}', "no tag $slug");
    }
}
