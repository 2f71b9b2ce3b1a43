
/*
 * Copyright (C) contentlib authors
 *
 * The positions of the records on a page of a list; and the suggestions for a
 * text, which come from a search as well.
 */


#ifndef _CONTENTLIB_POSITIONS_H_INCLUDED_
#define _CONTENTLIB_POSITIONS_H_INCLUDED_


#include <service/contentlib_query.h>


/* count and page: NGX_OK, NGX_AGAIN to be called again, or NGX_ERROR */

ngx_int_t contentlib_positions_items(contentlib_query_t *query);
ngx_int_t contentlib_positions_tags(contentlib_query_t *query);

/* of a list without filters */

ngx_int_t contentlib_positions_range(contentlib_query_t *query);

/* the suggestions, with the same results */

ngx_int_t contentlib_positions_suggestions(contentlib_query_t *query);


#endif /* _CONTENTLIB_POSITIONS_H_INCLUDED_ */
