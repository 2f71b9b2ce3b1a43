
/*
 * Copyright (C) contentlib authors
 *
 * The items whose alt text has a value as a part.
 */


#ifndef _CONTENTLIB_FILTER_TEXT_H_INCLUDED_
#define _CONTENTLIB_FILTER_TEXT_H_INCLUDED_


#include <library/contentlib_db.h>
#include <library/contentlib_set.h>


/*
 * Adds them to "items", which is empty.  NGX_OK, or NGX_ERROR with the reason
 * in contentlib_db_error().
 */

ngx_int_t contentlib_filter_text(contentlib_db_t *db, const ngx_str_t *text,
    ngx_pool_t *pool, contentlib_set_t *items);


#endif /* _CONTENTLIB_FILTER_TEXT_H_INCLUDED_ */
