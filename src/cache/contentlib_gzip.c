
/*
 * Copyright (C) contentlib authors
 *
 * Calls of ISA-L and zlib.  Their memory is freed before they return: what
 * stays in the pool has the size of the body.
 */


#include <cache/contentlib_gzip.h>

#include <zlib.h>

#if (CONTENTLIB_ISAL)
#include <isa-l/igzip_lib.h>
#endif


#define CONTENTLIB_GZIP_LEVEL   6
#define CONTENTLIB_GZIP_FORMAT  16          /* added to the window: gzip */
#define CONTENTLIB_GZIP_MEMORY  6           /* window bits less memory level */
#define CONTENTLIB_GZIP_WINDOW  10          /* bits, the fewest */

/*
 * Bytes to compress to: most texts come to less than a third.  A text that
 * does not become smaller is stored, with some bytes for each 64 kB.
 */

#define contentlib_gzip_room(length)   ((length) / 3 + 256)
#define contentlib_gzip_bound(length)  ((length) + (length) / 1024 + 256)


static ngx_int_t contentlib_gzip_zlib(const ngx_str_t *text, int level,
    ngx_pool_t *pool, ngx_str_t *body);
static ngx_int_t contentlib_gzip_deflate(const ngx_str_t *text, int level,
    size_t size, ngx_pool_t *pool, ngx_str_t *body);
static int contentlib_gzip_window(size_t length);
static ngx_int_t contentlib_gzip_copy(const u_char *data, size_t len,
    ngx_pool_t *pool, ngx_str_t *body);


#if (CONTENTLIB_ISAL)

/* 168 kB that each process has once: to map them anew for each answer would
   take longer than to compress most of them */

static ngx_int_t contentlib_gzip_isal(const ngx_str_t *text, size_t size,
    ngx_pool_t *pool, ngx_str_t *body);


static struct isal_zstream  contentlib_gzip_stream;
static uint8_t              contentlib_gzip_state[ISAL_DEF_LVL1_SMALL];


ngx_int_t
contentlib_gzip_fast(const ngx_str_t *text, ngx_pool_t *pool, ngx_str_t *body)
{
    ngx_int_t  rc;

    if (contentlib_gzip_bound(text->len) > NGX_MAX_INT32_VALUE) {
        return NGX_ERROR;
    }

    rc = contentlib_gzip_isal(text, contentlib_gzip_room(text->len), pool,
                              body);

    return rc == NGX_DECLINED
           ? contentlib_gzip_isal(text, contentlib_gzip_bound(text->len), pool,
                                  body)
           : rc;
}


static ngx_int_t
contentlib_gzip_isal(const ngx_str_t *text, size_t size, ngx_pool_t *pool,
    ngx_str_t *body)
{
    int                   code;
    u_char               *room;
    ngx_int_t             rc;
    struct isal_zstream  *stream;

    room = ngx_alloc(size, pool->log);
    if (room == NULL) {
        return NGX_ERROR;
    }

    stream = &contentlib_gzip_stream;

    /* the initializer leaves members as a call that failed has left them */

    ngx_memzero(stream, sizeof(struct isal_zstream));
    isal_deflate_stateless_init(stream);

    stream->level = 1;
    stream->level_buf = contentlib_gzip_state;
    stream->level_buf_size = sizeof(contentlib_gzip_state);
    stream->gzip_flag = IGZIP_GZIP;
    stream->end_of_stream = 1;
    stream->next_in = text->data;
    stream->avail_in = (uint32_t) text->len;
    stream->next_out = room;
    stream->avail_out = (uint32_t) size;

    code = isal_deflate_stateless(stream);

    if (code == COMP_OK) {
        rc = contentlib_gzip_copy(room, stream->total_out, pool, body);

    } else {
        rc = (code == STATELESS_OVERFLOW) ? NGX_DECLINED : NGX_ERROR;
    }

    ngx_free(room);

    return rc;
}

#else

ngx_int_t
contentlib_gzip_fast(const ngx_str_t *text, ngx_pool_t *pool, ngx_str_t *body)
{
    return contentlib_gzip_zlib(text, 1, pool, body);
}

#endif


ngx_int_t
contentlib_gzip_best(const ngx_str_t *text, ngx_pool_t *pool, ngx_str_t *body)
{
    return contentlib_gzip_zlib(text, CONTENTLIB_GZIP_LEVEL, pool, body);
}


static ngx_int_t
contentlib_gzip_zlib(const ngx_str_t *text, int level, ngx_pool_t *pool,
    ngx_str_t *body)
{
    ngx_int_t  rc;

    if (contentlib_gzip_bound(text->len) > NGX_MAX_INT32_VALUE) {
        return NGX_ERROR;
    }

    rc = contentlib_gzip_deflate(text, level, contentlib_gzip_room(text->len),
                                 pool, body);

    return rc == NGX_DECLINED
           ? contentlib_gzip_deflate(text, level,
                                     contentlib_gzip_bound(text->len), pool,
                                     body)
           : rc;
}


static ngx_int_t
contentlib_gzip_deflate(const ngx_str_t *text, int level, size_t size,
    ngx_pool_t *pool, ngx_str_t *body)
{
    int         window;
    u_char     *room;
    z_stream    stream;
    ngx_int_t   rc;

    ngx_memzero(&stream, sizeof(z_stream));

    window = contentlib_gzip_window(text->len);

    if (deflateInit2(&stream, level, Z_DEFLATED,
                     window + CONTENTLIB_GZIP_FORMAT,
                     window - CONTENTLIB_GZIP_MEMORY, Z_DEFAULT_STRATEGY)
        != Z_OK)
    {
        return NGX_ERROR;
    }

    rc = NGX_ERROR;
    room = ngx_alloc(size, pool->log);

    if (room != NULL) {
        stream.next_in = text->data;
        stream.avail_in = (uInt) text->len;
        stream.next_out = room;
        stream.avail_out = (uInt) size;

        rc = deflate(&stream, Z_FINISH) == Z_STREAM_END
             ? contentlib_gzip_copy(room, stream.total_out, pool, body)
             : NGX_DECLINED;

        ngx_free(room);
    }

    (void) deflateEnd(&stream);

    return rc;
}


/* a text that is short needs no large window */

static int
contentlib_gzip_window(size_t length)
{
    int  bits;

    for (bits = CONTENTLIB_GZIP_WINDOW; bits < MAX_WBITS; bits++) {
        if (length <= (size_t) 1 << bits) {
            break;
        }
    }

    return bits;
}


static ngx_int_t
contentlib_gzip_copy(const u_char *data, size_t len, ngx_pool_t *pool,
    ngx_str_t *body)
{
    body->data = ngx_pnalloc(pool, len);

    if (body->data == NULL) {
        return NGX_ERROR;
    }

    ngx_memcpy(body->data, data, len);
    body->len = len;

    return NGX_OK;
}
