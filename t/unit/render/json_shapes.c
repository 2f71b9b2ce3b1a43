
/*
 * Copyright (C) contentlib authors
 *
 * A builder that uses its tree again makes the bytes of one that does not,
 * whatever the values before were like.
 */


#include <unit.h>
#include <render/contentlib_json.h>


#define VALUES   40000
#define STEPS    4000
#define LEVELS   CONTENTLIB_JSON_DEPTH
#define KEYS     8
#define DIVERGE  40                         /* one choice in so many is new */


typedef enum {
    STRING = 0,
    INTEGER,
    BOOLEAN,
    NOTHING,
    RAW,
    RAW_ARRAY,
    OBJECT,
    ARRAY,
    END
} kind_e;


/* what is said to a builder, one call each */

typedef struct {
    kind_e                      kind;
    const char                 *key;
    int64_t                     number;
    ngx_str_t                   text;
    contentlib_json_elements_t  elements;
} step_t;


static const char *const  keys[KEYS] = {
    "id", "url", "alt_text", "tags", "default_version", "a\"b", "", "width"
};

static step_t    steps[STEPS];
static size_t    nsteps;
static uint64_t  shape, bytes_made, rebuilt;


/* of a shape, the same choices nearly every time */

static uint64_t
choice(uint64_t below)
{
    shape ^= shape << 13;
    shape ^= shape >> 7;
    shape ^= shape << 17;

    return unit_random(DIVERGE) ? (shape >> 11) % below : unit_random(below);
}


static ngx_str_t
some_text(size_t most)
{
    size_t     i;
    ngx_str_t  text;

    text.len = (size_t) choice(most);
    text.data = ngx_pnalloc(unit_pool(), text.len);

    for (i = 0; i < text.len; i++) {
        text.data[i] = (u_char) ("abc/\"\\\n\x01\xe2\x80\xa8 {}[],:\x7f"
                                 [unit_random(19)]);
    }

    return text;
}


/* bytes of raw values have a comma before them */

static ngx_str_t
some_raw(void)
{
    ngx_str_t  text;

    static const char *const  values[] = {
        ",{}", ",[1,2]", ",\"x\"", ",12345", ",null", ",{\"a\":[{}]}"
    };

    text = unit_text(values[unit_random(6)]);
    text.data++;
    text.len--;

    return text;
}


static void
plan(ngx_uint_t object, ngx_uint_t depth)
{
    step_t      *step;
    ngx_str_t   *elts;
    ngx_uint_t   i, k, n, first;

    n = (ngx_uint_t) choice(object ? KEYS + 1 : 6);
    first = (ngx_uint_t) choice(KEYS);

    for (i = 0; i < n && nsteps < STEPS - LEVELS - 1; i++) {
        step = &steps[nsteps++];

        step->key = object ? keys[(first + i) % KEYS] : NULL;
        step->kind = (kind_e) choice(depth < LEVELS ? END : OBJECT);
        step->number = (int64_t) unit_random(3) - 1;

        switch (step->kind) {

        case STRING:
            step->text = some_text(choice(200) ? 30 : 70000);
            break;

        case INTEGER:
            step->number *= (int64_t) unit_random(INT64_MAX);
            break;

        case RAW:
            step->text = some_raw();
            break;

        case RAW_ARRAY:
            step->elements.nelts = (ngx_uint_t) choice(4);
            elts = ngx_palloc(unit_pool(), 4 * sizeof(ngx_str_t));

            for (k = 0; k < 4; k++) {
                elts[k] = some_raw();
            }

            step->elements.elts = elts;
            break;

        case OBJECT:
        case ARRAY:
            plan(step->kind == OBJECT, depth + 1);
            break;

        default:
            break;
        }
    }

    steps[nsteps++].kind = END;
}


/* says the first n steps of the plan */

static void
play(contentlib_json_t *json, contentlib_json_node_t *root, size_t n)
{
    size_t                   i, depth;
    const char              *key;
    const step_t            *step;
    contentlib_json_node_t  *node, *parents[LEVELS + 2];

    depth = 0;
    parents[0] = root;

    for (i = 0; i < n; i++) {
        step = &steps[i];
        node = parents[depth];
        key = step->key;

        switch (step->kind) {

        case STRING:
            contentlib_json_string(json, node, key, &step->text);
            break;

        case INTEGER:
            contentlib_json_integer(json, node, key, step->number);
            break;

        case BOOLEAN:
            contentlib_json_boolean(json, node, key, step->number != 0);
            break;

        case NOTHING:
            contentlib_json_null(json, node, key);
            break;

        case RAW:
            contentlib_json_raw(json, node, key, &step->text);
            break;

        case RAW_ARRAY:
            contentlib_json_raw_array(json, node, key, &step->elements);
            break;

        case OBJECT:
            parents[++depth] = contentlib_json_object(json, node, key);
            break;

        case ARRAY:
            parents[++depth] = contentlib_json_array(json, node, key);
            break;

        case END:
            depth -= (depth > 0);
        }
    }
}


/* the text of a tree of its own */

static ngx_int_t
fresh(ngx_str_t *text)
{
    contentlib_json_t        json;
    contentlib_json_node_t  *root;

    root = contentlib_json_begin_object(&json);
    play(&json, root, nsteps);

    return contentlib_json_end(&json, unit_pool(), text);
}


