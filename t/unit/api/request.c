
/*
 * Copyright (C) contentlib authors
 */


#include <unit.h>
#include <api/contentlib_request.h>


#define INTEGER  "A valid integer is required."
#define LEAST_0  "Ensure this value is greater than or equal to 0."
#define LEAST_1  "Ensure this value is greater than or equal to 1."
#define BYTES    "Ensure this field has no more than 256 bytes."


/* decisions, section 1; the error is that of contentlib_strict */

typedef struct {
    const char  *query;
    uint64_t     limit;
    uint64_t     offset;
    const char  *error;
} page_t;


static const page_t  pages[] = {
    { "", 30, 0, NULL },
    { "limit=", 30, 0, NULL },
    { "limit", 30, 0, NULL },
    { "limit=0", 30, 0, "limit: " LEAST_1 },
    { "limit=000", 30, 0, "limit: " LEAST_1 },
    { "limit=-1", 30, 0, "limit: " LEAST_1 },
    { "limit=-007", 30, 0, "limit: " LEAST_1 },
    { "limit=-99999999999999999999999999", 30, 0, "limit: " LEAST_1 },
    { "limit=abc", 30, 0, "limit: " INTEGER },
    { "limit=5.0", 30, 0, "limit: " INTEGER },
    { "limit=0x10", 30, 0, "limit: " INTEGER },
    { "limit=1e1", 30, 0, "limit: " INTEGER },
    { "limit=1_0", 30, 0, "limit: " INTEGER },
    { "limit=5a", 30, 0, "limit: " INTEGER },
    { "limit=a5", 30, 0, "limit: " INTEGER },
    { "limit=5,0", 30, 0, "limit: " INTEGER },
    { "limit=5+0", 30, 0, "limit: " INTEGER },
    { "limit=%2B", 30, 0, "limit: " INTEGER },
    { "limit=-", 30, 0, "limit: " INTEGER },
    { "limit=--5", 30, 0, "limit: " INTEGER },
    { "limit=%2B-5", 30, 0, "limit: " INTEGER },
    { "limit=-%2B5", 30, 0, "limit: " INTEGER },
    { "limit=%2B%2B5", 30, 0, "limit: " INTEGER },
    { "limit=%2B+5", 30, 0, "limit: " INTEGER },
    { "limit=-+5", 30, 0, "limit: " INTEGER },
    { "limit=5%00", 30, 0, "limit: " INTEGER },
    { "limit=%005", 30, 0, "limit: " INTEGER },
    { "limit=+", 30, 0, "limit: " INTEGER },
    { "limit=-a", 30, 0, "limit: " INTEGER },
    { "limit=%D9%A5", 30, 0, "limit: " INTEGER },
    { "limit=%EF%BC%95", 30, 0, "limit: " INTEGER },
    { "limit=%C2%A05", 30, 0, "limit: " INTEGER },
    { "limit=1", 1, 0, NULL },
    { "limit=007", 7, 0, NULL },
    { "limit=0000000000000000000000000000000000007", 7, 0, NULL },
    { "limit=%2B7", 7, 0, NULL },
    { "limit=+7", 7, 0, NULL },
    { "limit=+++7++", 7, 0, NULL },
    { "limit=%20%2B7%20", 7, 0, NULL },
    { "limit=99", 99, 0, NULL },
    { "limit=100", 100, 0, NULL },
    { "limit=101", 100, 0, NULL },
    { "limit=10000", 100, 0, NULL },
    { "limit=9223372036854775807", 100, 0, NULL },
    { "limit=9223372036854775808", 100, 0, NULL },
    { "limit=18446744073709551616", 100, 0, NULL },
    { "limit=18446744073709551617", 100, 0, NULL },
    { "limit=99999999999999999999999999999999999999", 100, 0, NULL },
    { "limit=5&limit=7", 7, 0, NULL },
    { "limit=10&limit=", 30, 0, NULL },
    { "limit=abc&limit=7", 7, 0, NULL },
    { "limit=7&limit=abc", 30, 0, "limit: " INTEGER },
    { "Limit=7&limit[]=8&%6cimit=9", 9, 0, NULL },

    { "offset=", 30, 0, NULL },
    { "offset=0", 30, 0, NULL },
    { "offset=1", 30, 1, NULL },
    { "offset=0030", 30, 30, NULL },
    { "offset=%2B30", 30, 30, NULL },
    { "offset=+30+", 30, 30, NULL },
    { "offset=-1", 30, 0, "offset: " LEAST_0 },
    { "offset=-99999999999999999999999999", 30, 0, "offset: " LEAST_0 },
    { "offset=abc", 30, 0, "offset: " INTEGER },
    { "offset=5.0", 30, 0, "offset: " INTEGER },
    { "offset=0x10", 30, 0, "offset: " INTEGER },
    { "offset=1000000", 30, 1000000, NULL },
    { "offset=9223372036854775806", 30, 9223372036854775806, NULL },
    { "offset=9223372036854775807", 30, INT64_MAX, NULL },
    { "limit=5&offset=30", 5, 30, NULL },
    { "offset=30&limit=5", 5, 30, NULL },
    { "offset=5&offset=", 30, 0, NULL },
    { "limit=-5&offset=7", 30, 7, "limit: " LEAST_1 },
    { "limit=5&offset=-7", 5, 0, "offset: " LEAST_0 },
    { "offset=x&limit=x", 30, 0, "limit: " INTEGER " offset: " INTEGER },
    { "limit=0&offset=-1", 30, 0, "limit: " LEAST_1 " offset: " LEAST_0 }
};


