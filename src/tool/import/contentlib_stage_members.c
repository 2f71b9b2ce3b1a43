
/*
 * Copyright (C) contentlib authors
 *
 * Stages the items that records of collections list, removes items, and finds
 * collections that need one of these.
 */


#include <tool/import/contentlib_staging.h>


/* a later record of a collection replaces the members, if it lists any */

ngx_int_t
contentlib_stage_members(contentlib_stage_t *stage,
    const contentlib_place_t *place, const contentlib_collection_t *collection,
    int64_t number, contentlib_stage_origin_e origin)
{
    int64_t       *ids;
    ngx_uint_t     i;
    sqlite3_stmt  *clear, *insert;

    ids = collection->items.elts;
    clear = stage->statements[CONTENTLIB_STAGE_SQL_MEMBERS_CLEAR];
    insert = stage->statements[CONTENTLIB_STAGE_SQL_MEMBER];

    contentlib_sql_bind_integer(&stage->sql, clear, 1, number);

    if (contentlib_sql_execute(&stage->sql, clear) != NGX_OK) {
        return NGX_ERROR;
    }

    contentlib_sql_bind_integer(&stage->sql, insert, 1, number);
    contentlib_sql_bind_integer(&stage->sql, insert, 4, origin);

    for (i = 0; i < collection->items.nelts; i++) {
        contentlib_sql_bind_integer(&stage->sql, insert, 2, ids[i]);
        contentlib_sql_bind_integer(&stage->sql, insert, 3, (int64_t) i);

        if (contentlib_sql_execute(&stage->sql, insert) != NGX_OK) {
            return NGX_ERROR;
        }

        if (sqlite3_changes(stage->sql.handle) == 0) {
            return contentlib_place_error(place, "\"items[%lu]\" repeats a "
                                          "content item", (unsigned long) i);
        }
    }

    return NGX_OK;
}


ngx_int_t
contentlib_stage_members_end(contentlib_stage_t *stage,
    contentlib_errors_t *errors)
{
    ngx_int_t      rc;
    sqlite3_stmt  *removed, *missing;

    removed = stage->statements[CONTENTLIB_STAGE_SQL_MEMBERS_REMOVED];
    missing = stage->statements[CONTENTLIB_STAGE_SQL_MEMBER_MISSING];

    if (contentlib_sql_execute(&stage->sql, removed) != NGX_OK) {
        return NGX_ERROR;
    }

    while ((rc = contentlib_sql_step(&stage->sql, missing)) == NGX_OK) {
        (void) contentlib_errors_add(errors, "%s",
                                     sqlite3_column_text(missing, 0));
    }

    return rc == NGX_DONE ? NGX_OK : NGX_ERROR;
}


ngx_int_t
contentlib_stage_remove(contentlib_stage_t *stage,
    const contentlib_place_t *place, int64_t id)
{
    sqlite3_stmt  *statement;

    statement = stage->statements[CONTENTLIB_STAGE_SQL_REMOVE];

    contentlib_sql_bind_integer(&stage->sql, statement, 1, id);
    contentlib_sql_bind_integer(&stage->sql, statement, 2,
                                (int64_t) place->line);

    if (contentlib_sql_execute(&stage->sql, statement) != NGX_OK) {
        return NGX_ERROR;
    }

    return sqlite3_changes(stage->sql.handle) ? NGX_OK : NGX_DECLINED;
}


ngx_int_t
contentlib_stage_removed(contentlib_stage_t *stage)
{
    ngx_int_t      rc;
    sqlite3_stmt  *found;

    found = stage->statements[CONTENTLIB_STAGE_SQL_REMOVED_PREVIEW];

    rc = contentlib_sql_step(&stage->sql, found);

    if (rc == NGX_OK) {
        (void) contentlib_message_set(stage->message, "%s",
                                      sqlite3_column_text(found, 0));
    }

    (void) sqlite3_reset(found);

    return rc == NGX_DONE ? NGX_OK : NGX_ERROR;
}
