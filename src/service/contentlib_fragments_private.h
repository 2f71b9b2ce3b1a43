
/*
 * Copyright (C) contentlib authors
 *
 * What contentlib_fragments.c and contentlib_fragments_make.c share; nobody
 * else includes this file.
 *
 * An answer that is sent slowly is to hold no more than itself: what it takes
 * to make a record is in a pool of its own, which the next one finds empty.
 */


#ifndef _CONTENTLIB_FRAGMENTS_PRIVATE_H_INCLUDED_
#define _CONTENTLIB_FRAGMENTS_PRIVATE_H_INCLUDED_


#include <service/contentlib_fragments.h>


/* makes the scratch pool, or empties it; NGX_OK or NGX_ERROR */

ngx_int_t contentlib_fragments_scratch(contentlib_fragments_t *fragments);

/* the JSON of a record, made in a pool; an item empties the scratch first */

ngx_int_t contentlib_fragments_make(contentlib_fragments_t *fragments,
    contentlib_record_e record, uint64_t position, ngx_pool_t *pool,
    ngx_str_t *json);

/* the same, or what is kept of it */

ngx_int_t contentlib_fragments_json_in(contentlib_fragments_t *fragments,
    contentlib_record_e record, uint64_t position, ngx_pool_t *pool,
    ngx_str_t *json);


#endif /* _CONTENTLIB_FRAGMENTS_PRIVATE_H_INCLUDED_ */
