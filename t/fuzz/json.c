
/*
 * Copyright (C) contentlib authors
 *
 * The builder of JSON: what it writes, byte by byte, and what json-c reads of
 * it.  The input: operations.
 */


#include <fuzz_json.h>
#include <render/contentlib_json.h>


#define DEPTH  16


typedef struct {
    contentlib_json_node_t  *node;
    ngx_uint_t               children;
    u_char                   bracket;       /* that ends it */
} level_t;


static contentlib_json_t  json;
static level_t            levels[DEPTH];
static ngx_uint_t         depth;
static char               expected[1 << 17];
static size_t             len;

/* there are no more operations than bytes of input */

static char               keys[4096][8];
static ngx_str_t          raws[4096];
static ngx_uint_t         n;


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


/* the key of a new child, or NULL */

static const char *
child(void)
{
    level_t  *level;

    level = &levels[depth - 1];

    if (level->children++) {
        print(",");
    }

    if (level->bracket == ']') {
        return NULL;
    }

    (void) snprintf(keys[n], sizeof(keys[n]), "k%lu", (unsigned long) n);
    print("\"");
    print(keys[n]);
    print("\":");

    return keys[n++];
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


static void
other(contentlib_json_node_t *parent, ngx_uint_t op)
{
    const char  *key;

    key = child();

    switch (op % 4) {

    case 0:
        contentlib_json_null(&json, parent, key);
        print("null");
        break;

    case 1:
        contentlib_json_boolean(&json, parent, key, op & 4);
        print(op & 4 ? "true" : "false");
        break;

    case 2:
        contentlib_json_literal(&json, parent, key, "a \"literal\"");
        print("\"a \\\"literal\\\"\"");
        break;

    default:
        raws[n] = fuzz_string("{\"raw\":[1.50,\"\xe2\x80\xa8\\/\"]}");
        contentlib_json_raw(&json, parent, key, &raws[n]);
        print("{\"raw\":[1.50,\"\\u2028\\/\"]}");
        n++;
    }
}


static void
build(void)
{
    ngx_uint_t               op;
    contentlib_json_node_t  *parent;

    while (fuzz_more() && n < 4000) {
        parent = levels[depth - 1].node;
        op = fuzz_byte();

        switch (op % 8) {

        case 0: begin(parent, op & 8); break;
        case 1: integer(parent); break;
        case 2: other(parent, op / 8); break;

        case 3:
            if (depth > 1) {
                end();
            }
            break;

        default:
            string(parent);
        }
    }

    while (depth > 0) {
        end();
    }
}


int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ngx_str_t  text, model;

    fuzz_begin(data, size);

    n = 0;
    len = 0;
    depth = 1;
    levels[0].bracket = fuzz_byte() & 1 ? ']' : '}';
    levels[0].children = 0;
    levels[0].node = levels[0].bracket == ']'
                     ? contentlib_json_begin_array(&json)
                     : contentlib_json_begin_object(&json);
    print(levels[0].bracket == ']' ? "[" : "{");

    build();

    hold(contentlib_json_end(&json, fuzz_pool, &text) == NGX_OK, "it fails");

    text = fuzz_copy(text.data, text.len);
    model = fuzz_copy(expected, len);

    hold(fuzz_equal(&text, &model), "written:\n%.*s\nnot:\n%.*s",
         (int) text.len, (char *) text.data, (int) len, expected);

    (void) json_object_put(fuzz_json(&text));

    return fuzz_end();
}
