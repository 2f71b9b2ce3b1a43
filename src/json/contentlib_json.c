
/*
 * Copyright (C) contentlib authors
 *
 * Builds JSON texts with json-c and counts the bytes that they must have.
 */


#include <json/contentlib_json.h>

#include <json-c/json.h>


#define CONTENTLIB_JSON_FLAGS                                                 \
    (JSON_C_TO_STRING_PLAIN|JSON_C_TO_STRING_NOSLASHESCAPE)

#define CONTENTLIB_JSON_ADD                                                   \
    (JSON_C_OBJECT_ADD_KEY_IS_NEW|JSON_C_OBJECT_ADD_CONSTANT_KEY)


static contentlib_json_node_t *contentlib_json_begin(contentlib_json_t *json,
    contentlib_json_node_t *root);
static contentlib_json_node_t *contentlib_json_add(contentlib_json_t *json,
    contentlib_json_node_t *parent, const char *key,
    contentlib_json_node_t *child, size_t length);
static size_t contentlib_json_string_length(const u_char *p, size_t len);
static u_char *contentlib_json_copy(u_char *to, const u_char *p, size_t len);


contentlib_json_node_t *
contentlib_json_begin_object(contentlib_json_t *json)
{
    return contentlib_json_begin(json, json_object_new_object());
}


contentlib_json_node_t *
contentlib_json_begin_array(contentlib_json_t *json)
{
    return contentlib_json_begin(json, json_object_new_array());
}


static contentlib_json_node_t *
contentlib_json_begin(contentlib_json_t *json, contentlib_json_node_t *root)
{
    json->root = root;
    json->length = sizeof("{}") - 1;
    json->failed = (root == NULL);

    return root;
}


contentlib_json_node_t *
contentlib_json_object(contentlib_json_t *json,
    contentlib_json_node_t *parent, const char *key)
{
    return contentlib_json_add(json, parent, key, json_object_new_object(),
                               sizeof("{}") - 1);
}


contentlib_json_node_t *
contentlib_json_array(contentlib_json_t *json, contentlib_json_node_t *parent,
    const char *key)
{
    return contentlib_json_add(json, parent, key, json_object_new_array(),
                               sizeof("[]") - 1);
}


void
contentlib_json_string(contentlib_json_t *json,
    contentlib_json_node_t *parent, const char *key, const ngx_str_t *value)
{
    /* json-c has no node for null */

    if (value == NULL) {
        contentlib_json_decimal(json, parent, key, "null");
        return;
    }

    if (value->len > NGX_MAX_INT32_VALUE / 8) {
        json->failed = 1;
        return;
    }

    (void) contentlib_json_add(json, parent, key,
                       json_object_new_string_len((const char *) value->data,
                                                  (int) value->len),
                       contentlib_json_string_length(value->data, value->len));
}


void
contentlib_json_literal(contentlib_json_t *json,
    contentlib_json_node_t *parent, const char *key, const char *value)
{
    ngx_str_t  string;

    string.data = (u_char *) value;
    string.len = ngx_strlen(value);

    contentlib_json_string(json, parent, key, &string);
}


void
contentlib_json_integer(contentlib_json_t *json,
    contentlib_json_node_t *parent, const char *key, int64_t value)
{
    int  length;

    length = snprintf(NULL, 0, "%lld", (long long) value);

    (void) contentlib_json_add(json, parent, key,
                               json_object_new_int64(value), (size_t) length);
}


void
contentlib_json_decimal(contentlib_json_t *json,
    contentlib_json_node_t *parent, const char *key, const char *digits)
{
    (void) contentlib_json_add(json, parent, key,
                               json_object_new_double_s(0, digits),
                               ngx_strlen(digits));
}


void
contentlib_json_boolean(contentlib_json_t *json,
    contentlib_json_node_t *parent, const char *key, ngx_uint_t value)
{
    (void) contentlib_json_add(json, parent, key,
                               json_object_new_boolean(value != 0),
                               value ? sizeof("true") - 1
                                     : sizeof("false") - 1);
}


/* returns the child, which is freed after an error */

