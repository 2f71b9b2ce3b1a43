
/*
 * Copyright (C) contentlib authors
 *
 * Reads the items of collections for "contentlib export --members".
 */


#include <tool/export/contentlib_export_members.h>

#include <library/contentlib_filter.h>


static ngx_int_t contentlib_export_member(contentlib_db_t *db,
    uint64_t position, int64_t *id);


ngx_int_t
contentlib_export_members(contentlib_db_t *db, uint64_t collection,
    ngx_pool_t *pool, ngx_str_t *text)
{
    u_char            *p;
    int64_t            id;
    uint64_t           count, position;
    contentlib_set_t  *items;

    items = contentlib_set_create(pool, contentlib_db_meta(db)->items);

    if (items == NULL) {
        return contentlib_db_no_memory(db);
    }

    contentlib_db_bind_integer(db, CONTENTLIB_SQL_COLLECTION_ITEMS, 1,
                               (int64_t) collection);

    if (contentlib_filter_blocks(db, CONTENTLIB_SQL_COLLECTION_ITEMS, items)
        != NGX_OK)
    {
        return NGX_ERROR;
    }

    id = 0;
    count = contentlib_set_count(items);

    if (count == 0) {
        return NGX_DECLINED;
    }

    p = ngx_pnalloc(pool, sizeof(",\"items\":[]}")
                          + count * (NGX_INT64_LEN + 1));
    if (p == NULL) {
        return contentlib_db_no_memory(db);
    }

    text->data = p;
    p = ngx_cpymem(p, ",\"items\":[", sizeof(",\"items\":[") - 1);

    for (position = 0;
         contentlib_set_next(items, &position) == NGX_OK;
         position++)
    {
        if (contentlib_export_member(db, position, &id) != NGX_OK) {
            return NGX_ERROR;
        }

        p += snprintf((char *) p, NGX_INT64_LEN + 2, "%lld,", (long long) id);
    }

    /* in place of the last comma */

    p[-1] = ']';
    *p++ = '}';

    text->len = (size_t) (p - text->data);

    return NGX_OK;
}


static ngx_int_t
contentlib_export_member(contentlib_db_t *db, uint64_t position, int64_t *id)
{
    ngx_int_t  rc;

    contentlib_db_bind_integer(db, CONTENTLIB_SQL_ITEM_ID, 1,
                               (int64_t) position);

    rc = contentlib_db_step(db, CONTENTLIB_SQL_ITEM_ID);

    if (rc == NGX_OK) {
        *id = contentlib_db_integer(db, CONTENTLIB_SQL_ITEM_ID, 0);

    } else if (rc == NGX_DONE) {
        (void) contentlib_db_corrupt(db, "a record is missing");
    }

    return contentlib_db_reset(db, CONTENTLIB_SQL_ITEM_ID);
}
