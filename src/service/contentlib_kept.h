
/*
 * Copyright (C) contentlib authors
 *
 * What a request takes out of the cache of a generation and puts into it.
 * Without a cache (NULL) nothing is found and nothing is kept.
 */


#ifndef _CONTENTLIB_KEPT_H_INCLUDED_
#define _CONTENTLIB_KEPT_H_INCLUDED_


#include <api/contentlib_request.h>
#include <cache/contentlib_cache.h>
#include <library/contentlib_filter.h>
#include <service/contentlib_answer.h>


/*
 * All keys begin with the kind of what is kept.
 *
 * contentlib_kept_fetch() gives a value that lives as long as the pool: the
 * entry is held until then.  NGX_OK, or NGX_DECLINED if it is not kept.
 */

ngx_int_t contentlib_kept_fetch(contentlib_cache_t *cache,
    const ngx_str_t *key, ngx_pool_t *pool, ngx_str_t *value);
void contentlib_kept_store(contentlib_cache_t *cache, const ngx_str_t *key,
    const ngx_str_t *value);

/* whole answers, from the second request for them on */

ngx_int_t contentlib_kept_fetch_answer(contentlib_cache_t *cache,
    const ngx_str_t *key, ngx_pool_t *pool, contentlib_answer_t *answer);
void contentlib_kept_store_answer(contentlib_cache_t *cache,
    const ngx_str_t *key, const contentlib_answer_t *answer);

/* what matches a filter; "key" is made by contentlib_kept_filter_key() */

ngx_int_t contentlib_kept_filter_key(contentlib_endpoint_e list,
    const contentlib_request_t *request, ngx_pool_t *pool, ngx_str_t *key);
ngx_int_t contentlib_kept_fetch_set(contentlib_cache_t *cache,
    const ngx_str_t *key, uint64_t size, ngx_pool_t *pool,
    contentlib_set_t *set);
void contentlib_kept_store_set(contentlib_cache_t *cache,
    const ngx_str_t *key, const contentlib_set_t *set);


#endif /* _CONTENTLIB_KEPT_H_INCLUDED_ */
