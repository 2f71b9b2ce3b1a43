
/*
 * Copyright (C) contentlib authors
 *
 * The addresses that answers hold.
 *
 * All functions return NGX_OK, or NGX_ERROR if there is no memory; the
 * addresses are in the pool.
 */


#ifndef _CONTENTLIB_LINKS_H_INCLUDED_
#define _CONTENTLIB_LINKS_H_INCLUDED_


#include <api/contentlib_args.h>
#include <api/contentlib_view.h>


/* of a list, or of the record "key" in it; "format" is carried */

ngx_int_t contentlib_links_list(const contentlib_view_t *view,
    const char *list, ngx_pool_t *pool, ngx_str_t *address);
ngx_int_t contentlib_links_record(const contentlib_view_t *view,
    const char *list, const ngx_str_t *key, ngx_pool_t *pool,
    ngx_str_t *address);

/* of a file: "url", another string, or relative to the view's media URL */

ngx_int_t contentlib_links_media(const contentlib_view_t *view,
    const ngx_str_t *url, ngx_pool_t *pool, ngx_str_t *address);

/*
 * Of a page: all arguments of the request, but one "limit" with the value
 * given, and one "offset", or none if it is 0.
 */

ngx_int_t contentlib_links_page(const contentlib_view_t *view,
    const char *list, const contentlib_args_t *args, uint64_t limit,
    uint64_t offset, ngx_pool_t *pool, ngx_str_t *address);

/*
 * Of a path below the root with a slash at its end, or of the root if it is
 * empty; "query" is kept as it is.
 */

ngx_int_t contentlib_links_slash(const contentlib_view_t *view,
    const ngx_str_t *path, const ngx_str_t *query, ngx_pool_t *pool,
    ngx_str_t *address);


#endif /* _CONTENTLIB_LINKS_H_INCLUDED_ */