/* some end too early: by a text that is too long, or by bytes not counted */

static void
fail_again(contentlib_json_t *json)
{
    size_t                   n;
    ngx_str_t                text;
    contentlib_json_node_t  *root;

    n = (size_t) unit_random(nsteps + 1);

    root = contentlib_json_begin_again(json);
    play(json, root, n);

    if (unit_random(2)) {
        json->length++;

    } else {
        text.data = (u_char *) "";
        text.len = (size_t) NGX_MAX_INT32_VALUE;
        contentlib_json_string(json, root, keys[0], &text);
        play(json, root, unit_random(2) ? nsteps : 0);
    }

    hold(contentlib_json_end(json, unit_pool(), &text) == NGX_ERROR,
         "no error");
}


static void
again(contentlib_json_t *json)
{
    ngx_str_t                got, expected;
    ngx_int_t                rc;
    const void              *before;
    contentlib_json_node_t  *root;

    before = json->root;
    root = contentlib_json_begin_again(json);
    rebuilt += (before == NULL);

    play(json, root, nsteps);

    rc = contentlib_json_end(json, unit_pool(), &got);

    hold(fresh(&expected) == NGX_OK, "fresh: an error");

    if (!hold(rc == NGX_OK, "an error") || !hold(unit_equal(&got, &expected),
              "another text than that of a fresh tree"))
    {
        unit_show("expected", expected.data, expected.len);
        return;
    }

    hold(got.data[-1] == ',', "a comma before it");
    bytes_made += got.len;
}


static void
test_random(void)
{
    ngx_uint_t          i;
    uint64_t            shapes[5];
    ngx_pool_t         *pool;
    contentlib_json_t  *json;

    for (i = 0; i < 5; i++) {
        shapes[i] = unit_random(UINT32_MAX) + 1;
    }

    pool = ngx_create_pool(4096, &unit_log);
    json = contentlib_json_create(pool);

    for (i = 0; i < VALUES; i++) {

        /* mostly the same shape for a while, as on a page */

        shape = shapes[i / 50 % 5] + unit_random(10) / 9;
        nsteps = 0;
        plan(1, 1);

        if (unit_random(50) == 0) {
            fail_again(json);
        }

        again(json);

        if (i % 5000 == 0) {
            ngx_destroy_pool(pool);
            pool = ngx_create_pool(4096, &unit_log);
            json = contentlib_json_create(pool);
        }

        unit_clear();
    }

    /* one that was begun and never ended goes with its pool */

    (void) contentlib_json_begin_again(json);
    (void) contentlib_json_object(json, json->root, keys[0]);
    ngx_destroy_pool(pool);

    held("%d values after one another", VALUES);
    ok(bytes_made > 5000000, "%lu bytes", (unsigned long) bytes_made);
    ok(rebuilt > 100 && rebuilt < VALUES / 4,
       "%lu trees were begun anew, others used again",
       (unsigned long) rebuilt);
}


/* containers at every place, in the way of what was there */

static void
test_small(void)
{
    size_t              i, k, n;
    contentlib_json_t  *json;

    static const kind_e  kinds[] = {
        STRING, INTEGER, BOOLEAN, NOTHING, RAW, RAW_ARRAY, OBJECT, ARRAY
    };

    json = contentlib_json_create(unit_pool());

    /* every kind after every other, under one key and in an array of 0..2 */

    for (i = 0; i < 8 * 8 * 3; i++) {

        for (k = 0; k < 2; k++) {
            memset(steps, 0, sizeof(step_t) * 20);
            nsteps = 0;

            steps[nsteps].key = keys[0];
            steps[nsteps].kind = kinds[k ? i % 8 : i / 8 % 8];
            steps[nsteps].text = some_raw();
            nsteps++;

            if (steps[nsteps - 1].kind >= OBJECT) {
                steps[nsteps++].kind = END;
            }

            steps[nsteps].key = keys[1];
            steps[nsteps++].kind = ARRAY;

            for (n = 0; n < (k ? i / 64 : 2 - i / 64); n++) {
                steps[nsteps].key = NULL;
                steps[nsteps].text = some_raw();
                steps[nsteps++].kind = kinds[(k ? i : i / 8) % 6];
            }

            steps[nsteps++].kind = END;
            again(json);
        }
    }

    held("every kind after every other");
}


static void
test_depth(void)
{
    size_t                   i, k;
    ngx_str_t                text;
    contentlib_json_t       *json;
    contentlib_json_node_t  *node;

    json = contentlib_json_create(unit_pool());

    /* the root is the first level */

    for (k = 0; k < 3; k++) {

        for (i = 1; i <= CONTENTLIB_JSON_DEPTH + 1; i++) {
            nsteps = 0;
            node = contentlib_json_begin_again(json);

            for (nsteps = 1; nsteps < i; nsteps++) {
                node = contentlib_json_object(json, node, keys[0]);
            }

            hold((contentlib_json_end(json, unit_pool(), &text) == NGX_OK)
                 == (i <= CONTENTLIB_JSON_DEPTH), "depth %lu",
                 (unsigned long) i);
        }
    }

    held("as deep as may be, and no deeper");
}


int
main(void)
{
    test_small();
    test_depth();
    test_random();

    return unit_done();
}
