
/*
 * Copyright (C) contentlib authors
 *
 * Goes through the rows of the stage, and binds records for the tables of a
 * library file.
 */


#include <tool/write/contentlib_writer.h>

#include <tool/record/contentlib_placeholders.h>


ngx_int_t
contentlib_writer_each(contentlib_writer_t *writer, const char *select,
    const char *text, contentlib_writer_row_pt write)
{
    ngx_int_t          rc;
    sqlite3_stmt      *row, *statement;
    contentlib_sql_t  *stage;

    stage = contentlib_stage_sql(writer->stage);

    row = contentlib_sql_prepare(stage, select);
    statement = contentlib_sql_prepare(writer->sql, text);

    for (writer->n = 0;
         (rc = contentlib_sql_step(stage, row)) == NGX_OK;
         writer->n++)
    {
        ngx_reset_pool(writer->pool);

        if (write(writer, row, statement) != NGX_OK) {
            return NGX_ERROR;
        }
    }

    return rc == NGX_DONE ? NGX_OK : NGX_ERROR;
}


ngx_int_t
contentlib_writer_bind_record(contentlib_writer_t *writer,
    sqlite3_stmt *insert, int index, const ngx_str_t *json, size_t most,
    const char *what)
{
    contentlib_stored_t  stored;

    if (contentlib_placeholders_remove(json, writer->pool, &stored) != NGX_OK) {
        return contentlib_message_no_memory(writer->message);
    }

    if (stored.record.len > most) {
        return contentlib_message_set(writer->message, "contentlib: %s: the "
                                      "record would be longer than %lu bytes",
                                      what, (unsigned long) most);
    }

    contentlib_sql_bind_text(writer->sql, insert, index, &stored.record);
    contentlib_sql_bind_blob(writer->sql, insert, index + 1,
                             stored.marks.data, stored.marks.len);

    return NGX_OK;
}
