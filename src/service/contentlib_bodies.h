
/*
 * Copyright (C) contentlib authors
 *
 * Rows to JSON: the field lists, in the order of the specification's tables.
 *
 * Each function renders one value, compact, into the pool.  The bytes depend
 * on the row and the view only, never on the page that they will stand on.
 *
 * All functions return NGX_OK or NGX_ERROR (no memory); "json" is set only on
 * NGX_OK.
 */


#ifndef _CONTENTLIB_RENDER_H_INCLUDED_
#define _CONTENTLIB_RENDER_H_INCLUDED_


#include <api/contentlib_links.h>
#include <library/contentlib_rows.h>


typedef struct contentlib_renderer_s  contentlib_renderer_t;


/*
 * A renderer of items, one after the other, in one view.  It lives in the pool
 * and is freed with it; the view lives as long.  NULL if there is no memory.
 */

contentlib_renderer_t *contentlib_render_create(const contentlib_view_t *view,
    ngx_pool_t *pool);

/* "tags" is the JSON of each of the item's tags, with a comma before it */

ngx_int_t contentlib_render_item(contentlib_renderer_t *renderer,
    const contentlib_item_t *item, const ngx_str_t *tags, ngx_pool_t *pool,
    ngx_str_t *json);
ngx_int_t contentlib_render_tag(const contentlib_tag_t *tag,
    const contentlib_view_t *view, ngx_pool_t *pool, ngx_str_t *json);

/* "preview" is the rendered item */

ngx_int_t contentlib_render_collection(
    const contentlib_collection_t *collection, const ngx_str_t *preview,
    const contentlib_view_t *view, ngx_pool_t *pool, ngx_str_t *json);

/* a bare array */

ngx_int_t contentlib_render_suggestions(
    const contentlib_suggestion_t *suggestions, ngx_uint_t n,
    ngx_pool_t *pool, ngx_str_t *json);

/*
 * The envelope of a list, in two parts: the results belong between them, with
 * a comma before each but the first.  "next" and "previous" are NULL for null.
 */

ngx_int_t contentlib_render_page(uint64_t count, const ngx_str_t *next,
    const ngx_str_t *previous, ngx_pool_t *pool, ngx_str_t *before,
    ngx_str_t *after);

/* the addresses of the four lists */

ngx_int_t contentlib_render_root(const contentlib_view_t *view,
    ngx_pool_t *pool, ngx_str_t *json);

/* the answer to OPTIONS */

ngx_int_t contentlib_render_options(const char *name,
    const char *description, ngx_pool_t *pool, ngx_str_t *json);

/* {"detail":"..."} */

ngx_int_t contentlib_render_detail(const ngx_str_t *text, ngx_pool_t *pool,
    ngx_str_t *json);

/* {"limit":["..."],"offset":["..."]} */

ngx_int_t contentlib_render_arg_errors(const contentlib_arg_error_t *errors,
    ngx_uint_t n, ngx_pool_t *pool, ngx_str_t *json);


#endif /* _CONTENTLIB_RENDER_H_INCLUDED_ */
