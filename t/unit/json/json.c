
/*
 * Copyright (C) contentlib authors
 */


#include <unit_failures.h>
#include <json/contentlib_json.h>


#define ROOM  65536


/* decisions, section 5: how a string is written */

static size_t
model_string(char *to, const ngx_str_t *text)
{
    char    *p;
    size_t   i;
    u_char   c;

    p = to;
    *p++ = '"';

    for (i = 0; i < text->len; i++) {
        c = text->data[i];

        if (c == 0xe2 && text->len - i >= 3 && text->data[i + 1] == 0x80
            && (text->data[i + 2] | 1) == 0xa9)
        {
            p += sprintf(p, "\\u202%c", text->data[i + 2] == 0xa8 ? '8' : '9');
            i += 2;

        } else if (c == '"' || c == '\\') {
            p += sprintf(p, "\\%c", c);

        } else if (c >= 0x08 && c <= 0x0d && c != 0x0b) {
            p += sprintf(p, "\\%c", "btn?fr"[c - 8]);

        } else if (c < 0x20) {
            p += sprintf(p, "\\u%04x", c);

        } else {
            *p++ = (char) c;
        }
    }

    *p++ = '"';

    return (size_t) (p - to);
}


static ngx_str_t
one_string(const ngx_str_t *value)
{
    ngx_int_t                rc;
    ngx_str_t                text;
    contentlib_json_t        json;
    contentlib_json_node_t  *root;

    ngx_str_null(&text);

    root = contentlib_json_begin_array(&json);
    contentlib_json_string(&json, root, NULL, value);
    rc = contentlib_json_end(&json, unit_pool(), &text);

    hold(rc == NGX_OK, "an error");

    return text;
}


/* a string at both ends and between others: as a value, and as a key */

static void
compare(const ngx_str_t *value)
{
    char        expected[ROOM];
    size_t      len;
    ngx_str_t   got, text;

    got = one_string(value);

    expected[0] = '[';
    len = model_string(expected + 1, value) + 1;
    expected[len++] = ']';

    text.data = (u_char *) expected;
    text.len = len;

    if (!hold(unit_equal(&got, &text), "a string")) {
        unit_show("of", value->data, value->len);
        unit_show("got", got.data, got.len);
        unit_show("expected", text.data, text.len);
    }
}


static void
test_escapes(void)
{
    size_t     i;
    ngx_str_t  value, text;

    static const struct {
        const char  *value;
        const char  *text;
        const char  *name;
    } cases[] = {
        { "", "[\"\"]", "nothing" },
        { "a/b", "[\"a/b\"]", "a slash" },
        { "</script>", "[\"</script>\"]", "a tag" },
        { "\"", "[\"\\\"\"]", "a quote" },
        { "\\", "[\"\\\\\"]", "a backslash" },
        { "\\u0041", "[\"\\\\u0041\"]", "what looks like an escape" },
        { "\b\f\n\r\t", "[\"\\b\\f\\n\\r\\t\"]", "those with letters" },
        { "\x01\x07\x0b\x0e\x1b\x1f",
          "[\"\\u0001\\u0007\\u000b\\u000e\\u001b\\u001f\"]", "the others" },
        { "\x7f", "[\"\x7f\"]", "0x7f" },
        { "'<>&=", "[\"'<>&=\"]", "not those of HTML" },
        { "\xc3\xa9\xf0\x9f\x8e\x89", "[\"\xc3\xa9\xf0\x9f\x8e\x89\"]",
          "UTF-8" },
        { "\xe2\x80\xa8", "[\"\\u2028\"]", "U+2028" },
        { "\xe2\x80\xa9", "[\"\\u2029\"]", "U+2029" },
        { "a\xe2\x80\xa8", "[\"a\\u2028\"]", "U+2028 at the end" },
        { "\xe2\x80\xa9" "b", "[\"\\u2029b\"]", "U+2029 at the beginning" },
        { "a\xe2\x80\xa8\xe2\x80\xa9\xe2\x80\xa8" "b",
          "[\"a\\u2028\\u2029\\u2028b\"]", "three in a row" },
        { "\xe2\x80\xa7\xe2\x80\xaa\xe2\x81\xa8",
          "[\"\xe2\x80\xa7\xe2\x80\xaa\xe2\x81\xa8\"]", "those beside them" }
    };

    for (i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
        value = unit_text(cases[i].value);
        text = one_string(&value);
        is_string(&text, cases[i].text, "string: %s", cases[i].name);
    }

    value = unit_bytes("a\0b", 3);
    text = one_string(&value);
    is_string(&text, "[\"a\\u0000b\"]", "string: NUL");
    held("none is an error");
}


