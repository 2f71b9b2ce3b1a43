
/*
 * Copyright (C) contentlib authors
 */


#include <unit.h>
#include <api/contentlib_args.h>
#include <text/contentlib_text.h>


typedef struct {
    const char  *query;
    const char  *written;
} query_t;


/* decisions, sections 2 and 8 */

static const query_t  queries[] = {
    { "", "" },
    { "&", "" },
    { "&&&", "" },
    { "a=1", "?a=1" },
    { "foo", "?foo=" },
    { "foo=", "?foo=" },
    { "=x", "?=x" },
    { "=", "?=" },
    { "a=1&&b=2&", "?a=1&b=2" },
    { "&a=1", "?a=1" },
    { "a=1=2", "?a=1%3D2" },
    { "a==", "?a=%3D" },
    { "a;b=c;d", "?a%3Bb=c%3Bd" },
    { "b=2&a=1&b=1", "?a=1&b=2&b=1" },
    { "a=2&a=1&a=2", "?a=2&a=1&a=2" },
    { "b=&B=&_=&1=", "?1=&B=&_=&b=" },
    { "ab=1&a=2&abc=3&=4", "?=4&a=2&ab=1&abc=3" },
    { "a-b=1&a=2&a%00=3", "?a=2&a%00=3&a-b=1" },
    { "%C3%A9=1&z=2&%61=3", "?a=3&z=2&%C3%A9=1" },
    { "q=a~b-c_d.e!*()%27", "?q=a~b-c_d.e%21%2A%28%29%27" },
    { "q=%C3%89t%C3%A9+%26%3D/", "?q=%C3%89t%C3%A9+%26%3D%2F" },
    { "q=%ff%zz", "?q=%EF%BF%BD%25zz" },
    { "q=\xc3\xa9", "?q=%C3%A9" },
    { "q=%c3%A9", "?q=%C3%A9" },
    { "q=\xc3%a9", "?q=%C3%A9" },
    { "q=%", "?q=%25" },
    { "q=%4", "?q=%254" },
    { "q=%4g", "?q=%254g" },
    { "q=%%41", "?q=%25A" },
    { "q=%2541", "?q=%2541" },
    { "q=a+b%20c%2Bd", "?q=a+b+c%2Bd" },
    { "a+b=1", "?a+b=1" },
    { "%5Bx%5D=1&Limit=1", "?Limit=1&%5Bx%5D=1" },
    { "q=%e2%82", "?q=%EF%BF%BD" },
    { "q=%ED%A0%80", "?q=%EF%BF%BD%EF%BF%BD%EF%BF%BD" },
    { "%ff=1", "?%EF%BF%BD=1" },
    { "q=%00", "?q=%00" },
    { "q=%7e%7f", "?q=~%7F" },
    { "tag=happy%20day", "?tag=happy+day" }
};


static ngx_str_t
written(const contentlib_args_t *args)
{
    ngx_str_t  text;

    text.data = ngx_pnalloc(unit_pool(), contentlib_args_room(args));
    text.len = (size_t) (contentlib_args_write(text.data, args) - text.data);

    hold(text.len <= contentlib_args_room(args), "more than the room");

    return text;
}


static contentlib_args_t
parsed(const char *query)
{
    ngx_str_t          text;
    contentlib_args_t  args;

    ngx_memzero(&args, sizeof(args));

    text = unit_text(query);

    hold(contentlib_args_parse(&text, unit_pool(), &args) == NGX_OK,
         "\"%s\" is refused", query);

    return args;
}


static void
test_queries(void)
{
    size_t             i;
    ngx_str_t          text;
    contentlib_args_t  args;

    for (i = 0; i < sizeof(queries) / sizeof(queries[0]); i++) {
        args = parsed(queries[i].query);
        text = written(&args);

        is_string(&text, queries[i].written, "\"%s\"", queries[i].query);
    }

    held("and none is refused");
}