static const contentlib_endpoint_e  lists[] = {
    CONTENTLIB_CONTENT_ITEMS, CONTENTLIB_COLLECTIONS, CONTENTLIB_TAGS
};


static ngx_int_t
parse(contentlib_request_t *request, contentlib_endpoint_e endpoint,
    const ngx_str_t *query, ngx_uint_t strict)
{
    contentlib_paging_t  paging;

    ngx_memzero(request, sizeof(contentlib_request_t));
    ngx_memzero(&paging, sizeof(paging));

    request->route.endpoint = endpoint;
    paging.page_size = 30;
    paging.max_page_size = 100;
    paging.strict = strict & 1;

    return contentlib_request_parse(request, query, &paging, unit_pool());
}


static contentlib_request_t
parsed(contentlib_endpoint_e endpoint, const char *query, ngx_uint_t strict)
{
    ngx_str_t             text;
    contentlib_request_t  request;

    text = unit_text(query);

    hold(parse(&request, endpoint, &text, strict) == NGX_OK,
         "\"%s\" is not parsed", query);

    return request;
}


/* "name: text name: text" */

static ngx_str_t
errors(const contentlib_request_t *request)
{
    char        buffer[1024];
    int         n;
    ngx_uint_t  i;

    n = 0;
    buffer[0] = '\0';

    for (i = 0; i < request->nerrors; i++) {
        n += snprintf(buffer + n, sizeof(buffer) - (size_t) n, "%s%s: %s",
                      i ? " " : "", request->errors[i].name,
                      request->errors[i].text);
    }

    return unit_text(buffer);
}


static void
test_pages(void)
{
    size_t                 i, k;
    ngx_str_t              text;
    const page_t          *page;
    contentlib_request_t   request;

    for (i = 0; i < sizeof(pages) / sizeof(pages[0]); i++) {
        page = &pages[i];

        for (k = 0; k < 3; k++) {
            request = parsed(lists[k], page->query, 0);

            hold(request.limit == page->limit, "limit %llu",
                 (unsigned long long) request.limit);
            hold(request.offset == page->offset, "offset %llu",
                 (unsigned long long) request.offset);
            hold(request.nerrors == 0, "an error, and not strict");
        }

        held("\"%s\"", page->query);

        request = parsed(lists[i % 3], page->query, 1);
        text = errors(&request);

        is_string(&text, page->error ? page->error : "", "strict: \"%s\"",
                  page->query);

        if (page->error == NULL) {
            hold(request.limit == page->limit, "strict limit");
            hold(request.offset == page->offset, "strict offset");
        }
    }

    held("what is accepted, strict or not, is the same");
}


