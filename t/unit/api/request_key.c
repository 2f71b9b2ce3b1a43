
/*
 * Copyright (C) contentlib authors
 */


#include <unit.h>
#include <api/contentlib_request.h>


#define KEYS  512


typedef struct {
    const char  *path;
    const char  *query;
} address_t;


typedef struct {
    const char  *path;
    const char  *one;
    const char  *other;
} pair_t;


static contentlib_view_t
view(void)
{
    contentlib_view_t  v;

    ngx_memzero(&v, sizeof(v));

    v.base_url = unit_text("https://h.example");
    v.root = unit_text("/api/v1/");
    v.media_url = unit_text("https://media.example/");
    v.partner = unit_text("partner");

    return v;
}


static ngx_str_t
key(const char *path, const char *query, contentlib_view_t *v)
{
    ngx_str_t             text, result;
    contentlib_paging_t   paging;
    contentlib_request_t  request;

    ngx_memzero(&request, sizeof(request));
    ngx_memzero(&paging, sizeof(paging));
    ngx_str_null(&result);

    paging.page_size = 30;
    paging.max_page_size = 100;

    text = unit_text(path);
    hold(contentlib_route_parse(&text, &request.route) == NGX_OK,
         "no route: %s", path);

    text = unit_text(query);
    hold(contentlib_request_parse(&request, &text, &paging, unit_pool())
         == NGX_OK, "refused: %s", query);

    if (request.format != NULL) {
        v->format = *request.format;

    } else {
        ngx_str_null(&v->format);
    }

    hold(contentlib_request_key(&request, v, unit_pool(), &result) == NGX_OK,
         "no key: %s?%s", path, query);

    return result;
}


/* each of these has another body, so another key */

static const address_t  addresses[] = {
    { "", "" },
    { "", "format=" },
    { "", "format=json" },
    { "", "format=api" },
    { "content_items/", "" },
    { "content_items/", "limit=29" },
    { "content_items/", "limit=100" },
    { "content_items/", "offset=1" },
    { "content_items/", "offset=30" },
    { "content_items/", "limit=1&offset=256" },
    { "content_items/", "format=" },
    { "content_items/", "format=json" },
    { "content_items/", "format=api" },
    { "content_items/", "format=json&format=api" },
    { "content_items/", "a=1" },
    { "content_items/", "a=2" },
    { "content_items/", "a=" },
    { "content_items/", "=a" },
    { "content_items/", "A=1" },
    { "content_items/", "a=1&a=2" },
    { "content_items/", "a=2&a=1" },
    { "content_items/", "a=1&b=1" },
    { "content_items/", "a=1%26b%3D1" },
    { "content_items/", "a%3D1=b" },
    { "content_items/", "ab=1" },
    { "content_items/", "text=" },
    { "content_items/", "text=a" },
    { "content_items/", "text=A" },
    { "content_items/", "text=a&text=" },
    { "content_items/", "text=&text=a" },
    { "content_items/", "tag=a" },
    { "content_items/", "tag-slug=a" },
    { "content_items/", "tag-partial=a" },
    { "content_items/", "tag=a&text=b" },
    { "content_items/", "tag=b&text=a" },
    { "content_items/", "name=a" },
    { "content_items/", "a=%00" },
    { "content_items/", "Limit=5" },
    { "content_items/1/", "" },
    { "content_items/2/", "" },
    { "content_items/256/", "" },
    { "content_items/9223372036854775807/", "" },
    { "content_items/1/", "format=" },
    { "content_items/1/", "format=json" },
    { "content_items/1/", "format=api" },
    { "collections/", "" },
    { "collections/", "limit=5" },
    { "collections/", "x=1" },
    { "collections/a/", "" },
    { "collections/b/", "" },
    { "collections/1/", "" },
    { "collections/a/", "format=json" },
    { "tags/", "" },
    { "tags/", "name=a" },
    { "tags/", "name=b" },
    { "tags/", "name=ab" },
    { "tags/", "limit=5" },
    { "tags/a/", "" },
    { "tags/b/", "" },
    { "tags/aa/", "" },
    { "tags/1/", "" },
    { "search/", "" },
    { "search/", "limit=5" },
    { "search/", "text=a" },
    { "search/", "text=b" },
    { "search/", "text=a&limit=5" }
};


/* each pair has one body, so one key */

