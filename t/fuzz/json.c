
/*
 * Copyright (C) contentlib authors
 *
 * The builder of JSON: what it writes, byte by byte, and what json-c reads of
 * it.  The input: operations, which build one value after the other.
 */


#include <fuzz_json.h>
#include <json/contentlib_json.h>


#define DEPTH     24
#define NODES     4096                      /* no more than bytes of input */
#define VARIANTS  4                         /* of the key in one place */


typedef struct {
    contentlib_json_node_t  *node;
    ngx_uint_t               children;
    u_char                   bracket;       /* that ends it */
} level_t;


static contentlib_json_t   json;
static level_t             levels[DEPTH];
static ngx_uint_t          depth;
static char                expected[1 << 19];
static size_t              len;

/* what the builder does not copy */

static char        keys[NODES][VARIANTS][8];
static ngx_str_t   raws[NODES];
static ngx_uint_t  n;


static void
print(const char *text)
{
    len += (size_t) snprintf(expected + len, sizeof(expected) - len, "%s",
                             text);
    hold(len < sizeof(expected), "a longer input than expected");
}


/* as section 5 of the decisions has it */

static void
print_string(const ngx_str_t *text)
{
    size_t       i;
    char         one[8];
    const char  *p;

    static const char  from[] = "\"\\\b\f\n\r\t";
    static const char  to[] = "\"\\bfnrt";

    print("\"");

    for (i = 0; i < text->len; i++) {
        p = text->data[i] ? strchr(from, text->data[i]) : NULL;

        if (p != NULL) {
            (void) snprintf(one, sizeof(one), "\\%c", to[p - from]);

        } else if (text->data[i] < 0x20) {
            (void) snprintf(one, sizeof(one), "\\u%04x", text->data[i]);

        } else if (text->len - i >= 3
                   && (memcmp(text->data + i, "\xe2\x80\xa8", 3) == 0
                       || memcmp(text->data + i, "\xe2\x80\xa9", 3) == 0))
        {
            (void) snprintf(one, sizeof(one), "\\u2028");
            one[5] = text->data[i + 2] == 0xa8 ? '8' : '9';
            i += 2;

        } else {
            (void) snprintf(one, sizeof(one), "%c", text->data[i]);
        }

        print(one);
    }

    print("\"");
}


/* the key of a new child, or NULL: no two children have the same */

static const char *
child(void)
{
    char        *key;
    level_t     *level;
    ngx_str_t    text;
    ngx_uint_t   i, variant;

    level = &levels[depth - 1];
    i = level->children++;

    if (i > 0) {
        print(",");
    }

    if (level->bracket == ']') {
        return NULL;
    }

    variant = fuzz_byte() % VARIANTS;
    key = keys[i][variant];

    (void) snprintf(key, sizeof(keys[i][variant]), "%lu%c",
                    (unsigned long) i, "kl\"\n"[variant]);

    text.data = (u_char *) key;
    text.len = strlen(key);

    print_string(&text);
    print(":");

    return key;
}


static void
string(contentlib_json_node_t *parent)
{
    const char  *key;
    ngx_str_t    bytes, text;

    bytes = fuzz_take(fuzz_byte());
    text = fuzz_utf8_repair(&bytes);
    key = child();

    contentlib_json_string(&json, parent, key, &text);
    print_string(&text);
}


static void
integer(contentlib_json_node_t *parent)
{
    char         digits[32];
    int64_t      value;
    const char  *key;

    value = (int64_t) fuzz_number(fuzz_byte() % 9);
    key = child();

    contentlib_json_integer(&json, parent, key, value);
    (void) snprintf(digits, sizeof(digits), "%lld", (long long) value);
    print(digits);
}


static void
begin(contentlib_json_node_t *parent, ngx_uint_t array)
{
    const char  *key;

    if (depth == DEPTH) {
        return;
    }

    key = child();

    levels[depth].node = array ? contentlib_json_array(&json, parent, key)
                               : contentlib_json_object(&json, parent, key);
    levels[depth].children = 0;
    levels[depth].bracket = array ? ']' : '}';
    depth++;

    print(array ? "[" : "{");
}


static void
end(void)
{
    char  bracket[2] = { (char) levels[depth - 1].bracket, '\0' };

    print(bracket);
    depth--;
}


/* a string in two ways: as it stands between quotes, too */

static void
escaped(contentlib_json_node_t *parent, const char *key)
{
    u_char     *p;
    ngx_str_t   bytes, text, result;

    bytes = fuzz_take(fuzz_byte());
    text = fuzz_utf8_repair(&bytes);
    print_string(&text);

    hold(contentlib_json_escape(&text, fuzz_pool, &result) == NGX_OK,
         "memory");

    raws[n].len = result.len + 2;
    raws[n].data = p = ngx_pnalloc(fuzz_pool, raws[n].len);
    hold(p != NULL, "memory");

    *p++ = '"';

    if (result.len != 0) {
        p = ngx_cpymem(p, result.data, result.len);
    }

    *p = '"';

    contentlib_json_raw(&json, parent, key, &raws[n++]);
}


static void
other(contentlib_json_node_t *parent, ngx_uint_t op)
{
    const char  *key;

    key = child();

    switch (op % 6) {

    case 0:
        contentlib_json_string(&json, parent, key, NULL);
        print("null");
        break;

    case 1:
    case 5:
        contentlib_json_boolean(&json, parent, key, op & 4);
        print(op & 4 ? "true" : "false");
        break;

    case 2:
        contentlib_json_literal(&json, parent, key, "a \"literal\"");
        print("\"a \\\"literal\\\"\"");
        break;

    case 3:
        escaped(parent, key);
        break;

    default:
        raws[n] = fuzz_string("{\"raw\":[1.50,\"\xe2\x80\xa8\\/\"]}");
        contentlib_json_raw(&json, parent, key, &raws[n++]);
        print("{\"raw\":[1.50,\"\\u2028\\/\"]}");
    }
}


/* until the root is ended, or the input */

static void
build(void)
{
    ngx_uint_t               op;
    contentlib_json_node_t  *parent;

    while (fuzz_more() && n < NODES - 1 && depth > 0) {
        parent = levels[depth - 1].node;
        op = fuzz_byte();

        switch (op % 8) {

        case 0: begin(parent, op & 8); break;
        case 1: integer(parent); break;
        case 2: other(parent, op / 8); break;
        case 3: end(); break;
        default: string(parent);
        }
    }

    while (depth > 0) {
        end();
    }
}


static void
value(void)
{
    ngx_str_t   text, model;
    ngx_uint_t  array;

    array = fuzz_byte() % 2;

    len = 0;
    depth = 1;
    levels[0].bracket = array ? ']' : '}';
    levels[0].children = 0;
    levels[0].node = array ? contentlib_json_begin_array(&json)
                           : contentlib_json_begin_object(&json);
    print(array ? "[" : "{");

    build();

    hold(contentlib_json_end(&json, fuzz_pool, &text) == NGX_OK, "an error");

    text = fuzz_copy(text.data, text.len);
    model = fuzz_copy(expected, len);

    hold(fuzz_equal(&text, &model), "written:\n%.*s\nnot:\n%.*s",
         (int) text.len, (char *) text.data, (int) len, expected);

    (void) json_object_put(fuzz_json(&text));
}


int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    fuzz_begin(data, size);

    n = 0;

    do {
        value();
    } while (fuzz_more() && n < NODES - 1);

    return fuzz_end();
}