/* of any number of digits: no overflow, never less for more */

static void
test_saturation(void)
{
    char                  query[128], *p;
    uint64_t              last;
    ngx_uint_t            n;
    contentlib_request_t  request;

    last = 0;
    p = query + snprintf(query, sizeof(query), "offset=");

    for (n = 0; n < 100; n++) {
        *p++ = '9';
        *p = '\0';

        request = parsed(CONTENTLIB_TAGS, query, 1);
        hold(request.offset >= last && request.nerrors == 0,
             "%lu digits", (unsigned long) n + 1);
        last = request.offset;
    }

    held("any number of digits");
    ok(last >= INT64_MAX, "the largest is large");

    request = parsed(CONTENTLIB_TAGS, "offset=9223372036854775808", 0);
    ok(request.offset >= INT64_MAX, "2^63");
    request = parsed(CONTENTLIB_TAGS, "offset=18446744073709551616", 0);
    ok(request.offset >= INT64_MAX, "2^64");
    request = parsed(CONTENTLIB_TAGS, "offset=18446744073709551646", 0);
    ok(request.offset >= INT64_MAX, "2^64 + 30");
}


/* where there are no pages, their arguments are ignored */

static void
test_no_pages(void)
{
    size_t                i;
    contentlib_request_t  request;

    static const contentlib_endpoint_e  details[] = {
        CONTENTLIB_ROOT, CONTENTLIB_CONTENT_ITEM, CONTENTLIB_COLLECTION,
        CONTENTLIB_TAG
    };

    for (i = 0; i < sizeof(details) / sizeof(details[0]); i++) {
        request = parsed(details[i], "limit=abc&offset=-1&text=x&name=y", 1);

        is_number(request.nerrors, 0, "endpoint %d refuses nothing",
                  details[i]);
        is_number(request.text.len + request.name.len, 0,
                  "endpoint %d has no filters", details[i]);
    }
}


/* decisions, section 6: limit is 1 to 50 */

static void
test_search(void)
{
    size_t                i;
    contentlib_request_t  request;

    static const struct {
        const char  *query;
        uint64_t     limit;
        const char  *error;
    } cases[] = {
        { "", 10, NULL },
        { "limit=", 10, NULL },
        { "limit=1", 1, NULL },
        { "limit=10", 10, NULL },
        { "limit=50", 50, NULL },
        { "limit=51", 50, NULL },
        { "limit=99999999999999999999", 50, NULL },
        { "limit=0", 10, "limit" },
        { "limit=-5", 10, "limit" },
        { "limit=abc", 10, "limit" },
        { "offset=abc", 10, NULL },
        { "offset=-1&limit=5", 5, NULL }
    };

    for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        request = parsed(CONTENTLIB_SEARCH, cases[i].query, 0);

        is_number(request.limit, cases[i].limit, "search \"%s\"",
                  cases[i].query);
        hold(request.nerrors == 0, "an error, and not strict");
        hold(request.offset == 0, "an offset");

        request = parsed(CONTENTLIB_SEARCH, cases[i].query, 1);

        hold(request.nerrors == (cases[i].error != NULL)
             && (request.nerrors == 0
                 || strcmp(request.errors[0].name, cases[i].error) == 0),
             "strict \"%s\"", cases[i].query);
    }

    held("search: the offset is ignored, strict is strict");
}


