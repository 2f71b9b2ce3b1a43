
/*
 * Copyright (C) contentlib authors
 */


#include <cache/contentlib_encoding.h>

#include <zlib.h>


#define CONTENTLIB_ENCODING_LEVEL         6
#define CONTENTLIB_ENCODING_BLOCK_WINDOW  13    /* records are a few kB long */
#define CONTENTLIB_ENCODING_BLOCK_MEMORY  6
#define CONTENTLIB_ENCODING_ROOM          4096  /* of a body, at first */
#define CONTENTLIB_ENCODING_SYNC          16    /* what a flush adds at most */

#define CONTENTLIB_ENCODING_GZIP          16    /* to the bits of a window */
#define CONTENTLIB_ENCODING_LEAST         10    /* bits of a window */
#define CONTENTLIB_ENCODING_MEMORY        6     /* less for the memory level */


struct contentlib_encoder_s {
    z_stream                 stream;
    ngx_pool_t              *pool;
    u_char                  *room;          /* for blocks of any text so far */
    size_t                   size;
    unsigned                 open:1;
};


static contentlib_encoder_t *contentlib_encoding_open(int window, int memory,
    ngx_pool_t *pool);
static void contentlib_encoding_close(void *data);
static ngx_int_t contentlib_encoding_room(contentlib_encoder_t *encoder,
    size_t size);
static int contentlib_encoding_window(size_t length);
static ngx_int_t contentlib_encoding_deflate(contentlib_encoder_t *encoder,
    const ngx_str_t *text, int flush);
static ngx_int_t contentlib_encoding_grow(contentlib_encoder_t *encoder);
static u_char *contentlib_encoding_number(u_char *p, uint32_t number);


void
contentlib_encoding_sum(contentlib_encoding_sum_t *sum, const ngx_str_t *text)
{
    sum->crc = (uint32_t) crc32_z(0, text->data, text->len);
    sum->shift = (uint32_t) crc32_combine_gen((z_off_t) text->len);
    sum->length = (uint32_t) text->len;
}


void
contentlib_encoding_add(contentlib_encoding_sum_t *sum,
    const contentlib_encoding_sum_t *next)
{
    sum->crc = (uint32_t) crc32_combine_op(sum->crc, next->crc, next->shift);
    sum->length += next->length;
}


u_char *
contentlib_encoding_begin(u_char *p)
{
    static const u_char  header[CONTENTLIB_ENCODING_BEGIN] = {
        0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3      /* no name, no time, Unix */
    };

    return ngx_cpymem(p, header, sizeof(header));
}


u_char *
contentlib_encoding_end(u_char *p, const contentlib_encoding_sum_t *sum)
{
    p = contentlib_encoding_number(p, sum->crc);

    return contentlib_encoding_number(p, sum->length);
}


static u_char *
contentlib_encoding_number(u_char *p, uint32_t number)
{
    *p++ = (u_char) number;
    *p++ = (u_char) (number >> 8);
    *p++ = (u_char) (number >> 16);
    *p++ = (u_char) (number >> 24);

    return p;
}


/* a block of its own for a text of nothing, too: one has to be the last */

size_t
contentlib_encoding_stored_size(size_t length)
{
    return length + 5 * (length / CONTENTLIB_ENCODING_STORED + 1);
}


u_char *
contentlib_encoding_stored(u_char *p, const ngx_str_t *text, ngx_uint_t last)
{
    size_t         n, rest;
    const u_char  *from;

    from = text->data;
    rest = text->len;

    do {
        n = ngx_min(rest, CONTENTLIB_ENCODING_STORED);
        rest -= n;

        *p++ = (last && rest == 0);
        *p++ = (u_char) n;
        *p++ = (u_char) (n >> 8);
        *p++ = (u_char) ~n;
        *p++ = (u_char) (~n >> 8);

        if (n != 0) {
            p = ngx_cpymem(p, from, n);
            from += n;
        }

    } while (rest > 0);

    return p;
}


contentlib_encoder_t *
contentlib_encoding_create(ngx_pool_t *pool)
{
    /* without zlib's own header and end */

    return contentlib_encoding_open(-CONTENTLIB_ENCODING_BLOCK_WINDOW,
                                    CONTENTLIB_ENCODING_BLOCK_MEMORY, pool);
}


/* the cleanup is registered before the stream takes memory */

static contentlib_encoder_t *
contentlib_encoding_open(int window, int memory, ngx_pool_t *pool)
{
    ngx_pool_cleanup_t    *cleanup;
    contentlib_encoder_t  *encoder;

    cleanup = ngx_pool_cleanup_add(pool, sizeof(contentlib_encoder_t));
    if (cleanup == NULL) {
        return NULL;
    }

    encoder = cleanup->data;

    ngx_memzero(encoder, sizeof(contentlib_encoder_t));
    encoder->pool = pool;

    if (deflateInit2(&encoder->stream, CONTENTLIB_ENCODING_LEVEL, Z_DEFLATED,
                     window, memory, Z_DEFAULT_STRATEGY)
        != Z_OK)
    {
        return NULL;
    }

    encoder->open = 1;
    cleanup->handler = contentlib_encoding_close;

    return encoder;
}


static void
contentlib_encoding_close(void *data)
{
    contentlib_encoding_free(data);
}


