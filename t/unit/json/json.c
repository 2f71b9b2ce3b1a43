
/*
 * Copyright (C) contentlib authors
 *
 * Texts that are too long, and memory that cannot be had.  t/fuzz/json.c
 * compares all other texts with a model.
 */


#include <unit_failures.h>
#include <json/contentlib_json.h>


#define ROOM  65536


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
    contentlib_json_string(&json, node, "f", NULL);
    ok(contentlib_json_array(&json, node, NULL) == NULL, "nor below them");

    is_number(contentlib_json_end(&json, unit_pool(), &text), NGX_ERROR,
              "the result is an error");
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
    contentlib_json_string(&json, root, "d", NULL);

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
    test_failed();
    test_memory();

    return unit_done();
}
