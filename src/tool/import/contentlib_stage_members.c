
/*
 * Copyright (C) contentlib authors
 *
 * The items that records of collections list.
 */


#include <tool/import/contentlib_staging.h>


static ngx_int_t contentlib_stage_member(contentlib_stage_t *stage,
    const contentlib_place_t *place, const int64_t *ids, ngx_uint_t i,
    sqlite3_stmt *insert);


/* a later record of a collection replaces the members, if it lists any */

ngx_int_t
contentlib_stage_members(contentlib_stage_t *stage,
    const contentlib_place_t *place, const contentlib_collection_t *collection,
    int64_t number, contentlib_stage_origin_e origin)
{
    ngx_uint_t     i;
    sqlite3_stmt  *clear, *insert;

    clear = stage->statements[CONTENTLIB_STAGE_SQL_MEMBERS_CLEAR];
    insert = stage->statements[CONTENTLIB_STAGE_SQL_MEMBER];

    contentlib_sql_bind_integer(&stage->sql, clear, 1, number);

    if (contentlib_sql_execute(&stage->sql, clear) != NGX_OK) {
        return NGX_ERROR;
    }

    contentlib_sql_bind_integer(&stage->sql, insert, 1, number);
    contentlib_sql_bind_integer(&stage->sql, insert, 4, origin);

    for (i = 0; i < collection->items.nelts; i++) {
        if (contentlib_stage_member(stage, place, collection->items.elts, i,
                                    insert)
            != NGX_OK)
        {
            return NGX_ERROR;
        }
    }

    return NGX_OK;
}


static ngx_int_t
contentlib_stage_member(contentlib_stage_t *stage,
    const contentlib_place_t *place, const int64_t *ids, ngx_uint_t i,
    sqlite3_stmt *insert)
{
    contentlib_sql_bind_integer(&stage->sql, insert, 2, ids[i]);
    contentlib_sql_bind_integer(&stage->sql, insert, 3, (int64_t) i);

    if (contentlib_sql_execute(&stage->sql, insert) != NGX_OK) {
        return NGX_ERROR;
    }

    return sqlite3_changes(stage->sql.handle)
           ? NGX_OK
           : contentlib_place_error(place, "\"items[%lu]\" repeats a content "
                                    "item", (unsigned long) i);
}


ngx_int_t
contentlib_stage_members_end(contentlib_stage_t *stage,
    contentlib_errors_t *errors)
{
    char           quoted[CONTENTLIB_QUOTE_SIZE];
    char           where[CONTENTLIB_QUOTE_SIZE + 24];
    ngx_int_t      rc;
    ngx_str_t      slug;
    sqlite3_stmt  *removed, *missing;

    removed = stage->statements[CONTENTLIB_STAGE_SQL_MEMBERS_REMOVED];
    missing = stage->statements[CONTENTLIB_STAGE_SQL_MEMBER_MISSING];

    if (contentlib_sql_execute(&stage->sql, removed) != NGX_OK) {
        return NGX_ERROR;
    }

    while ((rc = contentlib_sql_step(&stage->sql, missing)) == NGX_OK) {
        slug = contentlib_sql_column(missing, 2);

        (void) contentlib_errors_add(errors, "%s: collection \"%s\": "
                                     "\"items[%lld]\": there is no content "
                                     "item %lld",
                                     contentlib_stage_where(stage, missing, 0,
                                                            where),
                                     contentlib_message_quote(quoted,
                                                              slug.data,
                                                              slug.len),
                                     (long long) sqlite3_column_int64(missing,
                                                                      3),
                                     (long long) sqlite3_column_int64(missing,
                                                                      4));
    }

    (void) sqlite3_reset(missing);

    return rc == NGX_DONE ? NGX_OK : NGX_ERROR;
}
