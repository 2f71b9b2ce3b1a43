
/*
 * Copyright (C) contentlib authors
 *
 * Content items out of the library file.
 *
 * All functions return NGX_OK, NGX_DECLINED if there is no such item, or
 * NGX_ERROR, with the reason in contentlib_db_error().
 */


#ifndef _CONTENTLIB_ITEMS_H_INCLUDED_
#define _CONTENTLIB_ITEMS_H_INCLUDED_


#include <library/contentlib_db.h>
#include <library/contentlib_rows.h>


/* the item at a position of the list, 0 being the one with the highest id */

ngx_int_t contentlib_items_load(contentlib_db_t *db, uint64_t position,
    ngx_pool_t *pool, contentlib_item_t *item);

/* the position of an identifier */

ngx_int_t contentlib_items_find(contentlib_db_t *db, int64_t id,
    uint64_t *position);


#endif /* _CONTENTLIB_ITEMS_H_INCLUDED_ */
