
/*
 * Copyright (C) contentlib authors
 */


#include <render/contentlib_json_private.h>


#define CONTENTLIB_JSON_FLAGS                                                 \
    (JSON_C_TO_STRING_PLAIN|JSON_C_TO_STRING_NOSLASHESCAPE)

#define CONTENTLIB_JSON_AGAIN  65536        /* bytes: no larger tree is kept */

/* bytes that are JSON already: there are no other numbers with a fraction */

#define CONTENTLIB_JSON_RAW  json_type_double


static contentlib_json_node_t *contentlib_json_begin(contentlib_json_t *json,
    contentlib_json_node_t *root);
static void contentlib_json_put(contentlib_json_t *json);
static void contentlib_json_destroy(void *data);
static int contentlib_json_write_raw(struct json_object *node,
    struct printbuf *buffer, int level, int flags);
static int contentlib_json_write_raw_array(struct json_object *node,
    struct printbuf *buffer, int level, int flags);
static int contentlib_json_write_integer(struct json_object *node,
    struct printbuf *buffer, int level, int flags);
static u_char *contentlib_json_digits(u_char *last, int64_t value);


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


contentlib_json_t *
contentlib_json_create(ngx_pool_t *pool)
{
    contentlib_json_t   *json;
    ngx_pool_cleanup_t  *cleanup;

    cleanup = ngx_pool_cleanup_add(pool, sizeof(contentlib_json_t));
    if (cleanup == NULL) {
        return NULL;
    }

    json = cleanup->data;

    ngx_memzero(json, sizeof(contentlib_json_t));

    cleanup->handler = contentlib_json_destroy;

    return json;
}


static void
contentlib_json_destroy(void *data)
{
    contentlib_json_put(data);
}


contentlib_json_node_t *
contentlib_json_begin_again(contentlib_json_t *json)
{
    contentlib_json_node_t  *root;

    root = json->root ? json->root : json_object_new_object();

    (void) contentlib_json_begin(json, root);
    json->again = 1;

    return root;
}


static contentlib_json_node_t *
contentlib_json_begin(contentlib_json_t *json, contentlib_json_node_t *root)
{
    json->root = root;
    json->length = 2;
    json->depth = 0;
    json->failed = (root == NULL);
    json->again = 0;

    return root ? contentlib_json_push(json, root) : NULL;
}


contentlib_json_node_t *
contentlib_json_object(contentlib_json_t *json,
    contentlib_json_node_t *parent, const char *key)
{
    contentlib_json_node_t  *node;

    node = contentlib_json_next(json, parent, key, json_type_object, 2);

    if (node == NULL) {
        node = contentlib_json_add(json, key, json_object_new_object());
    }

    return node ? contentlib_json_push(json, node) : NULL;
}


contentlib_json_node_t *
contentlib_json_array(contentlib_json_t *json, contentlib_json_node_t *parent,
    const char *key)
{
    contentlib_json_node_t  *node;

    node = contentlib_json_next(json, parent, key, json_type_array, 2);

    if (node == NULL) {
        node = contentlib_json_add(json, key, json_object_new_array());
    }

    return node ? contentlib_json_push(json, node) : NULL;
}


void
contentlib_json_string(contentlib_json_t *json,
    contentlib_json_node_t *parent, const char *key, const ngx_str_t *value)
{
    int                      len;
    const char              *data;
    contentlib_json_node_t  *node;

    static const ngx_str_t  empty = ngx_string("\"\"");

    if (value->len > NGX_MAX_INT32_VALUE / 8) {
        json->failed = 1;
        return;
    }

    /* json-c before 0.17 loses the memory of a string that becomes empty */

    if (value->len == 0) {
        contentlib_json_raw(json, parent, key, &empty);
        return;
    }

    data = (const char *) value->data;
    len = (int) value->len;

    node = contentlib_json_next(json, parent, key, json_type_string,
                       contentlib_json_string_length(value->data, value->len));

    if (node == NULL) {
        (void) contentlib_json_add(json, key,
                                   json_object_new_string_len(data, len));

    } else if (json_object_set_string_len(node, data, len) == 0) {
        json->failed = 1;
    }
}


void
contentlib_json_literal(contentlib_json_t *json,
    contentlib_json_node_t *parent, const char *key, const char *value)
{
    ngx_str_t  string;

    string.data = (u_char *) (uintptr_t) value;
    string.len = ngx_strlen(value);

    contentlib_json_string(json, parent, key, &string);
}


void
contentlib_json_integer(contentlib_json_t *json,
    contentlib_json_node_t *parent, const char *key, int64_t value)
{
    u_char                  *last;
    u_char                   digits[NGX_INT64_LEN];
    contentlib_json_node_t  *node;

    last = digits + NGX_INT64_LEN;

    node = contentlib_json_next(json, parent, key, json_type_int,
                     (size_t) (last - contentlib_json_digits(last, value)));

    if (node != NULL) {
        (void) json_object_set_int64(node, value);
        return;
    }

    node = contentlib_json_add(json, key, json_object_new_int64(value));

    if (node != NULL) {
        json_object_set_serializer(node, contentlib_json_write_integer, NULL,
                                   NULL);
    }
}


