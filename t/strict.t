#!/usr/bin/perl

# contentlib_strict: malformed numbers are refused.

use v5.36;

use FindBin;
use lib "$FindBin::Bin/lib";
use Test::More;
use Test::Contentlib;


my $t = Test::Contentlib->new(records => [corpus(65)], server => <<'CONF');
        contentlib_library  %%LIBRARY%%;
        contentlib_strict   on;

        location /api/v1/ {
            contentlib;
        }

        location /loose/ {
            contentlib;
            contentlib_root    /loose/;
            contentlib_strict  off;
        }
CONF

my $items = '/api/v1/content_items/?';
my $integer = 'A valid integer is required.';
my $limit = 'Ensure this value is greater than or equal to 1.';
my $offset = 'Ensure this value is greater than or equal to 0.';

for my $value ('abc', '5.0', '0x10', '1e1', '5a', '1_0', '%2B', '-', '+',
    '++', '--1', '%2B-1', '5+5', '%D9%A3', '%00', '5%00', '-x')
{
    for my $field ('limit', 'offset') {
        answer_is($t->get("$items$field=$value"), 400,
            qq({"$field":["$integer"]}), "$field=$value");
    }
}

for my $value ('0', '00', '-1', '-0001', '+-5+', '-' . '9' x 60) {
    answer_is($t->get("${items}limit=$value"), 400,
        qq({"limit":["$limit"]}), "limit=$value");
}

for my $value ('-1', '-007', '+-5+', '-' . '9' x 60) {
    answer_is($t->get("${items}offset=$value"), 400,
        qq({"offset":["$offset"]}), "offset=$value");
}

# what is accepted stays so

for my $query ('', 'limit=', 'offset=', 'limit=&offset=', 'limit=1',
    'limit=+5+', 'limit=%2B5', 'limit=007', 'limit=1000', 'offset=0',
    'offset=1000', 'limit=' . '9' x 100, 'offset=' . '9' x 100,
    'limit=abc&limit=5', 'limit=abc&limit=', 'offset=-1&offset=0')
{
    is($t->get("$items$query")->status, 200, "?$query");
}

is(query_of($t->get("${items}limit=1000&offset=1")->json->{previous}),
    '?limit=100', 'above the maximum');

# several fields in one answer

answer_is($t->get("${items}offset=-1&limit=abc"), 400,
    qq({"limit":["$integer"],"offset":["$offset"]}));
answer_is($t->get("${items}text=" . 'x' x 257 . '&offset=x&limit=0'), 400,
    qq({"limit":["$limit"],"offset":["$integer"],"text":["Ensure this field )
    . 'has no more than 256 bytes."]}');

# every list, nothing else

for my $list ('tags', 'collections') {
    answer_is($t->get("/api/v1/$list/?limit=x"), 400,
        qq({"limit":["$integer"]}), $list);
}

is($t->get("/api/v1/$_?limit=x&offset=-1")->status, 200, "/$_")
    for '', 'content_items/5/', 'tags/every/';
is($t->get('/api/v1/content_items/99/?limit=x')->status, 404);
is($t->get('/loose/content_items/?limit=x&offset=-1')->status, 200, 'off');
