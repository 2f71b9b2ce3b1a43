
/*
 * Copyright (C) contentlib authors
 *
 * Builds JSON texts with json-c and counts the bytes that they must have.
 */


#include <json/contentlib_json.h>

#include <json-c/json.h>
#include <json-c/printbuf.h>


#define CONTENTLIB_JSON_FLAGS                                                 \
    (JSON_C_TO_STRING_PLAIN|JSON_C_TO_STRING_NOSLASHESCAPE)

#define CONTENTLIB_JSON_ADD                                                   \
    (JSON_C_OBJECT_ADD_KEY_IS_NEW|JSON_C_OBJECT_ADD_CONSTANT_KEY)


#define CONTENTLIB_JSON_END  8              /* "]}" and a zero byte */


static contentlib_json_node_t *contentlib_json_begin(contentlib_json_t *json,
    ngx_pool_t *pool, contentlib_json_node_t *(*create)(void));
static void contentlib_json_put(void *data);
static contentlib_json_node_t *contentlib_json_add(contentlib_json_t *json,
    contentlib_json_node_t *parent, const char *key,
    contentlib_json_node_t *child, size_t length);
static int contentlib_json_write_values(contentlib_json_node_t *array,
    struct printbuf *buffer, int level, int flags);
static ngx_int_t contentlib_json_quote(const ngx_str_t *text,
    ngx_pool_t *pool, ngx_str_t *quoted);
static size_t contentlib_json_string_length(const u_char *p, size_t len);


contentlib_json_node_t *
contentlib_json_begin_object(contentlib_json_t *json, ngx_pool_t *pool)
{
    return contentlib_json_begin(json, pool, json_object_new_object);
}


contentlib_json_node_t *
contentlib_json_begin_array(contentlib_json_t *json, ngx_pool_t *pool)
{
    return contentlib_json_begin(json, pool, json_object_new_array);
}


static contentlib_json_node_t *
contentlib_json_begin(contentlib_json_t *json, ngx_pool_t *pool,
    contentlib_json_node_t *(*create)(void))
{
    ngx_memzero(json, sizeof(contentlib_json_t));

    json->pool = pool;
    json->length = sizeof("{}") - 1;
    json->cleanup = ngx_pool_cleanup_add(pool, 0);

    if (json->cleanup == NULL) {
        json->failed = 1;
        return NULL;
    }

    json->cleanup->handler = contentlib_json_put;
    json->cleanup->data = create();
    json->failed = (json->cleanup->data == NULL);

    return json->cleanup->data;
}


static void
contentlib_json_put(void *data)
{
    (void) json_object_put(data);
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
    ngx_str_t  quoted;

    /* json-c has no node for null, and does not escape U+2028 and U+2029 */

    if (value == NULL) {
        contentlib_json_text(json, parent, key, "null");

    } else if (memchr(value->data, 0xe2, value->len) == NULL) {
        (void) contentlib_json_add(json, parent, key,
                       json_object_new_string_len((const char *) value->data,
                                                  (int) value->len),
                       contentlib_json_string_length(value->data, value->len));

    } else if (contentlib_json_quote(value, json->pool, &quoted) == NGX_OK) {
        contentlib_json_text(json, parent, key, (const char *) quoted.data);

    } else {
        json->failed = 1;
    }
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
    char  digits[NGX_INT64_LEN + 1];

    (void) snprintf(digits, sizeof(digits), "%lld", (long long) value);

    contentlib_json_text(json, parent, key, digits);
}


/* json-c writes a number as the text from which it was made */