static void
test_every_byte(void)
{
    u_char      byte;
    size_t      at;
    ngx_str_t   value;
    ngx_uint_t  i;

    for (i = 0; i < 256; i++) {
        for (at = 0; at < 3; at++) {
            byte = (u_char) i;
            value = unit_text("xyz");
            value.data[at] = byte;
            compare(&value);
        }
    }

    held("every byte at every place of three");

    for (i = 0; i < 65536; i++) {
        value = unit_bytes("\xe2\x80\xa8", 3);
        value.data[i % 3] = (u_char) (i >> 8);
        value.data[(i + 1) % 3] = (u_char) i;
        compare(&value);

        value.len--;
        compare(&value);
        unit_clear();
    }

    held("what is like U+2028");
}


static ngx_str_t
random_string(ngx_uint_t most)
{
    size_t       len;
    u_char       buffer[1024];
    const char  *piece;

    static const char *const  pieces[] = {
        "a", "bc", "/", "\"", "\\", "\n", "\t", "\x01", "\x1f", "\x7f",
        "\xc3\xa9", "\xe2\x80\xa8", "\xe2\x80\xa9", "\xe2\x80\xa7",
        "\xe2\x82\xac", "\xf0\x9f\x8e\x89", " ", "\x08"
    };

    for (len = 0; most > 0 && unit_random(40) && len < 1000; most--) {
        piece = pieces[unit_random(sizeof(pieces) / sizeof(pieces[0]))];
        memcpy(buffer + len, piece, strlen(piece));
        len += strlen(piece);
    }

    return unit_bytes(buffer, len);
}


static void
test_random_strings(void)
{
    ngx_str_t   value;
    ngx_uint_t  i;

    for (i = 0; i < 20000; i++) {
        value = random_string(60);
        compare(&value);
        unit_clear();
    }

    held("20000 random strings");
}


static void
test_values(void)
{
    ngx_str_t                raw, text;
    contentlib_json_t        json;
    contentlib_json_node_t  *root, *node;

    root = contentlib_json_begin_object(&json);
    is_number(contentlib_json_end(&json, unit_pool(), &text), NGX_OK,
              "an empty object");
    is_string(&text, "{}", "an empty object: the text");

    root = contentlib_json_begin_array(&json);
    (void) contentlib_json_end(&json, unit_pool(), &text);
    is_string(&text, "[]", "an empty array");

    raw = unit_text("{\"x\":[1,2]}");
    root = contentlib_json_begin_object(&json);
    contentlib_json_integer(&json, root, "a", 0);
    contentlib_json_boolean(&json, root, "b", 1);
    contentlib_json_boolean(&json, root, "c", 0);
    contentlib_json_null(&json, root, "d");
    contentlib_json_literal(&json, root, "e", "f\"");
    contentlib_json_raw(&json, root, "g", &raw);
    node = contentlib_json_array(&json, root, "h");
    contentlib_json_raw(&json, node, NULL, &raw);
    contentlib_json_integer(&json, node, NULL, 1);
    contentlib_json_null(&json, node, NULL);
    node = contentlib_json_object(&json, node, NULL);
    (void) contentlib_json_object(&json, node, "i");
    (void) contentlib_json_array(&json, node, "j\"k");

    is_number(contentlib_json_end(&json, unit_pool(), &text), NGX_OK,
              "one of each");
    is_string(&text, "{\"a\":0,\"b\":true,\"c\":false,\"d\":null,"
              "\"e\":\"f\\\"\",\"g\":{\"x\":[1,2]},"
              "\"h\":[{\"x\":[1,2]},1,null,{\"i\":{},\"j\\\"k\":[]}]}",
              "one of each: the text");
}


