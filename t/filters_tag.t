#!/usr/bin/perl

# tag: a whole tag name, without case. tag-slug: a slug, with the same case.

use v5.36;

use lib 't/lib';
use Test::Contentlib;


# the names of two tags differ in case only

my @tags = (tag('Happy Day', 'happy-day'), tag('happy day', 'happy-day-2'),
    tag('happy', 'happy'), tag('day', 'Day'), tag('a b', 'ab'),
    tag(' a b', 'ab2'), tag('never'));

my $t = Test::Contentlib->new(
    records => [
        $tags[6],
        image(1, tags => [@tags[0, 2]]),
        image(2, tags => [@tags[1, 3]]),
        image(3, tags => [@tags[0, 1]]),
        image(4, tags => [@tags[2, 3]]),
        image(5, tags => [$tags[4]]),
        image(6, tags => [$tags[5]]),
        image(7, tags => [], alt_text => 'happy day'),
        image(8, tags => [map { "zq $_" } 1 .. 64]),
        image(9, tags => ['zq 65']),
        image(10, tags => [map { "zq $_" } 66 .. 129]),
    ]);

my $all = join ' ', reverse 1 .. 10;

sub filter_ok ($query, $ids) {
    my $r = $t->get("/api/v1/content_items/?$query");

    is(ids($r), $ids, $query);
    is($r->json->{count}, scalar(split ' ', $ids), "$query: count");
}

filter_ok('tag=happy+day', '3 2 1');
filter_ok('tag=Happy%20Day', '3 2 1');
filter_ok('tag=HAPPY+DAY', '3 2 1');
filter_ok('tag=happy', '4 1');
filter_ok('tag=day', '4 2');
filter_ok('tag=DAY', '4 2');
filter_ok('tag=happ', '');
filter_ok('tag=happy-day', '');
filter_ok('tag=happy++day', '');
filter_ok('tag=happy+day+', '');
filter_ok('tag=+happy+day', '');
filter_ok('tag=a+b', '5');
filter_ok('tag=+a+b', '6');
filter_ok('tag=unknown', '');
filter_ok('tag=never', '');
filter_ok('tag=', $all);
filter_ok('tag=+', '');
filter_ok('tag=happy&tag=day', '4 2');
filter_ok('tag=day&tag=', $all);

# tag-partial: any tag of the item, but not the alt text, which "text" reads

filter_ok('tag-partial=happy', '4 3 2 1');
filter_ok('tag-partial=py+d', '3 2 1');
filter_ok('tag-partial=never', '');
filter_ok('text=happy', '7');

# one statement reads the items of 64 tags

filter_ok('tag-partial=zq', '10 9 8');
filter_ok('tag-partial=zq+', '10 9 8');
filter_ok('tag-partial=zq+6', '10 9 8');
filter_ok('tag-partial=zq+65', '9');

filter_ok('tag-slug=happy-day', '3 1');
filter_ok('tag-slug=happy-day-2', '3 2');
filter_ok('tag-slug=Happy-Day', '');
filter_ok('tag-slug=happy+day', '');
filter_ok('tag-slug=happy-da', '');
filter_ok('tag-slug=happy', '4 1');
filter_ok('tag-slug=day', '');
filter_ok('tag-slug=Day', '4 2');
filter_ok('tag-slug=ab', '5');
filter_ok('tag-slug=+ab', '');
filter_ok('tag-slug=unknown', '');
filter_ok('tag-slug=never', '');
filter_ok('tag-slug=', $all);
filter_ok('tag-slug=ab&tag-slug=ab2', '6');
filter_ok('tag_slug=ab', $all);
filter_ok('t%61g-slug=%61b', '5');

answer_is($t->get('/api/v1/content_items/?tag=unknown&offset=0'), 200,
    '{"count":0,"next":null,"previous":null,"results":[]}', 'no such tag');
