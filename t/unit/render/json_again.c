
/*
 * Copyright (C) contentlib authors
 *
 * The tree of one value, used again for the next.
 */


#include <unit.h>
#include <render/contentlib_json.h>

#include <sys/resource.h>


#define LONG    50000
#define ROUNDS  1000
#define MOST    (16 * 1024)                 /* kB that may be taken */


static ngx_str_t
build(contentlib_json_t *json, const ngx_str_t *a, ngx_uint_t n,
    ngx_uint_t array)
{
    ngx_str_t                got;
    ngx_uint_t               i;
    contentlib_json_node_t  *root, *node;

    static const ngx_str_t  raw = ngx_string("[0.5]");

    root = contentlib_json_begin_again(json);
    contentlib_json_string(json, root, "a", a);

    node = array ? contentlib_json_array(json, root, "b")
                 : contentlib_json_object(json, root, "b");

    for (i = 0; i < n; i++) {
        if (i % 2) {
            contentlib_json_integer(json, node, array ? NULL : "odd", -1);

        } else {
            contentlib_json_raw(json, node, array ? NULL : "even", &raw);
        }
    }

    contentlib_json_boolean(json, root, n % 2 ? "c" : "d", array);

    if (contentlib_json_end(json, unit_pool(), &got) != NGX_OK) {
        ngx_str_set(&got, "an error");
    }

    return got;
}


static void
test_shapes(void)
{
    ngx_str_t           got, a, empty;
    contentlib_json_t  *json;

    json = contentlib_json_create(unit_pool());
    a = unit_text("a string");
    ngx_str_set(&empty, "");

    got = build(json, &empty, 2, 0);
    is_string(&got,
              "{\"a\":\"\",\"b\":{\"even\":[0.5],\"odd\":-1},\"d\":false}",
              "a tree");
    got = build(json, &a, 1, 0);
    is_string(&got,
              "{\"a\":\"a string\",\"b\":{\"even\":[0.5]},\"c\":false}",
              "fewer fields, and another key");
    got = build(json, &empty, 3, 1);
    is_string(&got, "{\"a\":\"\",\"b\":[[0.5],-1,[0.5]],\"c\":true}",
              "an array for an object, an empty string for a string");
    got = build(json, &a, 0, 1);
    is_string(&got, "{\"a\":\"a string\",\"b\":[],\"d\":true}",
              "no elements any more");

    unit_clear();
}


/* a sanitizer keeps what is freed, but tells what is lost */

static void
test_memory(void)
{
#if !(__SANITIZE_ADDRESS__)
    long                before;
    struct rusage       usage;
#endif
    ngx_str_t           large, empty, got;
    ngx_uint_t          i;
    contentlib_json_t  *json;

    ngx_str_set(&empty, "");

#if !(__SANITIZE_ADDRESS__)
    (void) getrusage(RUSAGE_SELF, &usage);
    before = usage.ru_maxrss;
#endif

    for (i = 0; i < ROUNDS; i++) {
        json = contentlib_json_create(unit_pool());

        large.len = LONG;
        large.data = ngx_pnalloc(unit_pool(), LONG);
        ngx_memset(large.data, 'a', LONG);

        (void) build(json, &empty, 0, 0);
        (void) build(json, &large, 0, 0);
        (void) build(json, &empty, 0, 0);
        got = build(json, &large, 0, 0);

        hold(got.len > LONG, "an error");

        unit_clear();
    }

    held("strings that become empty, and are no more");

#if !(__SANITIZE_ADDRESS__)
    (void) getrusage(RUSAGE_SELF, &usage);
    ok(usage.ru_maxrss - before < MOST, "their memory is freed");
#endif
}


int
main(void)
{
    test_shapes();
    test_memory();

    return unit_done();
}