static void
test_integers(void)
{
    size_t                   i;
    char                     expected[64];
    ngx_str_t                text;
    contentlib_json_t        json;
    contentlib_json_node_t  *root;

    static const int64_t  numbers[] = {
        0, 1, 9, 10, 11, 99, 100, 101, 999999, 1000000, INT32_MAX,
        UINT32_MAX, 999999999999999999, 1000000000000000000, INT64_MAX, -1,
        -9, -10, -99, -100, INT32_MIN, INT64_MIN, INT64_MIN + 1
    };

    for (i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
        root = contentlib_json_begin_array(&json);
        contentlib_json_integer(&json, root, NULL, numbers[i]);

        hold(contentlib_json_end(&json, unit_pool(), &text) == NGX_OK,
             "an error");
        (void) snprintf(expected, sizeof(expected), "[%lld]",
                        (long long) numbers[i]);
        is_string(&text, expected, "the number %s", expected);
    }

    held("none is an error");
}


/* a tree as it comes, and its text written beside it */

static void
random_tree(contentlib_json_t *json, contentlib_json_node_t *node,
    ngx_uint_t object, ngx_uint_t depth, char **to)
{
    ngx_str_t                value;
    ngx_uint_t               i, n, kind;
    contentlib_json_node_t  *child;

    static const char *const  keys[] = { "a", "b\"", "c\n", "d/", "", "f" };

    n = unit_random(6);
    *(*to)++ = object ? '{' : '[';

    for (i = 0; i < n; i++) {
        *to += sprintf(*to, "%s", i ? "," : "");

        if (object) {
            value = unit_text(keys[i]);
            *to += model_string(*to, &value);
            *(*to)++ = ':';
        }

        kind = unit_random(depth > 4 ? 3 : 5);

        if (kind == 0) {
            value = random_string(20);
            contentlib_json_string(json, node, object ? keys[i] : NULL,
                                   &value);
            *to += model_string(*to, &value);

        } else if (kind == 1) {
            contentlib_json_integer(json, node, object ? keys[i] : NULL,
                                    (int64_t) i - 2);
            *to += sprintf(*to, "%d", (int) i - 2);

        } else if (kind == 2) {
            contentlib_json_boolean(json, node, object ? keys[i] : NULL,
                                    i % 2);
            *to += sprintf(*to, "%s", i % 2 ? "true" : "false");

        } else {
            child = (kind == 3)
                    ? contentlib_json_object(json, node,
                                             object ? keys[i] : NULL)
                    : contentlib_json_array(json, node,
                                            object ? keys[i] : NULL);
            random_tree(json, child, kind == 3, depth + 1, to);
        }
    }

    *(*to)++ = object ? '}' : ']';
}


static void
test_random_trees(void)
{
    char                     *expected, *p;
    ngx_str_t                 got, text;
    ngx_uint_t                i;
    contentlib_json_t         json;
    contentlib_json_node_t   *root;

    expected = malloc(100 * ROOM);

    for (i = 0; i < 2000; i++) {
        p = expected;
        root = (i % 2) ? contentlib_json_begin_object(&json)
                       : contentlib_json_begin_array(&json);
        random_tree(&json, root, i % 2, 0, &p);

        /* that it comes to the length that was counted is checked inside */

        hold(contentlib_json_end(&json, unit_pool(), &got) == NGX_OK,
             "an error");

        text.data = (u_char *) expected;
        text.len = (size_t) (p - expected);
        hold(unit_equal(&got, &text), "a tree of %lu bytes",
             (unsigned long) text.len);

        unit_clear();
    }

    free(expected);
    held("2000 random trees");
}


static void
test_failed(void)
{
    ngx_str_t                value, text;
    contentlib_json_t        json;
    contentlib_json_node_t  *root, *node;

    root = contentlib_json_begin_object(&json);
    value.data = (u_char *) "";
    value.len = (size_t) NGX_MAX_INT32_VALUE;
    contentlib_json_string(&json, root, "a", &value);
    ok(json.failed, "a string that is too long");

    node = contentlib_json_object(&json, root, "b");
    ok(node == NULL, "after that there are no nodes");
    contentlib_json_integer(&json, node, "c", 1);
    contentlib_json_literal(&json, node, "d", "e");
    contentlib_json_null(&json, node, "f");
    ok(contentlib_json_array(&json, node, NULL) == NULL, "nor below them");

    is_number(contentlib_json_end(&json, unit_pool(), &text), NGX_ERROR,
              "the result is an error");

    /* bytes that json-c did not write */

    root = contentlib_json_begin_array(&json);
    contentlib_json_integer(&json, root, NULL, 1);
    json.length++;
    is_number(contentlib_json_end(&json, unit_pool(), &text), NGX_ERROR,
              "a byte too few");

    root = contentlib_json_begin_array(&json);
    contentlib_json_integer(&json, root, NULL, 1);
    json.length--;
    is_number(contentlib_json_end(&json, unit_pool(), &text), NGX_ERROR,
              "a byte too many");
}


