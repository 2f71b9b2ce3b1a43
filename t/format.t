#!/usr/bin/perl

# The parameter "format": json and api are JSON, others are not found.

use v5.36;

use lib 't/lib';
use Test::Contentlib;


my $item = gif(2, tags => ['happy day']);
my $collection = collection('c', $item);

my $t = Test::Contentlib->new(records => [$item, image(1), $collection]);

my $missing = '{"detail":"Not found."}';
my @paths = ('', 'content_items/', 'content_items/2/', 'tags/',
    'tags/happy-day/', 'collections/', 'collections/c/', 'search/');

# repeated in all addresses of the API

for my $value ('json', 'api', '') {
    my %view = (format => $value);
    my $list = 'http://localhost/api/v1/content_items/';

    answer_is($t->get("/api/v1/content_items/?limit=1&format=$value"), 200,
        page_json(2, "$list?format=$value&limit=1&offset=1", undef,
        item_json($item, %view)), "items, format '$value'");
    answer_is($t->get("/api/v1/content_items/2/?format=$value"), 200,
        item_json($item, %view), "item, format '$value'");
    answer_is($t->get("/api/v1/tags/happy-day/?format=$value"), 200,
        tag_json($item->{tags}[0], %view), "tag, format '$value'");
    answer_is($t->get("/api/v1/collections/?format=$value"), 200,
        page_json(1, undef, undef, collection_json($collection, %view)),
        "collections, format '$value'");
    answer_is($t->get("/api/v1/collections/c/?format=$value"), 200,
        collection_json($collection, %view), "collection, format '$value'");
}

# other parameters are not repeated in addresses of records

answer_is($t->get('/api/v1/content_items/2/?a=1&limit=1&text=x'), 200,
    item_json($item));
answer_is($t->get('/api/v1/content_items/2/?a=1&format=api&b=2'), 200,
    item_json($item, format => 'api'));

# other values

for my $path (@paths) {
    answer_is($t->get("/api/v1/$path?format=xml"), 404, $missing,
        "format=xml of /$path");
}

for my $value (qw(JSON Json API html jsonp json%00 +json json+ js%6Fn1 *
    application%2Fjson %ff))
{
    answer_is($t->get("/api/v1/tags/?format=$value"), 404, $missing,
        "format=$value");
}

is($t->get('/api/v1/tags/?format=js%6Fn')->status, 200, 'decoded');
is($t->get('/api/v1/tags/?f%6Frmat=api')->json->{results}[0]{url},
    'http://localhost/api/v1/tags/happy-day/?format=api', 'decoded name');
is($t->get('/api/v1/tags/?FORMAT=xml')->status, 200, 'another name');

# the last parameter counts

answer_is($t->get('/api/v1/tags/happy-day/?format=api&format=json'), 200,
    tag_json($item->{tags}[0], format => 'json'));
answer_is($t->get('/api/v1/tags/happy-day/?format=xml&format=api'), 200,
    tag_json($item->{tags}[0], format => 'api'));
answer_is($t->get('/api/v1/tags/happy-day/?format=api&format=xml'), 404,
    $missing, 'format=xml as the last one');
is(query_of($t->get('/api/v1/content_items/?format=api&limit=1&format=json')
    ->json->{next}), '?format=api&format=json&limit=1&offset=1',
    'all of them are in a paging link');

# the format is checked before the record, the Accept header and the filters

answer_is($t->get('/api/v1/tags/?format=xml', Accept => 'text/plain'), 404,
    $missing, 'format before Accept');
answer_is($t->get('/api/v1/content_items/2/?format=xml'), 404, $missing);