void
contentlib_json_boolean(contentlib_json_t *json,
    contentlib_json_node_t *parent, const char *key, ngx_uint_t value)
{
    contentlib_json_node_t  *node;

    node = contentlib_json_next(json, parent, key, json_type_boolean,
                                value ? 4 : 5);
    if (node != NULL) {
        (void) json_object_set_boolean(node, value != 0);
        return;
    }

    (void) contentlib_json_add(json, key, json_object_new_boolean(value != 0));
}


void
contentlib_json_null(contentlib_json_t *json, contentlib_json_node_t *parent,
    const char *key)
{
    static ngx_str_t  null = ngx_string("null");

    contentlib_json_raw(json, parent, key, &null);
}


void
contentlib_json_raw(contentlib_json_t *json, contentlib_json_node_t *parent,
    const char *key, const ngx_str_t *bytes)
{
    contentlib_json_node_t  *node;

    node = contentlib_json_next(json, parent, key, CONTENTLIB_JSON_RAW,
                                bytes->len);

    if (node == NULL) {
        node = contentlib_json_add(json, key, json_object_new_double(0));
    }

    if (node != NULL) {
        json_object_set_serializer(node, contentlib_json_write_raw,
                                   (void *) (uintptr_t) bytes, NULL);
    }
}


void
contentlib_json_raw_array(contentlib_json_t *json,
    contentlib_json_node_t *parent, const char *key,
    const contentlib_json_elements_t *elements)
{
    size_t                   length;
    ngx_uint_t               i;
    contentlib_json_node_t  *node;

    length = sizeof("[]") - 1;

    for (i = 0; i < elements->nelts; i++) {
        length += elements->elts[i].len + (i > 0);
    }

    node = contentlib_json_next(json, parent, key, CONTENTLIB_JSON_RAW,
                                length);

    if (node == NULL) {
        node = contentlib_json_add(json, key, json_object_new_double(0));
    }

    if (node != NULL) {
        json_object_set_serializer(node, contentlib_json_write_raw_array,
                                   (void *) (uintptr_t) elements, NULL);
    }
}


static int
contentlib_json_write_raw(struct json_object *node, struct printbuf *buffer,
    int level, int flags)
{
    const ngx_str_t  *bytes;

    (void) level;
    (void) flags;

    bytes = json_object_get_userdata(node);

    return printbuf_memappend(buffer, (const char *) bytes->data,
                              (int) bytes->len);
}


/* a lost byte is noticed at the end, by the length */

static int
contentlib_json_write_raw_array(struct json_object *node,
    struct printbuf *buffer, int level, int flags)
{
    ngx_uint_t                         i;
    const ngx_str_t                   *element;
    const contentlib_json_elements_t  *elements;

    (void) level;
    (void) flags;

    elements = json_object_get_userdata(node);

    (void) printbuf_memappend(buffer, "[", 1);

    for (i = 0; i < elements->nelts; i++) {
        element = &elements->elts[i];

        (void) printbuf_memappend(buffer,
                                  (const char *) element->data - (i > 0),
                                  (int) (element->len + (i > 0)));
    }

    return printbuf_memappend(buffer, "]", 1);
}


/* json-c's own way is snprintf(), which costs more than all the rest */

static int
contentlib_json_write_integer(struct json_object *node,
    struct printbuf *buffer, int level, int flags)
{
    u_char  *p, *last;
    u_char   digits[NGX_INT64_LEN];

    (void) level;
    (void) flags;

    last = digits + NGX_INT64_LEN;
    p = contentlib_json_digits(last, json_object_get_int64(node));

    return printbuf_memappend(buffer, (const char *) p, (int) (last - p));
}


/* written backwards; returns the first of them */

static u_char *
contentlib_json_digits(u_char *last, int64_t value)
{
    u_char    *p;
    uint64_t   rest;

    p = last;
    rest = (value < 0) ? (uint64_t) 0 - (uint64_t) value : (uint64_t) value;

    do {
        *--p = (u_char) ('0' + rest % 10);
        rest /= 10;
    } while (rest != 0);

    if (value < 0) {
        *--p = '-';
    }

    return p;
}


ngx_int_t
contentlib_json_end(contentlib_json_t *json, ngx_pool_t *pool, ngx_str_t *text)
{
    size_t         length;
    u_char        *p;
    ngx_uint_t     separators;
    const u_char  *bytes;

    if (json->failed || json->length > NGX_MAX_INT32_VALUE / 2) {
        goto failed;
    }

    contentlib_json_complete(json);

    bytes = (const u_char *) json_object_to_json_string_length(json->root,
                                               CONTENTLIB_JSON_FLAGS, &length);

    if (bytes == NULL || length != json->length) {
        goto failed;
    }

    separators = contentlib_json_separators(bytes, length);

    p = ngx_pnalloc(pool, 1 + length + separators * 3);
    if (p == NULL) {
        goto failed;
    }

    *p++ = ',';
    text->data = p;

    if (separators == 0) {
        text->len = (size_t) (ngx_cpymem(p, bytes, length) - p);

    } else {
        text->len = (size_t) (contentlib_json_copy(p, bytes, length) - p);
    }

    if (!json->again || length > CONTENTLIB_JSON_AGAIN) {
        contentlib_json_put(json);
    }

    return NGX_OK;

failed:

    contentlib_json_put(json);

    return NGX_ERROR;
}


static void
contentlib_json_put(contentlib_json_t *json)
{
    (void) json_object_put(json->root);
    json->root = NULL;
}
