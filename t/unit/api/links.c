
/*
 * Copyright (C) contentlib authors
 */


#include <unit.h>
#include <api/contentlib_links.h>


#define PAGE  "https://h.example/api/v1/content_items/"


typedef struct {
    const char  *query;
    uint64_t     limit;
    uint64_t     offset;
    const char  *page;
} page_t;


/* decisions, section 8: what the links of these requests hold */

static const page_t  pages[] = {
    { "", 30, 30, "?limit=30&offset=30" },
    { "limit=10&offset=20", 10, 30, "?limit=10&offset=30" },
    { "limit=10&offset=20", 10, 10, "?limit=10&offset=10" },
    { "offset=30", 30, 60, "?limit=30&offset=60" },
    { "offset=30", 30, 0, "?limit=30" },
    { "offset=5&limit=10", 10, 15, "?limit=10&offset=15" },
    { "offset=5&limit=10", 10, 0, "?limit=10" },
    { "offset=60", 30, 30, "?limit=30&offset=30" },
    { "offset=1000", 30, 970, "?limit=30&offset=970" },
    { "limit=64", 64, 64, "?limit=64&offset=64" },
    { "limit=0&offset=30", 30, 60, "?limit=30&offset=60" },
    { "limit=0&offset=30", 30, 0, "?limit=30" },
    { "limit=10&limit=", 30, 30, "?limit=30&offset=30" },
    { "b=2&a=1&b=1&offset=40", 30, 10, "?a=1&b=2&b=1&limit=30&offset=10" },
    { "text=&tag-partial=&offset=30", 30, 60,
      "?limit=30&offset=60&tag-partial=&text=" },
    { "text=&tag-partial=&offset=30", 30, 0,
      "?limit=30&tag-partial=&text=" },
    { "foo&limit=5", 5, 5, "?foo=&limit=5&offset=5" },
    { "q=a~b-c_d.e!*()%27", 30, 30,
      "?limit=30&offset=30&q=a~b-c_d.e%21%2A%28%29%27" },
    { "q=%C3%89t%C3%A9+%26%3D/", 30, 30,
      "?limit=30&offset=30&q=%C3%89t%C3%A9+%26%3D%2F" },
    { "q=%ff%zz", 30, 30, "?limit=30&offset=30&q=%EF%BF%BD%25zz" },
    { "format=json&limit=5", 5, 5, "?format=json&limit=5&offset=5" },
    { "format=", 30, 30, "?format=&limit=30&offset=30" },
    { "tag=happy%20day&limit=20&offset=20", 20, 40,
      "?limit=20&offset=40&tag=happy+day" },
    { "tag=happy%20day&limit=20&offset=20", 20, 0,
      "?limit=20&tag=happy+day" },
    { "Limit=1&%5Bx%5D=1&offset=1&limit=2", 2, 3,
      "?Limit=1&%5Bx%5D=1&limit=2&offset=3" },
    { "Limit=1&%5Bx%5D=1&offset=1&limit=2", 2, 0,
      "?Limit=1&%5Bx%5D=1&limit=2" },
    { "limit=1&offset=2&limit=3&offset=4", 7, 9, "?limit=7&offset=9" },
    { "", UINT64_MAX, UINT64_MAX,
      "?limit=18446744073709551615&offset=18446744073709551615" },
    { "", 1, 0, "?limit=1" }
};


static contentlib_view_t
view(const char *format)
{
    contentlib_view_t  v;

    ngx_memzero(&v, sizeof(v));

    v.base_url = unit_text("https://h.example");
    v.root = unit_text("/api/v1/");
    v.media_url = unit_text("https://media.example/files/");
    v.partner = unit_text("partner");

    if (format != NULL) {
        v.format = unit_text(format);
    }

    return v;
}


static void
test_lists(void)
{
    size_t              i;
    char                expected[256];
    ngx_str_t           address;
    contentlib_view_t   v;

    static const struct {
        const char  *format;
        const char  *query;
    } formats[] = {
        { NULL, "" },
        { "", "?format=" },
        { "json", "?format=json" },
        { "api", "?format=api" },
        { "a b&\xc3\xa9/", "?format=a+b%26%C3%A9%2F" }
    };

    for (i = 0; i < sizeof(formats) / sizeof(formats[0]); i++) {
        v = view(formats[i].format);

        (void) contentlib_links_list(&v, "tags", unit_pool(), &address);
        (void) snprintf(expected, sizeof(expected),
                        "https://h.example/api/v1/tags/%s", formats[i].query);
        is_string(&address, expected, "a list%s", formats[i].query);

        (void) contentlib_links_list(&v, "", unit_pool(), &address);
        (void) snprintf(expected, sizeof(expected),
                        "https://h.example/api/v1/%s", formats[i].query);
        is_string(&address, expected, "the root%s", formats[i].query);

        (void) contentlib_links_format(&v, unit_pool(), &address);
        is_string(&address, formats[i].query, "behind a record%s",
                  formats[i].query);
    }

    v = view("api");
    (void) contentlib_links_base(&v, unit_pool(), &address);
    is_string(&address, "https://h.example/api/v1/", "before a record");

    v.base_url = unit_text("http://[::1]:8080/under/path");
    v.root = unit_text("/");

    (void) contentlib_links_base(&v, unit_pool(), &address);
    is_string(&address, "http://[::1]:8080/under/path/",
              "another base and another root");
}


