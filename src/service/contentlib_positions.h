
/*
 * Copyright (C) contentlib authors
 *
 * The positions of the records on a page of a list; and the suggestions for a
 * text, which come from a search as well.
 */


#ifndef _CONTENTLIB_POSITIONS_H_INCLUDED_
#define _CONTENTLIB_POSITIONS_H_INCLUDED_


#include <service/contentlib_query.h>


/*
 * Count and page, or the suggestions: NGX_OK, NGX_AGAIN to be called again, or
 * NGX_ERROR.
 */

ngx_int_t contentlib_positions_find(contentlib_query_t *query);


#endif /* _CONTENTLIB_POSITIONS_H_INCLUDED_ */
