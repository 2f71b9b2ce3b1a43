
/*
 * Copyright (C) contentlib authors
 *
 * Compresses bodies to one member of gzip: by ISA-L, which is fast, for an
 * answer that is sent once; by zlib, which is better, for the cache.
 */


#ifndef _CONTENTLIB_GZIP_H_INCLUDED_
#define _CONTENTLIB_GZIP_H_INCLUDED_


#include <ngx_config.h>
#include <ngx_core.h>


/* zlib's level 6 takes about 15 ms for each MB: larger bodies get the other */

#define CONTENTLIB_GZIP_LARGEST  (256 * 1024)


/* "best": zlib's level 6.  The body is in the pool; NGX_OK or NGX_ERROR */

ngx_int_t contentlib_gzip(const ngx_str_t *text, ngx_uint_t best,
    ngx_pool_t *pool, ngx_str_t *body);


#endif /* _CONTENTLIB_GZIP_H_INCLUDED_ */
