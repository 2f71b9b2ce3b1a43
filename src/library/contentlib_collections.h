
/*
 * Copyright (C) contentlib authors
 *
 * Collections out of the library file.
 *
 * All functions return NGX_OK, NGX_DECLINED if there is no such collection,
 * or NGX_ERROR, with the reason in contentlib_db_error().
 */


#ifndef _CONTENTLIB_COLLECTIONS_H_INCLUDED_
#define _CONTENTLIB_COLLECTIONS_H_INCLUDED_


#include <library/contentlib_db.h>
#include <library/contentlib_rows.h>


/* the collection at a position of the list, in the order of import from 0 */

ngx_int_t contentlib_collections_load(contentlib_db_t *db, uint64_t position,
    ngx_pool_t *pool, contentlib_collection_t *collection);

/* the position of a slug */

ngx_int_t contentlib_collections_find(contentlib_db_t *db,
    const ngx_str_t *slug, uint64_t *position);


#endif /* _CONTENTLIB_COLLECTIONS_H_INCLUDED_ */
