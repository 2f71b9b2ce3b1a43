
/*
 * Copyright (C) contentlib authors
 *
 * What contentlib_kept.c and contentlib_kept_fragments.c share; nobody else
 * includes this file.
 */


#ifndef _CONTENTLIB_KEPT_PRIVATE_H_INCLUDED_
#define _CONTENTLIB_KEPT_PRIVATE_H_INCLUDED_


#include <service/contentlib_kept.h>


/* the first byte of a key; that of an answer is 'a', see the request's */

#define CONTENTLIB_KEPT_KINDS     "amvfz"
#define CONTENTLIB_KEPT_MATCHES   'm'
#define CONTENTLIB_KEPT_VIEW      'v'
#define CONTENTLIB_KEPT_FRAGMENT  'f'
#define CONTENTLIB_KEPT_PIECE     'z'


/*
 * As what is fetched: held as long as the pool, NGX_OK or NGX_DECLINED.
 * "hint" is that of the key, or 0.
 */

ngx_int_t contentlib_kept_fetch(contentlib_cache_t *cache,
    const ngx_str_t *key, uint64_t hint, ngx_pool_t *pool, ngx_str_t *value);

/*
 * Room for a value, or NULL if nothing can be kept under the key.  When it
 * has been written, contentlib_kept_store() takes it.
 */

contentlib_entry_t *contentlib_kept_allocate(contentlib_cache_t *cache,
    const ngx_str_t *key, size_t length, u_char **value);
void contentlib_kept_store(contentlib_cache_t *cache,
    contentlib_entry_t *entry);

/* the same, and held as long as the pool; NGX_OK or NGX_DECLINED */

ngx_int_t contentlib_kept_share(contentlib_cache_t *cache,
    contentlib_entry_t *entry, ngx_pool_t *pool);


#endif /* _CONTENTLIB_KEPT_PRIVATE_H_INCLUDED_ */
