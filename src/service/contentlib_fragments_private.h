
/*
 * Copyright (C) contentlib authors
 *
 * What contentlib_fragments.c and contentlib_fragments_make.c share; nobody
 * else includes this file.
 */


#ifndef _CONTENTLIB_FRAGMENTS_PRIVATE_H_INCLUDED_
#define _CONTENTLIB_FRAGMENTS_PRIVATE_H_INCLUDED_


#include <service/contentlib_fragments.h>


/*
 * Kept or made: for the answer, or, in the scratch pool, for a record that has
 * it inside.
 */

ngx_int_t contentlib_fragments_get(contentlib_fragments_t *fragments,
    contentlib_record_e record, uint64_t position, ngx_pool_t *pool,
    ngx_str_t *json);

/* in the scratch pool; the latter NGX_OK, or NGX_ERROR without a reason */

ngx_int_t contentlib_fragments_make(contentlib_fragments_t *fragments,
    contentlib_record_e record, uint64_t position, ngx_str_t *json);
ngx_int_t contentlib_fragments_compress(contentlib_fragments_t *fragments,
    const ngx_str_t *json, contentlib_piece_t *piece);


#endif /* _CONTENTLIB_FRAGMENTS_PRIVATE_H_INCLUDED_ */
