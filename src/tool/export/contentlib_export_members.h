
/*
 * Copyright (C) contentlib authors
 *
 * The items that the record of a collection listed, which the API does not
 * show.
 */


#ifndef _CONTENTLIB_EXPORT_MEMBERS_H_INCLUDED_
#define _CONTENTLIB_EXPORT_MEMBERS_H_INCLUDED_


#include <library/contentlib_db.h>


/*
 * What stands at the end of the record of the collection, in the pool: a
 * comma, the field "items" and the closing brace.  NGX_OK; NGX_DECLINED if the
 * record listed none; or NGX_ERROR with the reason in contentlib_db_error().
 */

ngx_int_t contentlib_export_members(contentlib_db_t *db, uint64_t collection,
    ngx_pool_t *pool, ngx_str_t *text);


#endif /* _CONTENTLIB_EXPORT_MEMBERS_H_INCLUDED_ */
