
/*
 * Copyright (C) contentlib authors
 *
 * The body of an answer while it is put together: parts that are sent one
 * after the other, as they are, without being copied.
 *
 * Everything is in the pool, or held by it, and lives as long.
 */


#ifndef _CONTENTLIB_BODY_H_INCLUDED_
#define _CONTENTLIB_BODY_H_INCLUDED_


#include <cache/contentlib_encoding.h>


typedef enum {
    CONTENTLIB_IDENTITY = 0,
    CONTENTLIB_GZIP_BLOCKS,                 /* of texts that were known */
    CONTENTLIB_GZIP_WHOLE,
    CONTENTLIB_CODINGS
} contentlib_coding_e;


typedef struct {
    ngx_str_t                *parts;
    ngx_uint_t                n;
    size_t                    length;       /* of all parts */
    contentlib_coding_e       coding;

    ngx_pool_t               *pool;
    contentlib_encoding_sum_t  sum;         /* of the texts, for blocks */
} contentlib_body_t;


/*
 * A text that was compressed: blocks, and before them those of a comma, which
 * belong to the body where the text follows another.
 */

typedef struct {
    contentlib_encoding_sum_t  alone;
    contentlib_encoding_sum_t  joined;      /* with the comma */
    ngx_str_t                  blocks;      /* with the comma */
} contentlib_piece_t;


/* bytes of the blocks of a comma, and writes them; returns what is behind */

#define CONTENTLIB_BODY_COMMA  6

u_char *contentlib_body_comma(u_char *p);

/*
 * Begins a body of so many texts and records, to be coded as it is or in
 * blocks.  Then they are added, texts as they are; then it is ended.
 * All return NGX_OK, or NGX_ERROR if there is no memory.
 */

ngx_int_t contentlib_body_begin(contentlib_body_t *body, ngx_uint_t n,
    contentlib_coding_e coding, ngx_pool_t *pool);
ngx_int_t contentlib_body_add_text(contentlib_body_t *body,
    const ngx_str_t *text);

/* records; a comma stands before "json", and goes along with all but one */

void contentlib_body_add_json(contentlib_body_t *body, const ngx_str_t *json,
    ngx_uint_t first);
void contentlib_body_add_piece(contentlib_body_t *body,
    const contentlib_piece_t *piece, ngx_uint_t first);

ngx_int_t contentlib_body_end(contentlib_body_t *body);

/* compresses a body that is coded as it is */

ngx_int_t contentlib_body_compress(contentlib_body_t *body);

/* the bytes that are not sent of a finished body since it is compressed */

size_t contentlib_body_saved(const contentlib_body_t *body);


#endif /* _CONTENTLIB_BODY_H_INCLUDED_ */
