
/*
 * Copyright (C) contentlib authors
 *
 * Which records a query is about: the one of an address, or a page of a list.
 */


#ifndef _CONTENTLIB_POSITIONS_H_INCLUDED_
#define _CONTENTLIB_POSITIONS_H_INCLUDED_


#include <service/contentlib_query.h>


/* the record of the address: NGX_OK, NGX_DECLINED if there is none, or
   NGX_ERROR */

ngx_int_t contentlib_positions_find_item(contentlib_query_t *query);
ngx_int_t contentlib_positions_find_tag(contentlib_query_t *query);
ngx_int_t contentlib_positions_find_collection(contentlib_query_t *query);

/* count and page: NGX_OK, NGX_AGAIN to be called again, or NGX_ERROR */

ngx_int_t contentlib_positions_items(contentlib_query_t *query);
ngx_int_t contentlib_positions_tags(contentlib_query_t *query);
ngx_int_t contentlib_positions_collections(contentlib_query_t *query);


#endif /* _CONTENTLIB_POSITIONS_H_INCLUDED_ */
