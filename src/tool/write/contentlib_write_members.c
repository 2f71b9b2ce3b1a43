
/*
 * Copyright (C) contentlib authors
 *
 * Writes the items of collections in blocks.
 */


#include <tool/write/contentlib_write_members.h>


ngx_int_t
contentlib_write_members(contentlib_writer_t *writer)
{
    ngx_int_t          rc;
    sqlite3_stmt      *select, *find;
    contentlib_sql_t  *stage;

    stage = contentlib_stage_sql(writer->stage);

    /* positions ascend with the identifiers of items */

    select = contentlib_sql_prepare(stage, "SELECT id, collection FROM member"
                                           " ORDER BY id");
    find = contentlib_sql_prepare(&writer->sql, "SELECT position FROM item"
                                                " WHERE id = ?1");

    while ((rc = contentlib_sql_step(stage, select)) == NGX_OK) {

        contentlib_sql_bind_integer(&writer->sql, find, 1,
                                    sqlite3_column_int64(select, 0));

        rc = contentlib_sql_step(&writer->sql, find);

        if (rc == NGX_DONE) {
            return contentlib_message_set(writer->message, "contentlib: "
                                          "temporary file is damaged");
        }

        if (rc != NGX_OK
            || contentlib_collector_add_number(writer->members,
                                (uint64_t) sqlite3_column_int64(select, 1),
                                (uint64_t) sqlite3_column_int64(find, 0))
               != NGX_OK)
        {
            return NGX_ERROR;
        }

        (void) sqlite3_reset(find);
    }

    return rc == NGX_DONE ? contentlib_collector_write(writer->members)
                          : NGX_ERROR;
}
