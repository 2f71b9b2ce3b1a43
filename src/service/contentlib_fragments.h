
/*
 * Copyright (C) contentlib authors
 *
 * The JSON of one record, by its position in its list: kept, or loaded and
 * rendered and then kept.  It lives as long as the pool.
 * Its bytes do not depend on the page that it stands on, so pages, single
 * records and the previews of collections share them.
 *
 * All functions return NGX_OK, NGX_DECLINED if there is no such record, or
 * NGX_ERROR, with the reason in contentlib_db_error() unless it is that a
 * rendering failed.
 */


#ifndef _CONTENTLIB_FRAGMENTS_H_INCLUDED_
#define _CONTENTLIB_FRAGMENTS_H_INCLUDED_


#include <api/contentlib_view.h>
#include <cache/contentlib_cache.h>
#include <library/contentlib_db.h>


typedef struct {
    contentlib_db_t          *db;
    contentlib_cache_t       *cache;        /* NULL: nothing is kept */
    const contentlib_view_t  *view;
    ngx_pool_t               *pool;
    ngx_str_t                 key;          /* of all fragments of the view */
} contentlib_fragments_t;


/* NGX_OK, or NGX_ERROR if there is no memory */

ngx_int_t contentlib_fragments_init(contentlib_fragments_t *fragments,
    contentlib_db_t *db, contentlib_cache_t *cache,
    const contentlib_view_t *view, ngx_pool_t *pool);


typedef ngx_int_t (*contentlib_fragment_pt)(contentlib_fragments_t *fragments,
    uint64_t position, ngx_str_t *json);


ngx_int_t contentlib_fragments_item(contentlib_fragments_t *fragments,
    uint64_t position, ngx_str_t *json);
ngx_int_t contentlib_fragments_tag(contentlib_fragments_t *fragments,
    uint64_t position, ngx_str_t *json);
ngx_int_t contentlib_fragments_collection(contentlib_fragments_t *fragments,
    uint64_t position, ngx_str_t *json);


#endif /* _CONTENTLIB_FRAGMENTS_H_INCLUDED_ */
