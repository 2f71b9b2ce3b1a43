
/*
 * Copyright (C) contentlib authors
 */


#include <library/contentlib_items.h>


/* 0001-01-01T00:00:00Z and 9999-12-31T23:59:59.999999Z, in microseconds */

#define CONTENTLIB_CREATED_MIN  (-62135596800 * 1000000)
#define CONTENTLIB_CREATED_MAX  (253402300800 * 1000000 - 1)


static ngx_int_t contentlib_items_row(contentlib_db_t *db, uint64_t position,
    ngx_pool_t *pool, contentlib_item_t *item);
static ngx_int_t contentlib_items_tags(contentlib_db_t *db, uint64_t position,
    ngx_pool_t *pool, ngx_array_t *tags);
static ngx_int_t contentlib_items_renditions(contentlib_db_t *db,
    uint64_t position, ngx_pool_t *pool, contentlib_item_t *item);
static ngx_int_t contentlib_items_partner_ids(contentlib_db_t *db,
    uint64_t position, ngx_pool_t *pool, ngx_array_t *ids);


ngx_int_t
contentlib_items_load(contentlib_db_t *db, uint64_t position,
    ngx_pool_t *pool, contentlib_item_t *item)
{
    ngx_int_t  rc;

    ngx_memzero(item, sizeof(contentlib_item_t));
    contentlib_db_begin_record(db);

    rc = contentlib_items_row(db, position, pool, item);

    if (rc != NGX_OK) {
        return rc;
    }

    if (contentlib_items_tags(db, position, pool, &item->tags) != NGX_OK
        || contentlib_items_renditions(db, position, pool, item) != NGX_OK)
    {
        return NGX_ERROR;
    }

    return contentlib_items_partner_ids(db, position, pool,
                                        &item->partner_ids);
}


ngx_int_t
contentlib_items_find(contentlib_db_t *db, int64_t id, uint64_t *position)
{
    return contentlib_db_find_integer(db, CONTENTLIB_SQL_ITEM_FIND, id,
                                      position);
}


static ngx_int_t
contentlib_items_row(contentlib_db_t *db, uint64_t position, ngx_pool_t *pool,
    contentlib_item_t *item)
{
    ngx_int_t               rc;
    contentlib_statement_e  sql;

    sql = CONTENTLIB_SQL_ITEM;

    contentlib_db_bind_integer(db, sql, 1, (int64_t) position);

    rc = contentlib_db_step(db, sql);

    if (rc == NGX_OK) {
        item->id = contentlib_db_integer(db, sql, 0);
        item->alt_text = contentlib_db_text(db, sql, 1, pool);
        item->content_type = contentlib_db_text(db, sql, 2, pool);
        item->created = contentlib_db_integer(db, sql, 3);
        item->static_image = contentlib_db_text(db, sql, 4, pool);

        if (!contentlib_db_is_null(db, sql, 5)) {
            item->partner_page = contentlib_db_text(db, sql, 5, pool);
        }

        if (item->id < 1 || item->created < CONTENTLIB_CREATED_MIN
            || item->created > CONTENTLIB_CREATED_MAX
            || item->content_type.len != 1
            || (item->content_type.data[0] != 'G'
                && item->content_type.data[0] != 'I'))
        {
            (void) contentlib_db_corrupt(db, "an item is out of range");
        }
    }

    if (contentlib_db_reset(db, sql) != NGX_OK) {
        return NGX_ERROR;
    }

    return rc == NGX_DONE ? NGX_DECLINED : rc;
}


static ngx_int_t
contentlib_items_tags(contentlib_db_t *db, uint64_t position, ngx_pool_t *pool,
    ngx_array_t *tags)
{
    uint64_t                *tag;
    contentlib_statement_e   sql;

    sql = CONTENTLIB_SQL_ITEM_TAGS;

    if (ngx_array_init(tags, pool, 32, sizeof(uint64_t)) != NGX_OK) {
        return contentlib_db_no_memory(db);
    }

    contentlib_db_bind_integer(db, sql, 1, (int64_t) position);

    while (contentlib_db_step(db, sql) == NGX_OK) {

        tag = ngx_array_push(tags);
        if (tag == NULL) {
            (void) contentlib_db_no_memory(db);
            break;
        }

        *tag = (uint64_t) contentlib_db_integer(db, sql, 0);

        if (*tag >= contentlib_db_meta(db)->tags
            || tags->nelts > CONTENTLIB_LIST_MAX)
        {
            (void) contentlib_db_corrupt(db, "an item's tag is out of range");
        }
    }

    return contentlib_db_reset(db, sql);
}


static ngx_int_t
contentlib_items_renditions(contentlib_db_t *db, uint64_t position,
    ngx_pool_t *pool, contentlib_item_t *item)
{
    ngx_array_t             *list;
    contentlib_rendition_t  *rendition;
    contentlib_statement_e   sql;

    sql = CONTENTLIB_SQL_ITEM_RENDITIONS;

    if (ngx_array_init(&item->downloads, pool, 4,
                       sizeof(contentlib_rendition_t)) != NGX_OK
        || ngx_array_init(&item->pictures, pool, 5,
                          sizeof(contentlib_rendition_t)) != NGX_OK)
    {
        return contentlib_db_no_memory(db);
    }

    contentlib_db_bind_integer(db, sql, 1, (int64_t) position);

    while (contentlib_db_step(db, sql) == NGX_OK) {

        list = contentlib_db_is_null(db, sql, 0) ? &item->pictures
                                                 : &item->downloads;
        rendition = ngx_array_push(list);
        if (rendition == NULL) {
            (void) contentlib_db_no_memory(db);
            break;
        }

        rendition->platform = contentlib_db_platform(db,
                                        contentlib_db_optional(db, sql, 0));

        if (list == &item->downloads && rendition->platform.len == 0) {
            (void) contentlib_db_corrupt(db, "a platform is not known");
        }

        rendition->url = contentlib_db_text(db, sql, 1, pool);
        rendition->width = contentlib_db_optional(db, sql, 2);
        rendition->height = contentlib_db_optional(db, sql, 3);
        rendition->format = contentlib_db_format(db,
                                        contentlib_db_optional(db, sql, 4));

        if (rendition->format.len == 0 && !contentlib_db_is_null(db, sql, 4)) {
            (void) contentlib_db_corrupt(db, "a format is not known");
        }

        rendition->size = contentlib_db_optional(db, sql, 5);
    }

    return contentlib_db_reset(db, sql);
}


static ngx_int_t
contentlib_items_partner_ids(contentlib_db_t *db, uint64_t position,
    ngx_pool_t *pool, ngx_array_t *ids)
{
    ngx_str_t               *id;
    contentlib_statement_e   sql;

    sql = CONTENTLIB_SQL_ITEM_PARTNER_IDS;

    if (ngx_array_init(ids, pool, 2, sizeof(ngx_str_t)) != NGX_OK) {
        return contentlib_db_no_memory(db);
    }

    contentlib_db_bind_integer(db, sql, 1, (int64_t) position);

    while (contentlib_db_step(db, sql) == NGX_OK) {

        id = ngx_array_push(ids);
        if (id == NULL) {
            (void) contentlib_db_no_memory(db);
            break;
        }

        *id = contentlib_db_text(db, sql, 0, pool);
    }

    return contentlib_db_reset(db, sql);
}
