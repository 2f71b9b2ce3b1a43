
/*
 * Copyright (C) contentlib authors
 *
 * The small bodies and the envelope of a list, as JSON, in the order of the
 * specification's tables.
 *
 * All functions return NGX_OK or NGX_ERROR (no memory); the texts are in the
 * pool.
 */


#ifndef _CONTENTLIB_BODY_H_INCLUDED_
#define _CONTENTLIB_BODY_H_INCLUDED_


#include <api/contentlib_links.h>
#include <library/contentlib_suggestions.h>


/* a bare array */

ngx_int_t contentlib_body_suggestions(
    const contentlib_suggestion_t *suggestions, ngx_uint_t n,
    ngx_pool_t *pool, ngx_str_t *json);

/*
 * The envelope of a list, without results: these belong before its last
 * CONTENTLIB_BODY_TAIL bytes.  "next" and "previous" are NULL for null.
 */

#define CONTENTLIB_BODY_TAIL  2             /* "]}" */

ngx_int_t contentlib_body_page(uint64_t count, const ngx_str_t *next,
    const ngx_str_t *previous, ngx_pool_t *pool, ngx_str_t *json);

/* the addresses of the four lists */

ngx_int_t contentlib_body_root(const contentlib_view_t *view,
    ngx_pool_t *pool, ngx_str_t *json);

/* the answer to OPTIONS */

ngx_int_t contentlib_body_options(const char *name,
    const char *description, ngx_pool_t *pool, ngx_str_t *json);

/* {"detail":"..."} */

ngx_int_t contentlib_body_detail(const ngx_str_t *text, ngx_pool_t *pool,
    ngx_str_t *json);

/* {"limit":["..."],"offset":["..."]} */

ngx_int_t contentlib_body_arg_errors(const contentlib_arg_error_t *errors,
    ngx_uint_t n, ngx_pool_t *pool, ngx_str_t *json);


#endif /* _CONTENTLIB_BODY_H_INCLUDED_ */
