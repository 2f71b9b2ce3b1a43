
/*
 * Copyright (C) contentlib authors
 *
 * Removes items from the stage, and finds collections that need one of them as
 * their preview.
 */


#include <tool/import/contentlib_staging.h>


ngx_int_t
contentlib_stage_remove(contentlib_stage_t *stage,
    const contentlib_place_t *place, int64_t id)
{
    sqlite3_stmt  *statement;

    statement = stage->statements[CONTENTLIB_STAGE_SQL_REMOVE];

    contentlib_sql_bind_integer(&stage->sql, statement, 1, id);

    if (contentlib_sql_execute(&stage->sql, statement) != NGX_OK) {
        return NGX_ERROR;
    }

    if (sqlite3_changes(stage->sql.handle) == 0) {
        return NGX_DECLINED;
    }

    statement = stage->statements[CONTENTLIB_STAGE_SQL_REMOVED];

    contentlib_sql_bind_integer(&stage->sql, statement, 1, id);
    contentlib_stage_bind_where(stage, statement, 2, place);

    return contentlib_sql_execute(&stage->sql, statement);
}


ngx_int_t
contentlib_stage_removed(contentlib_stage_t *stage)
{
    char           quoted[CONTENTLIB_QUOTE_SIZE];
    char           where[CONTENTLIB_QUOTE_SIZE + 24];
    ngx_int_t      rc;
    ngx_str_t      slug;
    sqlite3_stmt  *found;

    found = stage->statements[CONTENTLIB_STAGE_SQL_REMOVED_PREVIEW];

    rc = contentlib_sql_step(&stage->sql, found);

    if (rc == NGX_OK) {
        slug = contentlib_sql_column(found, 3);

        rc = contentlib_message_set(stage->message, "%s: content item %lld: "
                                    "is the preview of collection \"%s\"",
                                    contentlib_stage_where(stage, found, 0,
                                                           where),
                                    (long long) sqlite3_column_int64(found, 2),
                                    contentlib_message_quote(quoted, slug.data,
                                                             slug.len));
    }

    (void) sqlite3_reset(found);

    return rc == NGX_DONE ? NGX_OK : NGX_ERROR;
}
