
/*
 * Copyright (C) contentlib authors
 *
 * A parsed request of the API: route, arguments, page and filters.
 */


#ifndef _CONTENTLIB_REQUEST_H_INCLUDED_
#define _CONTENTLIB_REQUEST_H_INCLUDED_


#include <api/contentlib_url.h>

#include <ngx_md5.h>


#define CONTENTLIB_FILTER_MAX     256       /* bytes of a filter's value */


#define CONTENTLIB_SLUG_MAX  255


typedef enum {
    CONTENTLIB_ROOT = 0,
    CONTENTLIB_CONTENT_ITEMS,
    CONTENTLIB_CONTENT_ITEM,
    CONTENTLIB_COLLECTIONS,
    CONTENTLIB_COLLECTION,
    CONTENTLIB_TAGS,
    CONTENTLIB_TAG,
    CONTENTLIB_SEARCH,
    CONTENTLIB_ENDPOINTS
} contentlib_endpoint_e;


typedef struct {
    contentlib_endpoint_e    endpoint;
    const char              *list;          /* "tags"; "" for the root */
    ngx_str_t                key;           /* of a record: its identifier, or
                                               its slug */
    unsigned                 slash:1;       /* at the end, as it should be */
} contentlib_route_t;


/*
 * The values that select records: filters of items, the cheapest one to search
 * for first; then the search for items, and the filter of tags.
 */

typedef enum {
    CONTENTLIB_VALUE_TAG_SLUG = 0,
    CONTENTLIB_VALUE_COLLECTION,
    CONTENTLIB_VALUE_CONTENT_TYPE,
    CONTENTLIB_VALUE_WITHOUT,
    CONTENTLIB_VALUE_TAG,                   /* folded */
    CONTENTLIB_VALUE_TEXT,                  /* for suggestions, too */
    CONTENTLIB_VALUE_TAG_PARTIAL,
    CONTENTLIB_VALUE_SEARCH,
    CONTENTLIB_VALUE_NAME,
    CONTENTLIB_VALUES
} contentlib_value_e;


/* the paging parameters, and each value */

#define CONTENTLIB_ERRORS_MAX     (2 + CONTENTLIB_VALUES)


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
    unsigned                 filtered:1;    /* by any value below */

    uint64_t                 limit;
    uint64_t                 offset;

    ngx_str_t                values[CONTENTLIB_VALUES];     /* or empty */

    contentlib_arg_error_t   errors[CONTENTLIB_ERRORS_MAX];
    ngx_uint_t               nerrors;
} contentlib_request_t;


/*
 * NGX_OK, or NGX_DECLINED if there is no such route: an identifier is
 * [1-9][0-9]* up to 2^63-1, a slug [A-Za-z0-9_-]+.  The key points into the
 * path.
 */

ngx_int_t contentlib_route_parse(const ngx_str_t *path,
    contentlib_route_t *route);

/* 1 if it is not empty, and all of it is letters, digits, "_" and "-" */

ngx_uint_t contentlib_name_valid(const ngx_str_t *text);

/*
 * Parses the arguments for the route, which is set already.  Returns NGX_OK,
 * also if arguments are not valid (nerrors is not 0 then); NGX_DECLINED if
 * there are too many of them; or NGX_ERROR.
 */

ngx_int_t contentlib_request_parse(contentlib_request_t *request,
    const ngx_str_t *text, const contentlib_paging_t *paging,
    ngx_pool_t *pool);

/* 1 if the "format" is known, or NULL */

ngx_uint_t contentlib_request_format_known(const ngx_str_t *format);

/* 1 if the format is "json", which stands above any Accept header */

ngx_uint_t contentlib_request_format_json(const ngx_str_t *format);

/*
 * Adds to a digest, length-prefixed, everything in the request and in the view
 * that can change a byte of the body, and nothing else.
 */

void contentlib_request_digest(const contentlib_request_t *request,
    const contentlib_view_t *view, ngx_md5_t *md5);


#endif /* _CONTENTLIB_REQUEST_H_INCLUDED_ */