static void
test_values(void)
{
    ngx_str_t          text;
    const ngx_str_t   *value;
    contentlib_args_t  args;

    args = parsed("limit=10&b=x%3Dy&limit=20&c&%6Cimit=30&Limit=40");

    value = contentlib_args_value(&args, "limit");
    is_string(value, "30", "the last one counts");

    is_string(contentlib_args_value(&args, "Limit"), "40", "case of names");
    is_string(contentlib_args_value(&args, "b"), "x=y", "a decoded value");
    is_string(contentlib_args_value(&args, "c"), "", "no value is empty");

    ok(contentlib_args_value(&args, "d") == NULL, "an absent one");
    ok(contentlib_args_value(&args, "limi") == NULL, "part of a name");
    ok(contentlib_args_value(&args, "limits") == NULL, "more than a name");
    ok(contentlib_args_value(&args, "") == NULL, "the empty name");

    args = parsed("limit=10&limit=");
    is_string(contentlib_args_value(&args, "limit"), "", "the last is empty");

    args = parsed("a%00=1");
    ok(contentlib_args_value(&args, "a") == NULL, "NUL is part of a name");
    ok(!contentlib_args_named(&args.elts[0], "a"), "a name with NUL");

    args = parsed("=x");
    is_string(contentlib_args_value(&args, ""), "x", "the empty name, given");

    args = parsed("q=a%00b");
    text = unit_bytes("a\0b", 3);
    is_bytes(contentlib_args_value(&args, "q"), &text, "NUL in a value");
}


static void
test_set(void)
{
    ngx_str_t          text, value;
    contentlib_args_t  args, copy, none;

    args = parsed("offset=1&b=2&limit=3&b=1&offset=2");
    value = unit_text("a b");

    ok(contentlib_args_set(&args, "b", &value, unit_pool(), &copy) == NGX_OK,
       "one for two");
    text = written(&copy);
    is_string(&text, "?b=a+b&limit=3&offset=1&offset=2", "one for two: text");

    (void) contentlib_args_set(&args, "a", &value, unit_pool(), &copy);
    text = written(&copy);
    is_string(&text, "?a=a+b&b=2&b=1&limit=3&offset=1&offset=2", "a new one");

    (void) contentlib_args_set(&args, "offset", NULL, unit_pool(), &copy);
    text = written(&copy);
    is_string(&text, "?b=2&b=1&limit=3", "removed");

    (void) contentlib_args_set(&args, "z", NULL, unit_pool(), &copy);
    text = written(&copy);
    is_string(&text, "?b=2&b=1&limit=3&offset=1&offset=2", "none to remove");

    text = written(&args);
    is_string(&text, "?b=2&b=1&limit=3&offset=1&offset=2", "not changed");

    none = parsed("");
    (void) contentlib_args_set(&none, "limit", &value, unit_pool(), &copy);
    text = written(&copy);
    is_string(&text, "?limit=a+b", "the first");

    (void) contentlib_args_set(&copy, "limit", NULL, unit_pool(), &none);
    text = written(&none);
    is_string(&text, "", "the last removed");

    held("all of them fit");
}


static void
test_count(void)
{
    ngx_str_t          query, text;
    contentlib_args_t  args;

    query = unit_repeat("a=1&", 64);
    is_number(contentlib_args_parse(&query, unit_pool(), &args), NGX_OK,
              "64 arguments");
    is_number(args.n, 64, "64 arguments are 64");

    query = unit_repeat("a&&&", 64);
    is_number(contentlib_args_parse(&query, unit_pool(), &args), NGX_OK,
              "64 arguments and empty pieces");
    is_number(args.n, 64, "empty pieces do not count");

    query = unit_repeat("&", 1000);
    is_number(contentlib_args_parse(&query, unit_pool(), &args), NGX_OK,
              "1000 empty pieces");
    is_number(args.n, 0, "1000 empty pieces are none");

    query = unit_repeat("a=1&", 65);
    is_number(contentlib_args_parse(&query, unit_pool(), &args), NGX_DECLINED,
              "65 arguments");

    query = unit_repeat("=&", 65);
    is_number(contentlib_args_parse(&query, unit_pool(), &args), NGX_DECLINED,
              "65 arguments without names");

    query = unit_repeat("abcdefgh", 8192);
    is_number(contentlib_args_parse(&query, unit_pool(), &args), NGX_OK,
              "a long name");
    text = written(&args);
    is_number(text.len, 65538, "a long name, written");
}


