
/*
 * Copyright (C) contentlib authors
 *
 * Folds texts and binds records for the tables of a library file.
 */


#include <tool/write/contentlib_writer.h>

#include <text/contentlib_text.h>
#include <tool/record/contentlib_placeholders.h>


ngx_int_t
contentlib_writer_fold(contentlib_writer_t *writer, const ngx_str_t *text,
    ngx_str_t *folded)
{
    size_t   size;
    u_char  *p;

    size = CONTENTLIB_TEXT_GROWTH * text->len + 1;

    if (size > writer->size) {
        p = realloc(writer->folded, size);

        if (p == NULL) {
            return contentlib_message_no_memory(writer->message);
        }

        writer->folded = p;
        writer->size = size;
    }

    folded->data = writer->folded;
    folded->len = contentlib_text_fold(writer->folded, text);

    return NGX_OK;
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

    contentlib_sql_bind_text(&writer->sql, insert, index, &stored.record);
    contentlib_sql_bind_blob(&writer->sql, insert, index + 1,
                             stored.marks.data, stored.marks.len);

    return NGX_OK;
}
