
/*
 * Copyright (C) contentlib authors
 *
 * Positions of the tags in another order, and the way back.
 */


#include <library/contentlib_tag_order.h>


static ngx_int_t contentlib_tag_order_row(contentlib_db_t *db,
    contentlib_statement_e sql, uint64_t *number);


contentlib_tag_order_e
contentlib_tag_order_find(const ngx_str_t *name)
{
    if (name->len == 4 && ngx_memcmp(name->data, "name", 4) == 0) {
        return CONTENTLIB_TAG_ORDER_NAME;
    }

    if (name->len == 6 && ngx_memcmp(name->data, "-items", 6) == 0) {
        return CONTENTLIB_TAG_ORDER_ITEMS;
    }

    return CONTENTLIB_TAG_ORDER_IMPORT;
}


ngx_int_t
contentlib_tag_order_places(contentlib_db_t *db, contentlib_tag_order_e order,
    ngx_pool_t *pool, contentlib_set_t **tags)
{
    uint64_t                tag, place;
    contentlib_set_t       *places;
    contentlib_statement_e  sql;

    if (order == CONTENTLIB_TAG_ORDER_IMPORT) {
        return NGX_OK;
    }

    places = contentlib_set_create(pool, (*tags)->size);

    if (places == NULL) {
        return contentlib_db_no_memory(db);
    }

    sql = (order == CONTENTLIB_TAG_ORDER_NAME) ? CONTENTLIB_SQL_TAG_BY_NAME
                                               : CONTENTLIB_SQL_TAG_BY_ITEMS;

    for (tag = 0; contentlib_set_next(*tags, &tag) == NGX_OK; tag++) {

        place = tag;

        if (contentlib_tag_order_row(db, sql, &place) != NGX_OK) {
            return NGX_ERROR;
        }

        (void) contentlib_set_add(places, place);
    }

    *tags = places;

    return NGX_OK;
}


ngx_int_t
contentlib_tag_order_positions(contentlib_db_t *db,
    contentlib_tag_order_e order, uint64_t *places, ngx_uint_t n)
{
    ngx_uint_t              i;
    contentlib_statement_e  sql;

    if (order == CONTENTLIB_TAG_ORDER_IMPORT) {
        return NGX_OK;
    }

    sql = (order == CONTENTLIB_TAG_ORDER_NAME) ? CONTENTLIB_SQL_NAMED_TAG
                                               : CONTENTLIB_SQL_USED_TAG;

    for (i = 0; i < n; i++) {
        if (contentlib_tag_order_row(db, sql, &places[i]) != NGX_OK) {
            return NGX_ERROR;
        }
    }

    return NGX_OK;
}


/* a position to a place, or the other way round: both are below the count */

static ngx_int_t
contentlib_tag_order_row(contentlib_db_t *db, contentlib_statement_e sql,
    uint64_t *number)
{
    ngx_int_t  rc;

    contentlib_db_bind_integer(db, sql, 1, (int64_t) *number);

    rc = contentlib_db_step(db, sql);

    if (rc == NGX_OK) {
        *number = (uint64_t) contentlib_db_integer(db, sql, 0);
    }

    if (contentlib_db_reset(db, sql) != NGX_OK) {
        return NGX_ERROR;
    }

    if (rc != NGX_OK || *number >= contentlib_db_meta(db)->tags) {
        return contentlib_db_corrupt(db, "the order of tags is not valid");
    }

    return NGX_OK;
}