static void
test_escapes(void)
{
    int                digit[2];
    u_char             query[6];
    uint32_t           code;
    ngx_str_t          text, expected;
    contentlib_args_t  args;

    static const char  hex[] = "0123456789abcdef0123456789ABCDEF";

    for (code = 0; code < 65536; code++) {
        memcpy(query, "q=%", 3);
        query[3] = (u_char) (code >> 8);
        query[4] = (u_char) code;

        if (query[3] >= 0x80 || query[4] >= 0x80 || query[3] == '&'
            || query[4] == '&' || query[3] == '+' || query[4] == '+')
        {
            continue;
        }

        text = unit_bytes(query, 5);
        (void) contentlib_args_parse(&text, unit_pool(), &args);

        digit[0] = query[3] ? (int) ((strchr(hex, query[3])
                              ? strchr(hex, query[3]) - hex : -1)) : -1;
        digit[1] = query[4] ? (int) ((strchr(hex, query[4])
                              ? strchr(hex, query[4]) - hex : -1)) : -1;

        if (digit[0] < 0 || digit[1] < 0) {
            expected = unit_bytes(query + 2, 3);

        } else if (digit[0] % 16 >= 8) {
            expected = unit_text("\xef\xbf\xbd");

        } else {
            query[0] = (u_char) (digit[0] % 16 * 16 + digit[1] % 16);
            expected = unit_bytes(query, 1);
        }

        hold(args.n == 1 && unit_equal(&args.elts[0].value, &expected),
             "%%%02x%02x", code >> 8, code & 0xff);

        if (code % 256 == 0) {
            unit_clear();
        }
    }

    held("every escape, well formed or not");
}


static void
test_encode(void)
{
    char        expected[4];
    u_char      byte, *last;
    uint32_t    code;
    ngx_str_t   from, to;

    static const char  unreserved[] =
        "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_.-~";

    for (code = 0; code < 256; code++) {
        byte = (u_char) code;
        from = unit_bytes(&byte, 1);
        to.data = ngx_pnalloc(unit_pool(), 3);
        last = contentlib_args_encode(to.data, &from);
        to.len = (size_t) (last - to.data);

        if (code != 0 && strchr(unreserved, (int) code) != NULL) {
            (void) snprintf(expected, sizeof(expected), "%c", (int) code);

        } else if (code == ' ') {
            (void) snprintf(expected, sizeof(expected), "+");

        } else {
            (void) snprintf(expected, sizeof(expected), "%%%02X", code);
        }

        hold(to.len == strlen(expected)
             && memcmp(to.data, expected, to.len) == 0, "byte %02x", code);
    }

    held("every byte is encoded as it should be");
}


/* arbitrary bytes, with many that mean something */

static ngx_str_t
random_query(void)
{
    size_t      i, n;
    ngx_str_t   query;

    static const char  special[] = "&&&===%%%%++;/?#0123456789abcdefABCDEF ";

    n = unit_random(100);
    query = unit_repeat("x", n);

    for (i = 0; i < n; i++) {
        query.data[i] = unit_random(3)
                        ? (u_char) special[unit_random(sizeof(special) - 1)]
                        : (u_char) unit_random(256);
    }

    return query;
}


static ngx_uint_t
sorted_and_valid(const contentlib_args_t *args)
{
    int         order;
    ngx_str_t  *one, *two;
    ngx_uint_t  i;

    for (i = 0; i < args->n; i++) {
        two = &args->elts[i].name;

        if (!contentlib_text_valid(two)
            || !contentlib_text_valid(&args->elts[i].value))
        {
            return 0;
        }

        if (i == 0) {
            continue;
        }

        one = &args->elts[i - 1].name;
        order = memcmp(one->data, two->data, ngx_min(one->len, two->len));

        if (order > 0 || (order == 0 && one->len > two->len)) {
            return 0;
        }
    }

    return 1;
}


static void
test_roundtrip(void)
{
    ngx_str_t          query, once, twice;
    ngx_uint_t         i, n;
    contentlib_args_t  args, again;

    for (n = 0; n < 20000; n++) {
        query = random_query();

        if (contentlib_args_parse(&query, unit_pool(), &args) != NGX_OK) {
            hold(0, "a query is refused");
            continue;
        }

        hold(sorted_and_valid(&args), "not sorted, or not UTF-8");

        once = written(&args);
        query = once;

        if (once.len != 0) {
            query.data++;
            query.len--;
        }

        if (contentlib_args_parse(&query, unit_pool(), &again) != NGX_OK
            || again.n != args.n)
        {
            hold(0, "not as many arguments");
            unit_show("written", once.data, once.len);
            continue;
        }

        for (i = 0; i < args.n; i++) {
            hold(unit_equal(&args.elts[i].name, &again.elts[i].name)
                 && unit_equal(&args.elts[i].value, &again.elts[i].value),
                 "an argument changes");
        }

        twice = written(&again);
        hold(unit_equal(&once, &twice), "what is written changes");

        unit_clear();
    }

    held("20000 random queries, written, parse back to themselves");
}


int
main(void)
{
    test_queries();
    test_values();
    test_set();
    test_count();
    test_escapes();
    test_encode();
    test_roundtrip();

    return unit_done();
}
