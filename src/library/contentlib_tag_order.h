
/*
 * Copyright (C) contentlib authors
 *
 * The orders in which the tags can be listed.  The place of a tag in an order
 * is counted from 0, as its position is, so pages and matches of an ordered
 * list are places in the same way as those of the list are positions.
 */


#ifndef _CONTENTLIB_TAG_ORDER_H_INCLUDED_
#define _CONTENTLIB_TAG_ORDER_H_INCLUDED_


#include <library/contentlib_db.h>
#include <library/contentlib_set.h>


typedef enum {
    CONTENTLIB_TAG_ORDER_IMPORT = 0,        /* that of the positions */
    CONTENTLIB_TAG_ORDER_NAME,
    CONTENTLIB_TAG_ORDER_ITEMS
} contentlib_tag_order_e;


/* the order with the name, CONTENTLIB_TAG_ORDER_IMPORT if there is none */

contentlib_tag_order_e contentlib_tag_order_find(const ngx_str_t *name);

/*
 * Replaces a set of positions by the set of the places of these tags, in the
 * pool; replaces n places by the positions of the tags there.  NGX_OK, or
 * NGX_ERROR with the reason in contentlib_db_error().
 */

ngx_int_t contentlib_tag_order_places(contentlib_db_t *db,
    contentlib_tag_order_e order, ngx_pool_t *pool, contentlib_set_t **tags);
ngx_int_t contentlib_tag_order_positions(contentlib_db_t *db,
    contentlib_tag_order_e order, uint64_t *places, ngx_uint_t n);


#endif /* _CONTENTLIB_TAG_ORDER_H_INCLUDED_ */