static void
test_pages(void)
{
    char               expected[256];
    size_t             i;
    ngx_str_t          query, address;
    contentlib_args_t  args;
    contentlib_view_t  v;

    for (i = 0; i < sizeof(pages) / sizeof(pages[0]); i++) {

        /* the format is an argument like others here, not the view's */

        v = view(strstr(pages[i].query, "format") ? "json" : NULL);

        query = unit_text(pages[i].query);
        (void) contentlib_args_parse(&query, unit_pool(), &args);
        (void) contentlib_links_page(&v, "content_items", &args,
                                     pages[i].limit, pages[i].offset,
                                     unit_pool(), &address);

        (void) snprintf(expected, sizeof(expected), PAGE "%s", pages[i].page);

        is_string(&address, expected, "\"%s\" to %llu, %llu",
                  pages[i].query, (unsigned long long) pages[i].limit,
                  (unsigned long long) pages[i].offset);
    }
}


static void
test_slash(void)
{
    size_t             i;
    ngx_str_t          path, query, address;
    contentlib_view_t  v;

    static const struct {
        const char  *path;
        const char  *query;
        const char  *address;
    } moves[] = {
        { "tags", "", "https://h.example/api/v1/tags/" },
        { "tags/a-b", "", "https://h.example/api/v1/tags/a-b/" },
        { "tags", "limit=5&offset=5",
          "https://h.example/api/v1/tags/?limit=5&offset=5" },
        { "tags", "b=2&a=1&&=%zz+%c3%a9",
          "https://h.example/api/v1/tags/?b=2&a=1&&=%zz+%c3%a9" },
        { "tags", "a=[1]~!$'()*,;:@/?",
          "https://h.example/api/v1/tags/?a=[1]~!$'()*,;:@/?" },
        { "tags", "a=\r\nSet-Cookie: x",
          "https://h.example/api/v1/tags/?a=%0D%0ASet-Cookie:%20x" },
        { "tags", "\xc3\xa9\x7f\x01\xff\"<>\\^`{|}",
          "https://h.example/api/v1/tags/"
          "?%C3%A9%7F%01%FF%22%3C%3E%5C%5E%60%7B%7C%7D" }
    };

    v = view("api");

    for (i = 0; i < sizeof(moves) / sizeof(moves[0]); i++) {
        path = unit_text(moves[i].path);
        query = unit_text(moves[i].query);

        (void) contentlib_links_slash(&v, &path, &query, unit_pool(),
                                      &address);
        is_string(&address, moves[i].address, "moved: %s?%s", moves[i].path,
                  moves[i].query);
    }

    query = unit_bytes("a\0b", 3);
    path = unit_text("tags");
    (void) contentlib_links_slash(&v, &path, &query, unit_pool(), &address);
    is_string(&address, "https://h.example/api/v1/tags/?a%00b", "NUL");
}


/* the arguments of an address */

static void
arguments(ngx_str_t *address, contentlib_args_t *args)
{
    u_char     *p;
    ngx_str_t   query;

    p = memchr(address->data, '?', address->len);

    if (!hold(p != NULL, "no arguments")) {
        ngx_memzero(args, sizeof(contentlib_args_t));
        return;
    }

    query.data = p + 1;
    query.len = (size_t) (address->data + address->len - query.data);

    hold(contentlib_args_parse(&query, unit_pool(), args) == NGX_OK,
         "a link is refused");
}


static ngx_uint_t
number_is(const contentlib_args_t *args, const char *name, uint64_t number)
{
    char              digits[24];
    const ngx_str_t  *value;

    value = contentlib_args_value(args, name);

    if (value == NULL) {
        return number == 0;
    }

    (void) snprintf(digits, sizeof(digits), "%llu",
                    (unsigned long long) number);

    return value->len == strlen(digits)
           && memcmp(value->data, digits, value->len) == 0;
}


static void
test_there_and_back(void)
{
    size_t             i;
    uint64_t           limit, offset;
    ngx_str_t          query, here, next, previous;
    ngx_uint_t         n;
    contentlib_args_t  args, again;
    contentlib_view_t  v;

    static const char  bytes[] = "abc=&%+ 12;limtofse\xc3\xa9\xff";

    for (n = 0; n < 5000; n++) {
        v = view(NULL);
        query = unit_repeat("x", unit_random(60));

        for (i = 0; i < query.len; i++) {
            query.data[i] = (u_char) bytes[unit_random(sizeof(bytes) - 1)];
        }

        limit = 1 + unit_random(100);
        offset = unit_random(2) ? unit_random(1000) : unit_random(INT64_MAX);

        (void) contentlib_args_parse(&query, unit_pool(), &args);
        (void) contentlib_links_page(&v, "tags", &args, limit, offset,
                                     unit_pool(), &here);

        arguments(&here, &again);
        hold(number_is(&again, "limit", limit), "limit");
        hold(number_is(&again, "offset", offset), "offset");

        (void) contentlib_links_page(&v, "tags", &again, limit,
                                     offset + limit, unit_pool(), &next);
        arguments(&next, &args);
        hold(number_is(&args, "offset", offset + limit), "next offset");

        (void) contentlib_links_page(&v, "tags", &args, limit, offset,
                                     unit_pool(), &previous);

        if (!hold(unit_equal(&here, &previous), "the way back")) {
            unit_show("here", here.data, here.len);
            unit_show("back", previous.data, previous.len);
        }

        unit_clear();
    }

    held("the page before the next one is this one, 5000 times");
}


int
main(void)
{
    test_lists();
    test_pages();
    test_slash();
    test_there_and_back();

    return unit_done();
}