static void
test_filters(void)
{
    contentlib_request_t  request;

    static const char  query[] = "text=+A%25&tag=b_&tag-slug=c&tag-partial=%22"
                                 "&name=e&text=%20f%00";

    request = parsed(CONTENTLIB_CONTENT_ITEMS, query, 0);

    is_number(request.text.len, 3, "the last text counts, blanks and all");
    is_string(&request.tag, "b_", "tag");
    is_string(&request.tag_slug, "c", "tag-slug");
    is_string(&request.tag_partial, "\"", "tag-partial");
    is_string(&request.name, "", "no name of items");

    request = parsed(CONTENTLIB_TAGS, query, 0);

    is_string(&request.name, "e", "name of tags");
    is_number(request.text.len + request.tag.len + request.tag_slug.len
              + request.tag_partial.len, 0, "no other filter of tags");

    request = parsed(CONTENTLIB_COLLECTIONS, query, 0);
    is_number(request.text.len + request.tag.len + request.tag_slug.len
              + request.tag_partial.len + request.name.len, 0,
              "no filter of collections");

    request = parsed(CONTENTLIB_SEARCH, query, 0);
    is_number(request.text.len, 3, "text of suggestions");
    is_number(request.tag.len + request.tag_slug.len
              + request.tag_partial.len + request.name.len, 0,
              "no other filter of suggestions");

    request = parsed(CONTENTLIB_CONTENT_ITEMS, "text=a&text=", 0);
    is_number(request.text.len, 0, "the last text is empty");

    request = parsed(CONTENTLIB_CONTENT_ITEMS, "tag_slug=a&TEXT=b&Tag=c", 0);
    is_number(request.text.len + request.tag.len + request.tag_slug.len, 0,
              "names of filters are as they are");
}


static void
test_long_filters(void)
{
    size_t                i;
    char                  query[8192], name[300];
    contentlib_request_t  request;

    static const struct {
        contentlib_endpoint_e   endpoint;
        const char             *name;
        size_t                  field;
    } filters[] = {
        { CONTENTLIB_CONTENT_ITEMS, "text",
          offsetof(contentlib_request_t, text) },
        { CONTENTLIB_CONTENT_ITEMS, "tag",
          offsetof(contentlib_request_t, tag) },
        { CONTENTLIB_CONTENT_ITEMS, "tag-slug",
          offsetof(contentlib_request_t, tag_slug) },
        { CONTENTLIB_CONTENT_ITEMS, "tag-partial",
          offsetof(contentlib_request_t, tag_partial) },
        { CONTENTLIB_CONTENT_ITEMS, "search",
          offsetof(contentlib_request_t, search) },
        { CONTENTLIB_CONTENT_ITEMS, "collection",
          offsetof(contentlib_request_t, collection) },
        { CONTENTLIB_CONTENT_ITEMS, "content_type",
          offsetof(contentlib_request_t, content_type) },
        { CONTENTLIB_TAGS, "name", offsetof(contentlib_request_t, name) },
        { CONTENTLIB_SEARCH, "text", offsetof(contentlib_request_t, text) }
    };

    memset(name, 'a', sizeof(name));

    for (i = 0; i < sizeof(filters) / sizeof(filters[0]); i++) {
        (void) snprintf(query, sizeof(query), "%s=%.256s", filters[i].name,
                        name);
        request = parsed(filters[i].endpoint, query, i % 2);

        is_number(((ngx_str_t *) (void *) ((u_char *) &request
                                           + filters[i].field))->len,
                  256, "%s: 256 bytes", filters[i].name);
        is_number(request.nerrors, 0, "%s: 256 bytes are no error",
                  filters[i].name);

        (void) snprintf(query, sizeof(query), "%s=%.257s", filters[i].name,
                        name);
        request = parsed(filters[i].endpoint, query, i % 2);

        is_number(request.nerrors, 1, "%s: 257 bytes", filters[i].name);
        ok(request.nerrors == 1
           && strcmp(request.errors[0].name, filters[i].name) == 0
           && strcmp(request.errors[0].text, BYTES) == 0,
           "%s: the error", filters[i].name);

        (void) snprintf(query, sizeof(query), "%s=%.257s&%s=b",
                        filters[i].name, name, filters[i].name);
        request = parsed(filters[i].endpoint, query, 0);
        is_number(request.nerrors, 0, "%s: only the last one counts",
                  filters[i].name);
    }
}


