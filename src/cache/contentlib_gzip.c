
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


#define CONTENTLIB_GZIP_FAST    1           /* levels */
#define CONTENTLIB_GZIP_BEST    6
#define CONTENTLIB_GZIP_FORMAT  16          /* added to the window: gzip */
#define CONTENTLIB_GZIP_MEMORY  9           /* level of the largest window */

/* zlib and ISA-L store a text that does not become smaller, in blocks */

#define contentlib_gzip_bound(length)  ((length) + (length) / 1024 + 256)


static ngx_int_t contentlib_gzip_zlib(const ngx_str_t *text, int level,
    ngx_str_t *room);


#if (CONTENTLIB_ISAL)

static ngx_int_t contentlib_gzip_isal(const ngx_str_t *text, ngx_str_t *room);


/* 168 kB that each process has once: to map them anew for each answer would
   take longer than to compress most of them */

static struct isal_zstream  contentlib_gzip_stream;
static uint8_t              contentlib_gzip_state[ISAL_DEF_LVL1_SMALL];

#endif


ngx_int_t
contentlib_gzip(const ngx_str_t *text, ngx_uint_t best, ngx_pool_t *pool,
    ngx_str_t *body)
{
    ngx_int_t  rc;
    ngx_str_t  room;

    room.len = contentlib_gzip_bound(text->len);
    room.data = ngx_alloc(room.len, pool->log);
    if (room.data == NULL) {
        return NGX_ERROR;
    }

#if (CONTENTLIB_ISAL)
    rc = best ? contentlib_gzip_zlib(text, CONTENTLIB_GZIP_BEST, &room)
              : contentlib_gzip_isal(text, &room);
#else
    rc = contentlib_gzip_zlib(text, best ? CONTENTLIB_GZIP_BEST
                                         : CONTENTLIB_GZIP_FAST, &room);
#endif

    if (rc == NGX_OK) {
        body->len = room.len;
        body->data = ngx_pstrdup(pool, &room);
        rc = body->data ? NGX_OK : NGX_ERROR;
    }

    ngx_free(room.data);

    return rc;
}


#if (CONTENTLIB_ISAL)

static ngx_int_t
contentlib_gzip_isal(const ngx_str_t *text, ngx_str_t *room)
{
    struct isal_zstream  *stream;

    stream = &contentlib_gzip_stream;

    /* the initializer leaves members as a call that failed has left them */

    ngx_memzero(stream, sizeof(struct isal_zstream));
    isal_deflate_stateless_init(stream);

    stream->level = CONTENTLIB_GZIP_FAST;
    stream->level_buf = contentlib_gzip_state;
    stream->level_buf_size = sizeof(contentlib_gzip_state);
    stream->gzip_flag = IGZIP_GZIP;
    stream->end_of_stream = 1;
    stream->next_in = text->data;
    stream->avail_in = (uint32_t) text->len;
    stream->next_out = room->data;
    stream->avail_out = (uint32_t) room->len;

    if (isal_deflate_stateless(stream) != COMP_OK) {
        return NGX_ERROR;
    }

    room->len = stream->total_out;

    return NGX_OK;
}

#endif


static ngx_int_t
contentlib_gzip_zlib(const ngx_str_t *text, int level, ngx_str_t *room)
{
    int       code;
    z_stream  stream;

    ngx_memzero(&stream, sizeof(z_stream));

    if (deflateInit2(&stream, level, Z_DEFLATED,
                     MAX_WBITS + CONTENTLIB_GZIP_FORMAT,
                     CONTENTLIB_GZIP_MEMORY, Z_DEFAULT_STRATEGY)
        != Z_OK)
    {
        return NGX_ERROR;
    }

    stream.next_in = text->data;
    stream.avail_in = (uInt) text->len;
    stream.next_out = room->data;
    stream.avail_out = (uInt) room->len;

    code = deflate(&stream, Z_FINISH);
    room->len = stream.total_out;

    (void) deflateEnd(&stream);

    return code == Z_STREAM_END ? NGX_OK : NGX_ERROR;
}
