
/*
 * Copyright (C) contentlib authors
 *
 * The JSON of one record, by its position in its list: loaded and rendered.
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
#include <library/contentlib_db.h>


typedef ngx_int_t (*contentlib_fragment_pt)(contentlib_db_t *db,
    const contentlib_view_t *view, uint64_t position, ngx_pool_t *pool,
    ngx_str_t *json);


ngx_int_t contentlib_fragments_item(contentlib_db_t *db,
    const contentlib_view_t *view, uint64_t position, ngx_pool_t *pool,
    ngx_str_t *json);
ngx_int_t contentlib_fragments_tag(contentlib_db_t *db,
    const contentlib_view_t *view, uint64_t position, ngx_pool_t *pool,
    ngx_str_t *json);
ngx_int_t contentlib_fragments_collection(contentlib_db_t *db,
    const contentlib_view_t *view, uint64_t position, ngx_pool_t *pool,
    ngx_str_t *json);


#endif /* _CONTENTLIB_FRAGMENTS_H_INCLUDED_ */