static void
test_long_values(void)
{
    char                  query[8192], *p;
    size_t                i;
    ngx_str_t             text;
    contentlib_request_t  request;

    p = query + snprintf(query, sizeof(query), "text=");

    for (i = 0; i < 128; i++) {
        p += snprintf(p, 16, "%%C3%%A9");
    }

    request = parsed(CONTENTLIB_CONTENT_ITEMS, query, 0);
    is_number(request.nerrors, 0, "256 bytes, decoded");

    (void) snprintf(p, 16, "x");
    request = parsed(CONTENTLIB_CONTENT_ITEMS, query, 0);
    is_number(request.nerrors, 1, "257 bytes, decoded");

    memset(query, 'a', sizeof(query));
    (void) snprintf(p = query, 8, "name=%c", 'a');
    p[6] = 'a';
    p[1000] = '\0';
    request = parsed(CONTENTLIB_CONTENT_ITEMS, query, 1);
    is_number(request.nerrors, 0, "another list's filter is not looked at");

    memset(query, 0, sizeof(query));
    p = query + snprintf(query, sizeof(query), "limit=x&offset=x");

    for (i = 0; i < 7; i++) {
        p += snprintf(p, 32, "&%s=", (const char *[]) {
                          "tag-partial", "tag-slug", "text", "tag",
                          "content_type", "collection", "search" }[i]);
        memset(p, 'a', 300);
        p += 300;
    }

    request = parsed(CONTENTLIB_CONTENT_ITEMS, query, 1);
    text = errors(&request);
    is_string(&text, "limit: " INTEGER " offset: " INTEGER " text: " BYTES
              " tag: " BYTES " tag-slug: " BYTES " tag-partial: " BYTES
              " search: " BYTES " collection: " BYTES " content_type: " BYTES,
              "all errors at once, in one order");

    request = parsed(CONTENTLIB_CONTENT_ITEMS, query, 0);
    text = errors(&request);
    is_string(&text, "text: " BYTES " tag: " BYTES " tag-slug: " BYTES
              " tag-partial: " BYTES " search: " BYTES " collection: " BYTES
              " content_type: " BYTES, "not strict: those of the filters");
}


static void
test_format(void)
{
    size_t                i;
    contentlib_request_t  request;

    static const struct {
        const char  *query;
        ngx_uint_t   known;
        ngx_uint_t   json;
    } formats[] = {
        { "", 1, 0 },
        { "format=", 1, 0 },
        { "format", 1, 0 },
        { "format=json", 1, 1 },
        { "format=api", 1, 0 },
        { "format=JSON", 0, 0 },
        { "format=Api", 0, 0 },
        { "format=xml", 0, 0 },
        { "format=jso", 0, 0 },
        { "format=jsonx", 0, 0 },
        { "format=+json", 0, 0 },
        { "format=json%00", 0, 0 },
        { "format=xml&format=json", 1, 1 },
        { "format=json&format=xml", 0, 0 },
        { "format=json&format=api", 1, 0 },
        { "format=xml&format=", 1, 0 },
        { "Format=xml", 1, 0 }
    };

    for (i = 0; i < sizeof(formats) / sizeof(formats[0]); i++) {
        request = parsed((contentlib_endpoint_e) (i % CONTENTLIB_ENDPOINTS),
                         formats[i].query, 0);

        is_number(contentlib_request_format_known(&request), formats[i].known,
                  "\"%s\": known", formats[i].query);
        is_number(contentlib_request_format_json(&request), formats[i].json,
                  "\"%s\": json", formats[i].query);
        hold((request.format != NULL)
             == (strstr(formats[i].query, "format") != NULL),
             "\"%s\": given", formats[i].query);
    }

    held("a format is NULL when there is none");
}


static void
test_too_many(void)
{
    ngx_str_t             query;
    ngx_uint_t            i;
    contentlib_request_t  request;

    for (i = 0; i < CONTENTLIB_ENDPOINTS; i++) {
        query = unit_repeat("x&", 64);
        is_number(parse(&request, (contentlib_endpoint_e) i, &query, 1),
                  NGX_OK, "endpoint %lu, 64 arguments", (unsigned long) i);

        query = unit_repeat("x&", 65);
        is_number(parse(&request, (contentlib_endpoint_e) i, &query, 1),
                  NGX_DECLINED, "endpoint %lu, 65 arguments",
                  (unsigned long) i);
    }
}


int
main(void)
{
    test_pages();
    test_saturation();
    test_no_pages();
    test_search();
    test_filters();
    test_long_filters();
    test_long_values();
    test_format();
    test_too_many();

    return unit_done();
}
