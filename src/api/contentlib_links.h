
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


/* of a list; "format" is carried */

ngx_int_t contentlib_links_list(const contentlib_view_t *view,
    const char *list, ngx_pool_t *pool, ngx_str_t *address);

/* what the addresses of all records begin and end with */

ngx_int_t contentlib_links_base(const contentlib_view_t *view,
    ngx_pool_t *pool, ngx_str_t *base);
ngx_int_t contentlib_links_format(const contentlib_view_t *view,
    ngx_pool_t *pool, ngx_str_t *format);

/*
 * Of a page: all arguments of the request, but one "limit" with the value
 * given, and one "offset", or none if it is 0.
 */

ngx_int_t contentlib_links_page(const contentlib_view_t *view,
    const char *list, const contentlib_args_t *args, uint64_t limit,
    uint64_t offset, ngx_pool_t *pool, ngx_str_t *address);

/*
 * Of a path below the root with a slash at its end, or of the root if it is
 * empty; "query" is copied as it is.
 */

ngx_int_t contentlib_links_slash(const contentlib_view_t *view,
    const ngx_str_t *path, const ngx_str_t *query, ngx_pool_t *pool,
    ngx_str_t *address);


#endif /* _CONTENTLIB_LINKS_H_INCLUDED_ */
