
/*
 * Copyright (C) contentlib authors
 *
 * The JSON of a record, in the order of the fields that the API has, with
 * placeholders: see contentlib_placeholders.h.
 *
 * All functions return NGX_OK, or NGX_ERROR if there is no memory; the JSON is
 * in the pool.
 */


#ifndef _CONTENTLIB_RENDER_H_INCLUDED_
#define _CONTENTLIB_RENDER_H_INCLUDED_


#include <tool/record/contentlib_placeholders.h>
#include <tool/record/contentlib_rows.h>


ngx_int_t contentlib_render_tag(const contentlib_tag_t *tag, ngx_pool_t *pool,
    ngx_str_t *json);

/* "tags" are the JSON of as many tags as the item has */

ngx_int_t contentlib_render_item(const contentlib_item_t *item,
    const ngx_str_t *tags, ngx_pool_t *pool, ngx_str_t *json);

/* "preview" is the JSON of an item */

ngx_int_t contentlib_render_collection(
    const contentlib_collection_t *collection, const ngx_str_t *preview,
    ngx_pool_t *pool, ngx_str_t *json);


#endif /* _CONTENTLIB_RENDER_H_INCLUDED_ */
