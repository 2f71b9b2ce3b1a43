
/*
 * Copyright (C) contentlib authors
 *
 * The body of an answer that consists of records: stored records, expanded
 * one after the other, into one buffer of the request's pool.  Their positions
 * are found before; and the suggestions for a text, which come from a search
 * as well.
 */


#ifndef _CONTENTLIB_PAGE_H_INCLUDED_
#define _CONTENTLIB_PAGE_H_INCLUDED_


#include <service/contentlib_query.h>


/*
 * Count and positions, or the suggestions: NGX_OK, NGX_AGAIN to be called
 * again, or NGX_ERROR.
 */

ngx_int_t contentlib_page_find(contentlib_query_t *query);

/*
 * A page of the list, in its envelope; or the record of the address.  NGX_OK,
 * NGX_DECLINED if there is no such record, or NGX_ERROR.  A record that the
 * client has already is looked up and has no body.
 */

ngx_int_t contentlib_page_list(contentlib_query_t *query, ngx_str_t *body);
ngx_int_t contentlib_page_record(contentlib_query_t *query, ngx_str_t *body);


#endif /* _CONTENTLIB_PAGE_H_INCLUDED_ */