static void
test_escape(void)
{
    size_t      len;
    char        expected[ROOM];
    ngx_str_t   value, got, text;
    ngx_uint_t  i, same;

    same = 0;

    ngx_str_null(&value);
    is_number(contentlib_json_escape(&value, unit_pool(), &got), NGX_OK,
              "an empty text without data");
    is_number(got.len, 0, "needs no escape");

    for (i = 0; i < 20000; i++) {
        value = i % 10 ? random_string(60) : unit_repeat("a", i % 97);
        len = model_string(expected, &value);

        text.data = (u_char *) expected + 1;
        text.len = len - 2;

        hold(contentlib_json_escape(&value, unit_pool(), &got) == NGX_OK,
             "an error");

        if (!hold(unit_equal(&got, &text), "what stands between quotes")) {
            unit_show("of", value.data, value.len);
            unit_show("got", got.data, got.len);
        }

        hold((got.data == value.data) == unit_equal(&value, &text),
             "what needs no escape is not copied");
        same += (got.data == value.data);

        unit_clear();
    }

    held("20000 random strings without their quotes");
    ok(same > 1000 && same < 19000, "%lu need no escape",
       (unsigned long) same);
}


/* json-c, which may lose bytes, and the pool: the text, or an error */

static void
operation(void *data, ngx_uint_t failing)
{
    ngx_int_t                rc;
    ngx_str_t                text, raw, value, escaped;
    ngx_uint_t               i;
    ngx_pool_t              *pool;
    contentlib_json_t        json;
    contentlib_json_node_t  *root, *node;
    const ngx_str_t         *expected = data;

    pool = ngx_create_pool(1024, &unit_log);
    ngx_str_set(&raw, "{\"x\":[1,2]}");
    ngx_str_set(&value, "a \"text\" that is longer than the room in a node");

    unit_failures_begin(UNIT_MEMORY);

    root = contentlib_json_begin_object(&json);
    node = contentlib_json_array(&json, root, "a");

    for (i = 0; i < 40; i++) {
        contentlib_json_string(&json, node, NULL, &value);
        contentlib_json_integer(&json, node, NULL, 12345);
    }

    contentlib_json_raw(&json, root, "b", &raw);
    contentlib_json_boolean(&json, root, "c", 1);
    contentlib_json_null(&json, root, "d");

    rc = contentlib_json_end(&json, pool, &text);

    if (rc == NGX_OK) {
        rc = contentlib_json_escape(&value, pool, &escaped);
    }

    unit_failures_end();

    hold(rc == NGX_OK || (rc == NGX_ERROR && failing), "it returns %ld",
         (long) rc);
    hold(rc != NGX_OK || (unit_equal(&text, expected)
                          && escaped.len == value.len + 2), "bytes are lost");

    ngx_destroy_pool(pool);
}


static void
test_memory(void)
{
    char       *p;
    uint64_t    runs;
    ngx_str_t   expected;
    ngx_uint_t  i;

    (void) setenv("CONTENTLIB_FAILURES", "1", 1);

    expected.data = malloc(ROOM);
    p = (char *) expected.data;
    p += sprintf(p, "{\"a\":[");

    for (i = 0; i < 40; i++) {
        p += sprintf(p, "%s\"a \\\"text\\\" that is longer than the room in"
                        " a node\",12345", i ? "," : "");
    }

    p += sprintf(p, "],\"b\":{\"x\":[1,2]},\"c\":true,\"d\":null}");
    expected.len = (size_t) (p - (char *) expected.data);

    runs = unit_failures_run(operation, &expected);
    free(expected.data);

    ok(runs > 20, "%llu runs with memory refused", (unsigned long long) runs);
    held("the whole text, or an error");
}


int
main(void)
{
    test_escapes();
    test_every_byte();
    test_random_strings();
    test_values();
    test_integers();
    test_random_trees();
    test_failed();
    test_escape();
    test_memory();

    return unit_done();
}