void
contentlib_encoding_free(contentlib_encoder_t *encoder)
{
    if (encoder->open) {
        encoder->open = 0;
        (void) deflateEnd(&encoder->stream);
        ngx_free(encoder->room);
    }
}


const char *
contentlib_encoding_version(void)
{
    return zlibVersion();
}


/* a text that is short needs no large window */

static int
contentlib_encoding_window(size_t length)
{
    int  bits;

    for (bits = CONTENTLIB_ENCODING_LEAST; bits < MAX_WBITS; bits++) {
        if (length <= (size_t) 1 << bits) {
            break;
        }
    }

    return bits;
}


/* what a text may come to is a few times what it comes to */

ngx_int_t
contentlib_encoding_blocks(contentlib_encoder_t *encoder,
    const ngx_str_t *text, ngx_str_t *blocks)
{
    z_stream  *stream;

    stream = &encoder->stream;

    if (text->len > NGX_MAX_INT32_VALUE || deflateReset(stream) != Z_OK
        || contentlib_encoding_room(encoder, deflateBound(stream, text->len)
                                             + CONTENTLIB_ENCODING_SYNC)
           != NGX_OK)
    {
        return NGX_ERROR;
    }

    stream->next_in = text->data;
    stream->avail_in = (uInt) text->len;
    stream->next_out = encoder->room;
    stream->avail_out = (uInt) encoder->size;

    if (deflate(stream, Z_FULL_FLUSH) != Z_OK || stream->avail_in != 0
        || stream->avail_out == 0)
    {
        return NGX_ERROR;
    }

    blocks->len = encoder->size - stream->avail_out;
    blocks->data = ngx_pnalloc(encoder->pool, blocks->len);

    if (blocks->data == NULL) {
        return NGX_ERROR;
    }

    ngx_memcpy(blocks->data, encoder->room, blocks->len);

    return NGX_OK;
}


static ngx_int_t
contentlib_encoding_room(contentlib_encoder_t *encoder, size_t size)
{
    if (size <= encoder->size) {
        return NGX_OK;
    }

    ngx_free(encoder->room);

    encoder->room = ngx_alloc(size, encoder->pool->log);
    encoder->size = encoder->room ? size : 0;

    return encoder->room ? NGX_OK : NGX_ERROR;
}


ngx_int_t
contentlib_encoding_whole(const ngx_str_t *texts, ngx_uint_t n,
    ngx_pool_t *pool, ngx_str_t *body)
{
    int                    window;
    size_t                 length;
    ngx_uint_t             i;
    contentlib_encoder_t  *encoder;

    length = 0;

    for (i = 0; i < n; i++) {
        length += texts[i].len;
    }

    window = contentlib_encoding_window(length);

    encoder = contentlib_encoding_open(window + CONTENTLIB_ENCODING_GZIP,
                                       window - CONTENTLIB_ENCODING_MEMORY,
                                       pool);

    if (encoder == NULL || length > NGX_MAX_INT32_VALUE) {
        return NGX_ERROR;
    }

    for (i = 0; i < n; i++) {
        if (contentlib_encoding_deflate(encoder, &texts[i], Z_NO_FLUSH)
            != NGX_OK)
        {
            return NGX_ERROR;
        }
    }

    if (contentlib_encoding_deflate(encoder, NULL, Z_FINISH) != NGX_OK) {
        return NGX_ERROR;
    }

    body->len = encoder->stream.total_out;
    body->data = ngx_pnalloc(pool, body->len);

    if (body->data == NULL) {
        return NGX_ERROR;
    }

    ngx_memcpy(body->data, encoder->room, body->len);

    contentlib_encoding_free(encoder);

    return NGX_OK;
}


static ngx_int_t
contentlib_encoding_deflate(contentlib_encoder_t *encoder,
    const ngx_str_t *text, int flush)
{
    int        rc;
    z_stream  *stream;

    stream = &encoder->stream;

    stream->next_in = text ? text->data : NULL;
    stream->avail_in = text ? (uInt) text->len : 0;

    while (stream->avail_in != 0 || flush == Z_FINISH) {

        if (stream->avail_out == 0
            && contentlib_encoding_grow(encoder) != NGX_OK)
        {
            return NGX_ERROR;
        }

        rc = deflate(stream, flush);

        if (rc == Z_STREAM_END) {
            break;
        }

        if (rc != Z_OK) {
            return NGX_ERROR;
        }
    }

    return NGX_OK;
}


/* room for all that a body might come to would be a multiple of it */

static ngx_int_t
contentlib_encoding_grow(contentlib_encoder_t *encoder)
{
    size_t   size;
    u_char  *room;

    size = ngx_max(encoder->size * 2, CONTENTLIB_ENCODING_ROOM);

    room = ngx_alloc(size, encoder->pool->log);
    if (room == NULL) {
        return NGX_ERROR;
    }

    if (encoder->room != NULL) {
        ngx_memcpy(room, encoder->room, encoder->size);
        ngx_free(encoder->room);
    }

    encoder->stream.next_out = room + encoder->size;
    encoder->stream.avail_out = (uInt) (size - encoder->size);

    encoder->room = room;
    encoder->size = size;

    return NGX_OK;
}
