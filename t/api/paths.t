#!/usr/bin/perl

# Paths that are routes, and paths that are not.
# Tests: src/api/contentlib_request.c, src/service/contentlib_service.c

use v5.36;

use lib 't/lib';
use Test::Contentlib;


my $item = image(65, tags => ['happy day']);
my $t = Test::Contentlib->new(server => <<'CONF',
        contentlib_library %%LIBRARY%%;

        location / {
            contentlib;
        }

        location /second/ {
            contentlib;
            contentlib_root /second/;
        }
CONF
    records => [$item, collection('c', $item)]);

# unknown paths below the root

for my $path (qw(x x/ api.json index.html favicon.ico content_item/ tag/
    content-items/ contentitems/ content_items.json Content_items/
    CONTENT_ITEMS/ Tags/ SEARCH/ content_items/65/x content_items/65/x/
    content_items/65/65/ tags/happy-day/x/ tags/happy-day/content_items/
    collections/c/items/ search/x search/x/ search/65/ content_items/abc
    content_items/065 tags/happy%2Fday/ tags/happy%252Fday/ tags/a%20b/ tags/a.b/ tags/%C3%A9/ tags/*/ tags/a%2Cb/
    collections/c;x/ collections/c%3Fformat=api content_items/65%3F/
    content_items/%EF%BC%96/ tags/happy-day%3F/ tags/happy-day%3Fx=1
    tags/happy-day%23/ tags/happy-day%5C/ tags/happy-day;/ tags/happy-day%20/
    tags%3F tags%3F/ search%3Ftext=a
    ... .../ content_items/.../ tags/happy-day:/
    content_items%252F65/ tags/%252e%252e/ tags/%2525/ %20 v1/ v2/ api/v1/ api/v1/tags/ tagss/ tag

    content_items/0/ content_items/065/ content_items/-65/ content_items/+65/
    content_items/%2B65/ content_items/65.0/ content_items/0x41/
    content_items/65a/ content_items/%D9%A1/ content_items/%2065/
    content_items/65%20/ content_items/65%2C/ content_items/64/
    content_items/9223372036854775808/ content_items/18446744073709551681/
    tags/none/ tags/happy-da/ tags/happy-dayy/ tags/Happy-day/
    tags/happy+day/ tags/happy%20day/ tags/'/ tags/%25/ collections/C/
    collections/65/))
{
    answer_is($t->get("/api/v1/$path"), 404, '{"detail":"Not found."}',
        "/$path is no route");
}

# paths outside of the root

for my $uri (qw(/ /x /api/ /api/v2/ /api/v2/tags/ /API/v1/ /api/V1/tags/
    /api/v1x/ /api/v11/tags/ /content_items/ /x/api/v1/ /api%252Fv1/))
{
    is($t->get($uri)->status, 404, "$uri is no route");
}

# spellings that nginx normalizes

for my $path (qw(content_items//65/ /content_items/65/ ./content_items/65/
    content_items/./65/ tags/../content_items/65/ content_items/65/.
    content_items/65/x/.. %63ontent_items/65/ content_items/%365/
    content%5Fitems/65/ content_items/65/? %2e/content_items/65/
    tags/%2E%2e/content_items/65/ content_items/%2e/65/ ///content_items///65//
    content_items/65/%2e content_items/65/x/%2E%2E content_items/65/x/%2e%2e/
    content%5fitems/65/ content_items%3f/../content_items/65/
    x/y/../.././content_items/65/ content_items/65/?/../
    content_items%2F65/ content_items/65%2F content_items/65%2f
    content_items%2F65%2F content_items/%2F65/ tags/..%2Fcontent_items/65/
    content_items/65/.%2e/65%2F))
{
    answer_is($t->get("/api/v1/$path"), 200, item_json($item),
        "/$path is a route");
}

is($t->get('/api/v1/%74ags/happy%2Dday/')->json->{slug}, 'happy-day');
is($t->get('/api/../api/v1/tags/')->status, 200);
is($t->get('/api%2Fv1/')->status, 200);
is($t->get('/second/tags/')->status, 200);
is($t->raw("GET http://other.example/api/v1/tags/ HTTP/1.1\r\n"
    . "Host: localhost\r\nConnection: close\r\n\r\n")->status, 200,
    'an absolute address');
is($t->get('/api/v1/' . 'x/' x 2000)->status, 404, 'a long path');
is($t->get('/api/v1/tags/' . 'x' x 4000 . '/')->status, 404, 'a long slug');
is($t->get('/api/v1/content_items/' . '9' x 4000 . '/')->status, 404,
    'a long id');
