
/*
 * Copyright (C) contentlib authors
 *
 * A text that grows in a pool.
 *
 * Without memory the buffer is marked as failed, and all calls do nothing from
 * then on, so that a text is checked once, at its end.
 */


#ifndef _CONTENTLIB_BUFFER_H_INCLUDED_
#define _CONTENTLIB_BUFFER_H_INCLUDED_


#include <ngx_config.h>
#include <ngx_core.h>


typedef struct {
    u_char        *data;
    size_t         len;
    size_t         size;                    /* of the memory */
    ngx_pool_t    *pool;
    ngx_uint_t     failed;
} contentlib_buffer_t;


/* an empty text, with room for "size" bytes */

void contentlib_buffer_init(contentlib_buffer_t *buffer, ngx_pool_t *pool,
    size_t size);

/*
 * The end of the text, with room for "size" bytes: who writes there adds to
 * "len".  NULL if there is no memory.
 */

u_char *contentlib_buffer_room(contentlib_buffer_t *buffer, size_t size);

/*
 * The data may be a part of the text: the memory that a text outgrows lives as
 * long as the pool.
 */

void contentlib_buffer_append(contentlib_buffer_t *buffer, const u_char *data,
    size_t len);

/* as printf() */

void contentlib_buffer_print(contentlib_buffer_t *buffer, const char *format,
    ...) __attribute__((format(printf, 2, 3)));

/* NGX_OK with the text, or NGX_ERROR */

ngx_int_t contentlib_buffer_text(const contentlib_buffer_t *buffer,
    ngx_str_t *text);


#endif /* _CONTENTLIB_BUFFER_H_INCLUDED_ */
