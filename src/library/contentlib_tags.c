
/*
 * Copyright (C) contentlib authors
 */


#include <library/contentlib_tags.h>


ngx_int_t
contentlib_tags_load(contentlib_db_t *db, uint64_t position, ngx_pool_t *pool,
    contentlib_tag_t *tag)
{
    ngx_int_t               rc;
    contentlib_statement_e  sql;

    sql = CONTENTLIB_SQL_TAG;

    contentlib_db_begin_record(db);
    contentlib_db_bind_integer(db, sql, 1, (int64_t) position);

    rc = contentlib_db_step(db, sql);

    if (rc == NGX_OK) {
        tag->slug = contentlib_db_text(db, sql, 0, pool);
        tag->name = contentlib_db_text(db, sql, 1, pool);
    }

    if (contentlib_db_reset(db, sql) != NGX_OK) {
        return NGX_ERROR;
    }

    return rc == NGX_DONE ? NGX_DECLINED : rc;
}


ngx_int_t
contentlib_tags_find(contentlib_db_t *db, const ngx_str_t *slug,
    uint64_t *position)
{
    return contentlib_db_find_text(db, CONTENTLIB_SQL_TAG_FIND, slug,
                                   position);
}
