
/*
 * Copyright (C) contentlib authors
 *
 * A parsed request of the API: route, arguments, page and filters.
 */


#ifndef _CONTENTLIB_REQUEST_H_INCLUDED_
#define _CONTENTLIB_REQUEST_H_INCLUDED_


#include <api/contentlib_args.h>
#include <api/contentlib_route.h>
#include <api/contentlib_view.h>


#define CONTENTLIB_FILTER_MAX     256       /* bytes of a filter's value */
#define CONTENTLIB_ERRORS_MAX     9         /* limit, offset, filters */


/* the configuration of pages */

typedef struct {
    uint64_t                 page_size;
    uint64_t                 max_page_size;
    unsigned                 strict:1;
} contentlib_paging_t;


typedef struct {
    contentlib_route_t       route;
    contentlib_args_t        args;
    const ngx_str_t         *format;        /* NULL if not given */
    unsigned                 gzip:1;        /* the body is to be compressed */

    uint64_t                 limit;
    uint64_t                 offset;

    ngx_str_t                text;          /* filters, empty if not given */
    ngx_str_t                tag;
    ngx_str_t                tag_slug;
    ngx_str_t                tag_partial;
    ngx_str_t                search;
    ngx_str_t                collection;
    ngx_str_t                content_type;
    ngx_str_t                name;

    ngx_str_t                ordering;      /* empty if not given */

    contentlib_arg_error_t   errors[CONTENTLIB_ERRORS_MAX];
    ngx_uint_t               nerrors;
} contentlib_request_t;


/*
 * Parses the arguments for the route, which is set already.  Returns NGX_OK,
 * also if arguments are not valid (nerrors is not 0 then); NGX_DECLINED if
 * there are too many of them; or NGX_ERROR.
 */

ngx_int_t contentlib_request_parse(contentlib_request_t *request,
    const ngx_str_t *query, const contentlib_paging_t *paging,
    ngx_pool_t *pool);

/* 1 if the answers of the endpoint are of a known "format" */

ngx_uint_t contentlib_request_format_known(
    const contentlib_request_t *request);

/* 1 if the format is "json", which stands above any Accept header */

ngx_uint_t contentlib_request_format_json(
    const contentlib_request_t *request);

/*
 * The key of the answer: length-prefixed, everything in the request and in
 * the view that can change a byte of the body, and nothing else.
 */

ngx_int_t contentlib_request_key(const contentlib_request_t *request,
    const contentlib_view_t *view, ngx_pool_t *pool, ngx_str_t *key);


#endif /* _CONTENTLIB_REQUEST_H_INCLUDED_ */