void
contentlib_json_text(contentlib_json_t *json, contentlib_json_node_t *parent,
    const char *key, const char *text)
{
    (void) contentlib_json_add(json, parent, key,
                               json_object_new_double_s(0, text),
                               ngx_strlen(text));
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


void
contentlib_json_write(contentlib_json_t *json, contentlib_json_node_t *array,
    contentlib_json_writer_pt writer, void *data)
{
    if (array != NULL) {
        json->writer = writer;
        json->data = data;

        json_object_set_serializer(array, contentlib_json_write_values, json,
                                   NULL);
    }
}


/* called by json-c */

static int
contentlib_json_write_values(contentlib_json_node_t *array,
    struct printbuf *buffer, int level, int flags)
{
    contentlib_json_t  *json;

    json = json_object_get_userdata(array);
    json->buffer = buffer;

    return printbuf_strappend(buffer, "[") < 0
           || json->writer(json->data) != NGX_OK
           || printbuf_strappend(buffer, "]") < 0 ? -1 : 0;
}


u_char *
contentlib_json_room(contentlib_json_t *json, size_t size, size_t more,
    u_char **last)
{
    char             *text;
    size_t            used;
    struct printbuf  *buffer;

    buffer = json->buffer;
    used = (size_t) buffer->bpos;

    /* with room for the end of the text; json-c would double the buffer */

    if (used + size + CONTENTLIB_JSON_END > (size_t) buffer->size) {
        more = used + ngx_max(size, more) + CONTENTLIB_JSON_END;

        text = realloc(buffer->buf, more);
        if (text == NULL) {
            return NULL;
        }

        buffer->buf = text;
        buffer->size = (int) more;
    }

    *last = (u_char *) buffer->buf + buffer->size - CONTENTLIB_JSON_END;

    return (u_char *) buffer->buf + used;
}


void
contentlib_json_written(contentlib_json_t *json, const u_char *end)
{
    size_t  size;

    size = (size_t) (end - (u_char *) json->buffer->buf)
           - (size_t) json->buffer->bpos;

    json->buffer->bpos += (int) size;
    json->length += size;
}


ngx_int_t
contentlib_json_end(contentlib_json_t *json, ngx_str_t *text)
{
    const char  *bytes;

    if (json->failed) {
        return NGX_ERROR;
    }

    bytes = json_object_to_json_string_length(json->cleanup->data,
                                              CONTENTLIB_JSON_FLAGS,
                                              &text->len);

    text->data = (u_char *) bytes;

    return bytes != NULL && text->len == json->length ? NGX_OK : NGX_ERROR;
}


void
contentlib_json_free(contentlib_json_t *json)
{
    if (json->cleanup != NULL) {
        contentlib_json_put(json->cleanup->data);
        json->cleanup->data = NULL;
    }
}


ngx_int_t
contentlib_json_escape(const ngx_str_t *text, ngx_pool_t *pool,
    ngx_str_t *escaped)
{
    /* the data of an empty text may be NULL */

    if (text->len == 0
        || (contentlib_json_string_length(text->data, text->len)
            == text->len + 2
            && memchr(text->data, 0xe2, text->len) == NULL))
    {
        *escaped = *text;
        return NGX_OK;
    }

    if (contentlib_json_quote(text, pool, escaped) != NGX_OK) {
        return NGX_ERROR;
    }

    escaped->data++;
    escaped->len -= 2;

    return NGX_OK;
}


/*
 * With U+2028 and U+2029 escaped, which are legal in JSON and were not in
 * JavaScript, and a zero byte behind it.
 */

static ngx_int_t
contentlib_json_quote(const ngx_str_t *text, ngx_pool_t *pool,
    ngx_str_t *quoted)
{
    size_t                   length;
    u_char                  *p;
    const char              *bytes;
    contentlib_json_node_t  *node;

    p = NULL;
    length = 0;
    node = json_object_new_string_len((const char *) text->data,
                                      (int) text->len);

    bytes = node ? json_object_to_json_string_length(node,
                                               CONTENTLIB_JSON_FLAGS, &length)
                 : NULL;

    if (bytes != NULL
        && length == contentlib_json_string_length(text->data, text->len))
    {
        /* three bytes may become six */

        p = ngx_pnalloc(pool, 2 * length + 1);
        quoted->data = p;
    }

    while (p != NULL && *bytes != '\0') {

        if (ngx_strncmp(bytes, "\xe2\x80\xa8", 3) == 0
            || ngx_strncmp(bytes, "\xe2\x80\xa9", 3) == 0)
        {
            p = ngx_cpymem(p, bytes[2] == '\xa8' ? "\\u2028" : "\\u2029", 6);
            bytes += 3;

        } else {
            *p++ = (u_char) *bytes++;
        }
    }

    if (p != NULL) {
        *p = '\0';
        quoted->len = (size_t) (p - quoted->data);
    }

    (void) json_object_put(node);

    return p ? NGX_OK : NGX_ERROR;
}


/* what json-c makes of a string */

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
