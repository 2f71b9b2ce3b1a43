
/*
 * Copyright (C) contentlib authors
 *
 * Gzip bodies.  This file's source is the only one that includes zlib.h.
 *
 * A body is compressed whole, or put together out of blocks: each text is
 * compressed once and for itself, what it came to ends at a byte and refers
 * to nothing before it, so blocks of texts can follow one another in any
 * order (RFC 1951, 3.2.4).  The checksums of the texts combine, too, so that
 * a body of known blocks takes no compression.
 *
 * A body of blocks:  begin, then blocks, the last of them with last = 1, then
 * end with the sum over all texts.
 */


#ifndef _CONTENTLIB_ENCODING_H_INCLUDED_
#define _CONTENTLIB_ENCODING_H_INCLUDED_


#include <ngx_config.h>
#include <ngx_core.h>


#define CONTENTLIB_ENCODING_BEGIN   10      /* bytes */
#define CONTENTLIB_ENCODING_END     8
#define CONTENTLIB_ENCODING_STORED  65535   /* bytes of a text in a block */


typedef struct contentlib_encoder_s  contentlib_encoder_t;


/* what a text adds to the checksum of those before it */

typedef struct {
    uint32_t                 crc;
    uint32_t                 shift;         /* zlib's operand of the length */
    uint32_t                 length;        /* modulo 2^32, as gzip has it */
} contentlib_encoding_sum_t;


/* of one text; and "sum", which is no "next" any more, with another text */

void contentlib_encoding_sum(contentlib_encoding_sum_t *sum,
    const ngx_str_t *text);
void contentlib_encoding_add(contentlib_encoding_sum_t *sum,
    const contentlib_encoding_sum_t *next);

/*
 * Writes the begin and the end of a body, CONTENTLIB_ENCODING_BEGIN and _END
 * bytes; they return what is behind them.
 */

u_char *contentlib_encoding_begin(u_char *p);
u_char *contentlib_encoding_end(u_char *p,
    const contentlib_encoding_sum_t *sum);

/* blocks of a text as it is: how many bytes, and writes them */

size_t contentlib_encoding_stored_size(size_t length);
u_char *contentlib_encoding_stored(u_char *p, const ngx_str_t *text,
    ngx_uint_t last);

/* of the library that compresses: another one may write other bytes */

const char *contentlib_encoding_version(void);

/*
 * An encoder compresses texts to blocks; it is freed with the pool, or before.
 * NULL if there is no memory.
 */

contentlib_encoder_t *contentlib_encoding_create(ngx_pool_t *pool);
void contentlib_encoding_free(contentlib_encoder_t *encoder);

/* the blocks are in the pool of the encoder; NGX_OK or NGX_ERROR */

ngx_int_t contentlib_encoding_blocks(contentlib_encoder_t *encoder,
    const ngx_str_t *text, ngx_str_t *blocks);

/*
 * A whole body of n texts, one after the other, compressed well.  It is in
 * the pool.  NGX_OK or NGX_ERROR.
 */

ngx_int_t contentlib_encoding_whole(const ngx_str_t *texts, ngx_uint_t n,
    ngx_pool_t *pool, ngx_str_t *body);


#endif /* _CONTENTLIB_ENCODING_H_INCLUDED_ */
