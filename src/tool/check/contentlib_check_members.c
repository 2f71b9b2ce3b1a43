
/*
 * Copyright (C) contentlib authors
 *
 * Checks the table "collection_item".  No other table has what it is made of,
 * but the digest covers it; so its rows must be sound in themselves.
 */


#include <tool/check/contentlib_check.h>

#include <tool/contentlib_blocks.h>


static const char *contentlib_check_members_fault(contentlib_check_t *check,
    sqlite3_stmt *row, contentlib_set_t *items);


ngx_int_t
contentlib_check_members(contentlib_check_t *check)
{
    ngx_int_t          rc;
    ngx_pool_t        *pool;
    const char        *fault;
    sqlite3_stmt      *select;
    contentlib_set_t  *items;

    pool = ngx_create_pool(NGX_DEFAULT_POOL_SIZE, NULL);
    items = pool ? contentlib_set_create(pool, check->meta->items) : NULL;

    if (items == NULL) {
        if (pool != NULL) {
            ngx_destroy_pool(pool);
        }

        return contentlib_message_set(check->message,
                                      "contentlib: out of memory");
    }

    select = contentlib_blocks_select(&check->sql,
                                      CONTENTLIB_POSTINGS_COLLECTIONS);

    while ((rc = contentlib_sql_step(&check->sql, select)) == NGX_OK) {

        fault = contentlib_check_members_fault(check, select, items);

        if (fault != NULL) {
            contentlib_check_fault(check, "\"%s\" has %s at collection %lld, "
                                   "block %lld",
                                   CONTENTLIB_POSTINGS_COLLECTIONS, fault,
                                   (long long) sqlite3_column_int64(select, 0),
                                   (long long) sqlite3_column_int64(select,
                                                                    1));
            (void) sqlite3_reset(select);
            rc = NGX_DONE;
            break;
        }
    }

    ngx_destroy_pool(pool);

    return rc == NGX_DONE ? NGX_OK : NGX_ERROR;
}


static const char *
contentlib_check_members_fault(contentlib_check_t *check, sqlite3_stmt *row,
    contentlib_set_t *items)
{
    int64_t      collection, block;
    ngx_str_t    bytes;
    const char  *fault;

    collection = sqlite3_column_int64(row, 0);
    block = sqlite3_column_int64(row, 1);
    bytes = contentlib_sql_column(row, 2);

    if (collection < 0 || (uint64_t) collection >= check->meta->collections) {
        return "items of no collection";
    }

    fault = contentlib_blocks_fault(&bytes);

    if (fault == NULL
        && contentlib_set_add_block(items, (uint64_t) block, &bytes) != NGX_OK)
    {
        fault = "a position of no item";
    }

    return fault;
}