static contentlib_json_node_t *
contentlib_json_add(contentlib_json_t *json, contentlib_json_node_t *parent,
    const char *key, contentlib_json_node_t *child, size_t length)
{
    int  rc;

    if (json->failed || child == NULL) {
        goto failed;
    }

    if (key != NULL) {
        json->length += (json_object_object_length(parent) > 0)
                        + contentlib_json_string_length((const u_char *) key,
                                                        ngx_strlen(key))
                        + 1;

        rc = json_object_object_add_ex(parent, key, child,
                                       CONTENTLIB_JSON_ADD);

    } else {
        json->length += (json_object_array_length(parent) > 0);
        rc = json_object_array_add(parent, child);
    }

    if (rc != 0) {
        goto failed;
    }

    json->length += length;

    return child;

failed:

    json->failed = 1;
    (void) json_object_put(child);

    return NULL;
}


/* what json-c makes of a string, before U+2028 and U+2029 are escaped */

static size_t
contentlib_json_string_length(const u_char *p, size_t len)
{
    size_t  i, length;

    /* what an escape adds to a character */

    static const u_char  escapes[256] = {
        5, 5, 5, 5, 5, 5, 5, 5, 1, 1, 1, 5, 1, 1, 5, 5,
        5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5, 5,
        ['"'] = 1, ['\\'] = 1
    };

    length = len + 2;

    for (i = 0; i < len; i++) {
        length += escapes[p[i]];
    }

    return length;
}


ngx_int_t
contentlib_json_end(contentlib_json_t *json, ngx_pool_t *pool, ngx_str_t *text)
{
    size_t         length;
    u_char        *p;
    ngx_int_t      rc;
    const u_char  *bytes;

    rc = NGX_ERROR;

    if (json->failed || json->length > NGX_MAX_INT32_VALUE / 2) {
        goto done;
    }

    bytes = (const u_char *) json_object_to_json_string_length(json->root,
                                               CONTENTLIB_JSON_FLAGS, &length);

    if (bytes == NULL || length != json->length) {
        goto done;
    }

    /* three bytes may become six */

    p = ngx_pnalloc(pool, 2 * length);
    if (p == NULL) {
        goto done;
    }

    text->data = p;
    text->len = (size_t) (contentlib_json_copy(p, bytes, length) - p);

    rc = NGX_OK;

done:

    (void) json_object_put(json->root);

    return rc;
}


/*
 * U+2028 and U+2029 are legal in JSON and were not in JavaScript; json-c
 * leaves them as they are.  The bytes with which they begin are those of some
 * other characters, too.
 */

static u_char *
contentlib_json_copy(u_char *to, const u_char *p, size_t len)
{
    const u_char  *last, *next;

    last = p + len;

    while (p < last) {

        next = memchr(p, 0xe2, (size_t) (last - p));

        if (next == NULL) {
            next = last;
        }

        to = ngx_cpymem(to, p, (size_t) (next - p));
        p = next;

        if (last - p >= 3 && p[1] == 0x80 && (p[2] == 0xa8 || p[2] == 0xa9)) {
            to = ngx_cpymem(to, p[2] == 0xa8 ? "\\u2028" : "\\u2029", 6);
            p += 3;

        } else if (p < last) {
            *to++ = *p++;
        }
    }

    return to;
}


ngx_int_t
contentlib_json_escape(const ngx_str_t *text, ngx_pool_t *pool,
    ngx_str_t *escaped)
{
    contentlib_json_t        json;
    contentlib_json_node_t  *root;

    /* the data of an empty text may be NULL */

    if (text->len == 0
        || (contentlib_json_string_length(text->data, text->len)
            == text->len + 2
            && memchr(text->data, 0xe2, text->len) == NULL))
    {
        *escaped = *text;
        return NGX_OK;
    }

    root = contentlib_json_begin_array(&json);

    contentlib_json_string(&json, root, NULL, text);

    if (contentlib_json_end(&json, pool, escaped) != NGX_OK) {
        return NGX_ERROR;
    }

    /* the brackets and the quotes are not a part of it */

    escaped->data += 2;
    escaped->len -= 4;

    return NGX_OK;
}