static const pair_t  pairs[] = {
    { "content_items/", "", "limit=30" },
    { "content_items/", "", "limit=" },
    { "content_items/", "", "limit=0" },
    { "content_items/", "", "limit=abc&offset=-5" },
    { "content_items/", "", "&&&" },
    { "content_items/", "", "offset=0" },
    { "content_items/", "limit=100", "limit=10000" },
    { "content_items/", "limit=7", "limit=007" },
    { "content_items/", "limit=7", "limit=5&limit=%2B7" },
    { "content_items/", "limit=5&offset=10", "offset=10&limit=5" },
    { "content_items/", "a=1&b=2", "b=2&a=1" },
    { "content_items/", "a=1&b=2&limit=5", "limit=5&b=2&a=1" },
    { "content_items/", "a=1&a=2&b=3", "b=3&a=1&a=2" },
    { "content_items/", "a", "a=" },
    { "content_items/", "a=%C3%A9", "a=\xc3\xa9" },
    { "content_items/", "a=b+c", "a=b%20c" },
    { "content_items/", "%61=1", "a=1" },
    { "tags/", "name=a&x=1", "x=1&name=a" },
    { "collections/", "", "limit=30&offset=0" },
    { "content_items/1/", "", "limit=5&offset=5&text=a&x=1" },
    { "content_items/1/", "format=api", "x=1&format=api" },
    { "collections/a/", "", "name=x" },
    { "tags/a/", "", "name=x&limit=abc" },
    { "", "", "limit=5&x=1" },
    { "search/", "", "limit=10" },
    { "search/", "", "offset=5&x=1&name=a&tag=b" },
    { "search/", "limit=50", "limit=51" },
    { "search/", "text=b", "text=a&text=b" }
};


static void
test_different(void)
{
    size_t              i, k, n;
    ngx_str_t           keys[KEYS];
    contentlib_view_t   v;

    n = sizeof(addresses) / sizeof(addresses[0]);
    v = view();

    for (i = 0; i < n; i++) {
        keys[i] = key(addresses[i].path, addresses[i].query, &v);

        for (k = 0; k < i; k++) {
            hold(!unit_equal(&keys[i], &keys[k]), "one key: %s?%s and %s?%s",
                 addresses[i].path, addresses[i].query, addresses[k].path,
                 addresses[k].query);
        }
    }

    held("%lu requests have as many keys", (unsigned long) n);
}


static void
test_equal(void)
{
    size_t             i;
    ngx_str_t          one, other;
    contentlib_view_t  v;

    v = view();

    for (i = 0; i < sizeof(pairs) / sizeof(pairs[0]); i++) {
        one = key(pairs[i].path, pairs[i].one, &v);
        other = key(pairs[i].path, pairs[i].other, &v);

        ok(unit_equal(&one, &other), "%s: \"%s\" is \"%s\"", pairs[i].path,
           pairs[i].one, pairs[i].other);
    }

    held("all of them have keys");
}


static void
test_view(void)
{
    ngx_str_t          first, other;
    contentlib_view_t  v;

    v = view();
    first = key("content_items/", "", &v);

    v.base_url = unit_text("https://h.example.org");
    other = key("content_items/", "", &v);
    ok(!unit_equal(&first, &other), "another base URL");

    v = view();
    v.root = unit_text("/api/v2/");
    other = key("content_items/", "", &v);
    ok(!unit_equal(&first, &other), "another root");

    v = view();
    v.media_url = unit_text("");
    other = key("content_items/", "", &v);
    ok(!unit_equal(&first, &other), "another media URL");

    v = view();
    v.partner = unit_text("other");
    other = key("content_items/", "", &v);
    ok(!unit_equal(&first, &other), "another partner");

    v = view();
    v.numbers_as_strings = 1;
    other = key("content_items/", "", &v);
    ok(!unit_equal(&first, &other), "numbers as strings");

    /* the bounds of the fields count */

    v = view();
    v.base_url = unit_text("https://h.example/api");
    v.root = unit_text("/v1/");
    other = key("content_items/", "", &v);
    ok(!unit_equal(&first, &other), "another end of the base URL");

    v = view();
    other = key("content_items/", "", &v);
    ok(unit_equal(&first, &other), "the same view, the same key");
    ok(first.data != other.data, "and another copy");

    held("all of them have keys");
}


int
main(void)
{
    test_different();
    test_equal();
    test_view();

    return unit_done();
}
