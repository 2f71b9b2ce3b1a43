
/*
 * Copyright (C) contentlib authors
 */


#include <unit.h>
#include <api/contentlib_route.h>


typedef struct {
    const char             *path;
    contentlib_endpoint_e   endpoint;
    const char             *list;
    int64_t                 id;
    const char             *slug;
    unsigned                slash;
} route_t;


static const route_t  routes[] = {
    { "", CONTENTLIB_ROOT, "", 0, "", 1 },

    { "content_items/", CONTENTLIB_CONTENT_ITEMS, "content_items", 0, "", 1 },
    { "content_items", CONTENTLIB_CONTENT_ITEMS, "content_items", 0, "", 0 },
    { "collections/", CONTENTLIB_COLLECTIONS, "collections", 0, "", 1 },
    { "collections", CONTENTLIB_COLLECTIONS, "collections", 0, "", 0 },
    { "tags/", CONTENTLIB_TAGS, "tags", 0, "", 1 },
    { "tags", CONTENTLIB_TAGS, "tags", 0, "", 0 },
    { "search/", CONTENTLIB_SEARCH, "search", 0, "", 1 },
    { "search", CONTENTLIB_SEARCH, "search", 0, "", 0 },

    { "content_items/1/", CONTENTLIB_CONTENT_ITEM, "content_items", 1, "",
      1 },
    { "content_items/65", CONTENTLIB_CONTENT_ITEM, "content_items", 65, "",
      0 },
    { "content_items/1000000/", CONTENTLIB_CONTENT_ITEM, "content_items",
      1000000, "", 1 },
    { "content_items/9223372036854775799/", CONTENTLIB_CONTENT_ITEM,
      "content_items", 9223372036854775799, "", 1 },
    { "content_items/9223372036854775807/", CONTENTLIB_CONTENT_ITEM,
      "content_items", INT64_MAX, "", 1 },

    { "tags/happy-day/", CONTENTLIB_TAG, "tags", 0, "happy-day", 1 },
    { "tags/a", CONTENTLIB_TAG, "tags", 0, "a", 0 },
    { "tags/2024/", CONTENTLIB_TAG, "tags", 0, "2024", 1 },
    { "tags/A_b-9/", CONTENTLIB_TAG, "tags", 0, "A_b-9", 1 },
    { "tags/-/", CONTENTLIB_TAG, "tags", 0, "-", 1 },
    { "tags/tags/", CONTENTLIB_TAG, "tags", 0, "tags", 1 },
    { "collections/0/", CONTENTLIB_COLLECTION, "collections", 0, "0", 1 },
    { "collections/new-year/", CONTENTLIB_COLLECTION, "collections", 0,
      "new-year", 1 }
};


static const char *const  unknown[] = {
    "/", "//", "x", "x/", "tag", "tags2/", "Tags/", "TAGS/", "tags//",
    "tags///", "/tags/", "//tags/", "tags/a/b", "tags/a/b/", "tags/a//",
    "tags//a/", " tags/", "tags /", "content_items//", "content-items/",
    "content_item/", "content_items/0", "content_items/0/",
    "content_items/00/", "content_items/065/", "content_items/-1/",
    "content_items/+1/", "content_items/1a/", "content_items/a/",
    "content_items/ 1/", "content_items/1 /", "content_items/1.0/",
    "content_items/1/2/", "content_items/1//", "content_items/0x10/",
    "content_items/9223372036854775808/", "content_items/9223372036854775810/",
    "content_items/9999999999999999999/", "content_items/18446744073709551615/",
    "content_items/18446744073709551616/",
    "content_items/18446744073709551617/",
    "content_items/99999999999999999999999999999999999999/",
    "content_items/\xd9\xa1/",
    "search/a", "search/a/", "search//", "tags/a b/", "tags/a.b/",
    "tags/a%2Fb/", "tags/\xc3\xa9/", "tags/a\\/", "tags/\"/", "tags/~/",
    "collections//", "collections/a/b/", "collections/\xff/"
};


static void
test_known(void)
{
    size_t              i;
    ngx_str_t           path;
    const route_t      *r;
    contentlib_route_t  route;

    for (i = 0; i < sizeof(routes) / sizeof(routes[0]); i++) {
        r = &routes[i];
        path = unit_text(r->path);
        memset(&route, 0xa5, sizeof(route));

        is_number(contentlib_route_parse(&path, &route), NGX_OK,
                  "\"%s\" is a route", r->path);

        hold(route.endpoint == r->endpoint, "endpoint %d", route.endpoint);
        hold(strcmp(route.list, r->list) == 0, "list \"%s\"", route.list);
        hold(route.id == r->id, "id %lld", (long long) route.id);
        hold(route.slash == r->slash, "slash %d", route.slash);
        hold(route.slug.len == strlen(r->slug)
             && (route.slug.len == 0
                 || memcmp(route.slug.data, r->slug, route.slug.len) == 0),
             "slug of %lu bytes", (unsigned long) route.slug.len);

        held("\"%s\": what it says", r->path);
    }
}


static void
test_unknown(void)
{
    size_t              i;
    ngx_str_t           path;
    contentlib_route_t  route;

    for (i = 0; i < sizeof(unknown) / sizeof(unknown[0]); i++) {
        path = unit_text(unknown[i]);

        is_number(contentlib_route_parse(&path, &route), NGX_DECLINED,
                  "\"%s\" is none", unknown[i]);
    }

    path = unit_bytes("tags/a\0b/", 9);
    is_number(contentlib_route_parse(&path, &route), NGX_DECLINED,
              "NUL in a slug");

    path = unit_bytes("tags\0/", 6);
    is_number(contentlib_route_parse(&path, &route), NGX_DECLINED,
              "NUL in a name");

    path = unit_bytes("content_items/1\0/", 17);
    is_number(contentlib_route_parse(&path, &route), NGX_DECLINED,
              "NUL in a number");
}


static void
test_lengths(void)
{
    size_t              len;
    ngx_str_t           path;
    contentlib_route_t  route;

    for (len = 254; len <= 257; len++) {
        path = unit_repeat("a", len + 5);
        memcpy(path.data, "tags/", 5);

        is_number(contentlib_route_parse(&path, &route),
                  len <= CONTENTLIB_SLUG_MAX ? NGX_OK : NGX_DECLINED,
                  "a slug of %lu bytes", (unsigned long) len);
    }

    path = unit_repeat("9", 100000);
    memcpy(path.data, "content_items/", 14);
    is_number(contentlib_route_parse(&path, &route), NGX_DECLINED,
              "a number of many digits");
}


/* every byte in a slug */

static void
test_bytes(void)
{
    uint32_t            byte;
    ngx_str_t           path;
    ngx_uint_t          allowed;
    contentlib_route_t  route;

    for (byte = 0; byte < 256; byte++) {
        path = unit_text("collections/a?b/");
        path.data[13] = (u_char) byte;

        allowed = (byte >= '0' && byte <= '9') || (byte >= 'a' && byte <= 'z')
                  || (byte >= 'A' && byte <= 'Z') || byte == '-'
                  || byte == '_';

        hold(contentlib_route_parse(&path, &route)
             == (allowed ? NGX_OK : NGX_DECLINED), "byte %02x", byte);
    }

    held("a slug has letters, digits, \"-\" and \"_\"");
}


int
main(void)
{
    test_known();
    test_unknown();
    test_lengths();
    test_bytes();

    return unit_done();
}
