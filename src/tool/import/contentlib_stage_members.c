
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
    char           quoted[CONTENTLIB_QUOTE_SIZE];
    ngx_int_t      rc;
    ngx_str_t      slug;
    sqlite3_stmt  *removed, *missing;

    removed = stage->statements[CONTENTLIB_STAGE_SQL_MEMBERS_REMOVED];
    missing = stage->statements[CONTENTLIB_STAGE_SQL_MEMBER_MISSING];

    if (contentlib_sql_execute(&stage->sql, removed) != NGX_OK) {
        return NGX_ERROR;
    }

    while ((rc = contentlib_sql_step(&stage->sql, missing)) == NGX_OK) {
        slug = contentlib_sql_column(missing, 1);

        (void) contentlib_errors_add(errors, "%s: collection \"%s\": "
                                     "\"items[%lld]\": there is no content "
                                     "item %lld",
                                     sqlite3_column_text(missing, 0),
                                     contentlib_message_quote(quoted,
                                                              slug.data,
                                                              slug.len),
                                     (long long) sqlite3_column_int64(missing,
                                                                      2),
                                     (long long) sqlite3_column_int64(missing,
                                                                      3));
    }

    (void) sqlite3_reset(missing);

    return rc == NGX_DONE ? NGX_OK : NGX_ERROR;
}


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
    ngx_int_t      rc;
    ngx_str_t      slug;
    sqlite3_stmt  *found;

    found = stage->statements[CONTENTLIB_STAGE_SQL_REMOVED_PREVIEW];

    rc = contentlib_sql_step(&stage->sql, found);

    if (rc == NGX_OK) {
        slug = contentlib_sql_column(found, 2);

        rc = contentlib_message_set(stage->message, "%s: content item %lld: "
                                    "is the preview of collection \"%s\"",
                                    sqlite3_column_text(found, 0),
                                    (long long) sqlite3_column_int64(found, 1),
                                    contentlib_message_quote(quoted, slug.data,
                                                             slug.len));
    }

    (void) sqlite3_reset(found);

    return rc == NGX_DONE ? NGX_OK : NGX_ERROR;
}
