#!/usr/bin/perl

# without: the items that have no tags, or no caption.  Spaces are no caption.
# Tests: src/library/contentlib_filter.c,
#     src/tool/write/contentlib_write_records.c

use v5.36;
use utf8;

use lib 't/lib';
use Test::Contentlib;


my @tags = (tag('cat'), tag('dog'));
my $t = Test::Contentlib->new(records => [
    image(1, alt_text => 'A cat', tags => \@tags),
    image(2, alt_text => 'A dog', tags => []),
    image(3, alt_text => '', tags => \@tags),
    gif(4, alt_text => '', tags => []),
    image(5, alt_text => " \t\n\x{a0}\x{3000}", tags => [$tags[0]]),
    image(6, alt_text => "\x{200b}\x{ad}", tags => [$tags[0]]),
    image(7, alt_text => '.', tags => [$tags[0]]),
    collection('c', image(1, alt_text => 'A cat', tags => \@tags),
        items => [1, 2, 3]),
]);

sub found ($query) {
    return ids($t->get("/api/v1/content_items/?$query"));
}

is(found('without=tags'), '4 2', 'no tags');
is(found('without=text'), '6 5 4 3', 'no caption: empty, spaces, nothing seen');

# with other filters, and searches

is(found('without=tags&content_type=G'), '4', 'of a kind');
is(found('without=text&tag=CAT'), '6 5 3', 'with a tag');
is(found('without=text&collection=c'), '3', 'of a collection');
is(found('without=tags&search=dog'), '2', 'of a search');
is(found('without=text&tag-partial=do'), '3', 'with a part of a name');
is(found('without=text&text=a'), '', 'text and no text');
is(found('without=text&limit=2&offset=1'), '5 4', 'a page');
is($t->get('/api/v1/content_items/?without=text&limit=2')->json->{next},
    'http://localhost/api/v1/content_items/?limit=2&offset=2&without=text',
    'its link');

# values

my $all = '7 6 5 4 3 2 1';

is(found("without=$_"), '', "without=$_ matches nothing")
    for qw(Tags TAGS tag alt_text none +tags tags%00 %00 0), 'tags,text';
is(found($_), $all, "$_ is no filter") for '', 'without', 'without=',
    'without=tags&without=', 'Without=tags';
is(found('without=tags&without=text'), '6 5 4 3', 'the last value counts');

my $long = 'x' x 257;

answer_is($t->get("/api/v1/content_items/?without=$long"), 400, '{"without":'
    . '["Ensure this field has no more than 256 bytes."]}', 'a long value');

# other lists do not have it

is($t->get("/api/v1/$_?without=tags")->body, $t->get("/api/v1/$_")->body, $_)
    for qw(collections/ search/ content_items/1/);
is($t->get('/api/v1/tags/?without=tags')->json->{count}, 2, 'tags/');

isnt($t->get('/api/v1/content_items/?without=tags')->header('ETag'),
    $t->get('/api/v1/content_items/?without=text')->header('ETag'),
    'another entity tag');
