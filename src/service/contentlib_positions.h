
/*
 * Copyright (C) contentlib authors
 *
 * Which records a page of a list has; and the suggestions for a text, which
 * are searched for in the same way.
 */


#ifndef _CONTENTLIB_POSITIONS_H_INCLUDED_
#define _CONTENTLIB_POSITIONS_H_INCLUDED_


#include <service/contentlib_query.h>


/* count and page: NGX_OK, NGX_AGAIN to be called again, or NGX_ERROR */

ngx_int_t contentlib_positions_items(contentlib_query_t *query);
ngx_int_t contentlib_positions_tags(contentlib_query_t *query);
ngx_int_t contentlib_positions_collections(contentlib_query_t *query);

/* the suggestions, with the same results */

ngx_int_t contentlib_positions_suggestions(contentlib_query_t *query);


#endif /* _CONTENTLIB_POSITIONS_H_INCLUDED_ */
