
/*
 * Copyright (C) contentlib authors
 *
 * The part of the path below the root of the API: which endpoint, and which
 * record of it.
 */


#ifndef _CONTENTLIB_ROUTE_H_INCLUDED_
#define _CONTENTLIB_ROUTE_H_INCLUDED_


#include <ngx_config.h>
#include <ngx_core.h>


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
    int64_t                  id;            /* of a content item */
    ngx_str_t                slug;          /* of a collection or a tag */
    unsigned                 slash:1;       /* at the end, as it should be */
} contentlib_route_t;


/*
 * NGX_OK, or NGX_DECLINED if there is no such route: an identifier is
 * [1-9][0-9]* up to 2^63-1, a slug [A-Za-z0-9_-]+.  The slug points into the
 * path.
 */

ngx_int_t contentlib_route_parse(const ngx_str_t *path,
    contentlib_route_t *route);


#endif /* _CONTENTLIB_ROUTE_H_INCLUDED_ */
