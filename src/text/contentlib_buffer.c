
/*
 * Copyright (C) contentlib authors
 *
 * The memory of a text doubles, so that its bytes are copied once on average.
 */


#include <text/contentlib_buffer.h>


void
contentlib_buffer_init(contentlib_buffer_t *buffer, ngx_pool_t *pool,
    size_t size)
{
    buffer->data = ngx_pnalloc(pool, size);
    buffer->len = 0;
    buffer->size = size;
    buffer->pool = pool;
    buffer->failed = (buffer->data == NULL);
}


u_char *
contentlib_buffer_room(contentlib_buffer_t *buffer, size_t size)
{
    u_char  *grown;

    if (buffer->failed) {
        return NULL;
    }

    if (size > buffer->size - buffer->len) {
        buffer->size = 2 * (buffer->size + size);
        grown = ngx_pnalloc(buffer->pool, buffer->size);

        if (grown == NULL) {
            buffer->failed = 1;
            return NULL;
        }

        ngx_memcpy(grown, buffer->data, buffer->len);
        buffer->data = grown;
    }

    return buffer->data + buffer->len;
}


void
contentlib_buffer_append(contentlib_buffer_t *buffer, const u_char *data,
    size_t len)
{
    u_char  *end;

    end = contentlib_buffer_room(buffer, len);

    /* the data of an empty text may be NULL */

    if (end != NULL && len != 0) {
        ngx_memcpy(end, data, len);
        buffer->len += len;
    }
}


/* vsnprintf() also writes a zero byte, which is not in the text */

void
contentlib_buffer_print(contentlib_buffer_t *buffer, const char *format, ...)
{
    int      n;
    u_char  *end;
    va_list  args;

    va_start(args, format);
    n = vsnprintf(NULL, 0, format, args);
    va_end(args);

    end = (n < 0) ? NULL : contentlib_buffer_room(buffer, (size_t) n + 1);

    if (end == NULL) {
        buffer->failed = 1;
        return;
    }

    va_start(args, format);
    (void) vsnprintf((char *) end, (size_t) n + 1, format, args);
    va_end(args);

    buffer->len += (size_t) n;
}


ngx_int_t
contentlib_buffer_text(const contentlib_buffer_t *buffer, ngx_str_t *text)
{
    text->data = buffer->data;
    text->len = buffer->len;

    return buffer->failed ? NGX_ERROR : NGX_OK;
}
