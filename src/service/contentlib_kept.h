
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
#include <library/contentlib_matches.h>
#include <service/contentlib_answer.h>
#include <service/contentlib_fragments.h>


/*
 * All keys begin with the kind of what is kept.
 *
 * What is fetched lives as long as the pool: the entry is held until then.
 * NGX_OK, or NGX_DECLINED if it is not kept.
 */

/* has it counted what is looked for and what is there */

void contentlib_kept_count(contentlib_cache_t *cache,
    contentlib_metrics_t *metrics);

/*
 * The number of a view, given to it when it is seen first, so that the keys of
 * fragments are short.  NGX_OK; NGX_DECLINED if nothing can be kept for it;
 * NGX_ERROR if there is no memory.
 */

ngx_int_t contentlib_kept_view(contentlib_cache_t *cache,
    const contentlib_view_t *view, ngx_pool_t *pool, uint64_t *number);

/*
 * Records as JSON, with a comma in the byte before it, which is kept along,
 * and compressed.
 */

typedef struct {
    u_char                   data[3 * sizeof(uint64_t)];
    uint64_t                 hint;          /* of the cache, or 0 */
} contentlib_kept_key_t;


void contentlib_kept_fragment_key(contentlib_kept_key_t *key,
    contentlib_record_e record, ngx_uint_t compressed, uint64_t view,
    uint64_t position);

/* says that so many records will be fetched, and gives a hint for each */

void contentlib_kept_expect(contentlib_cache_t *cache,
    contentlib_record_e record, ngx_uint_t compressed, uint64_t view,
    const uint64_t *positions, ngx_uint_t n, uint64_t *hints);

ngx_int_t contentlib_kept_fetch_json(contentlib_cache_t *cache,
    contentlib_kept_key_t *key, ngx_pool_t *pool, ngx_str_t *json);
ngx_int_t contentlib_kept_fetch_piece(contentlib_cache_t *cache,
    contentlib_kept_key_t *key, ngx_pool_t *pool, contentlib_piece_t *piece);

/* what was given becomes what is kept, as if it had been fetched */

ngx_int_t contentlib_kept_store_json(contentlib_cache_t *cache,
    contentlib_kept_key_t *key, ngx_pool_t *pool, ngx_str_t *json);
ngx_int_t contentlib_kept_store_piece(contentlib_cache_t *cache,
    contentlib_kept_key_t *key, ngx_pool_t *pool, contentlib_piece_t *piece);

/*
 * Whole answers.  contentlib_kept_worth() tells whether the key was asked
 * about before, lately: an answer is kept from the second time on.
 */

ngx_int_t contentlib_kept_fetch_answer(contentlib_cache_t *cache,
    const ngx_str_t *key, ngx_pool_t *pool, contentlib_answer_t *answer);
ngx_uint_t contentlib_kept_worth(contentlib_cache_t *cache,
    const ngx_str_t *key);
void contentlib_kept_store_answer(contentlib_cache_t *cache,
    const ngx_str_t *key, const contentlib_answer_t *answer);

/* what matches a filter; "key" is made by contentlib_kept_filter_key() */

ngx_int_t contentlib_kept_filter_key(const contentlib_request_t *request,
    ngx_pool_t *pool, ngx_str_t *key);
ngx_int_t contentlib_kept_fetch_matches(contentlib_cache_t *cache,
    const ngx_str_t *key, ngx_pool_t *pool,
    const contentlib_matches_t **matches);
void contentlib_kept_store_matches(contentlib_cache_t *cache,
    const ngx_str_t *key, const contentlib_set_t *set);


#endif /* _CONTENTLIB_KEPT_H_INCLUDED_ */
