
/*
 * Copyright (C) contentlib authors
 */


#include <library/contentlib_collections.h>


ngx_int_t
contentlib_collections_load(contentlib_db_t *db, uint64_t position,
    ngx_pool_t *pool, contentlib_collection_t *collection)
{
    ngx_int_t               rc;
    contentlib_statement_e  sql;

    sql = CONTENTLIB_SQL_COLLECTION;

    contentlib_db_begin_record(db);
    contentlib_db_bind_integer(db, sql, 1, (int64_t) position);

    rc = contentlib_db_step(db, sql);

    if (rc == NGX_OK) {
        collection->slug = contentlib_db_text(db, sql, 0, pool);
        collection->name = contentlib_db_text(db, sql, 1, pool);
        collection->description = contentlib_db_text(db, sql, 2, pool);
        collection->preview = (uint64_t) contentlib_db_integer(db, sql, 3);
        collection->display = (contentlib_db_integer(db, sql, 4) != 0);
        collection->featured = (contentlib_db_integer(db, sql, 5) != 0);
    }

    if (contentlib_db_reset(db, sql) != NGX_OK) {
        return NGX_ERROR;
    }

    return rc == NGX_DONE ? NGX_DECLINED : rc;
}


ngx_int_t
contentlib_collections_find(contentlib_db_t *db, const ngx_str_t *slug,
    uint64_t *position)
{
    return contentlib_db_find_text(db, CONTENTLIB_SQL_COLLECTION_FIND, slug,
                                   position);
}
