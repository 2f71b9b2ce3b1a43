
/*
 * Copyright (C) contentlib authors
 */


#include <tool/contentlib_write_private.h>


static ngx_int_t contentlib_write_each(contentlib_writer_t *writer,
    const char *select, const char *insert, const char *insert_text,
    ngx_int_t (*write)(contentlib_writer_t *writer, sqlite3_stmt *row,
        sqlite3_stmt *insert, sqlite3_stmt *insert_text));
static ngx_int_t contentlib_write_tag(contentlib_writer_t *writer,
    sqlite3_stmt *row, sqlite3_stmt *insert, sqlite3_stmt *insert_text);
static ngx_int_t contentlib_write_collection(contentlib_writer_t *writer,
    sqlite3_stmt *row, sqlite3_stmt *insert, sqlite3_stmt *insert_text);
static ngx_int_t contentlib_write_text(contentlib_writer_t *writer,
    sqlite3_stmt *insert, int64_t position, const ngx_str_t *text,
    size_t *len);


ngx_int_t
contentlib_write_tags(contentlib_writer_t *writer)
{
    if (contentlib_write_each(writer,
                              "SELECT number, slug, name FROM tag"
                              " ORDER BY number",
                              "INSERT INTO tag VALUES (?1, ?2, ?3, ?4)",
                              "INSERT INTO tag_text VALUES (?1, ?2)",
                              contentlib_write_tag)
        != NGX_OK)
    {
        return NGX_ERROR;
    }

    return contentlib_postings_write(writer->postings, &writer->sql);
}


ngx_int_t
contentlib_write_collections(contentlib_writer_t *writer)
{
    return contentlib_write_each(writer,
                                 "SELECT number, slug, name, description,"
                                 " preview, display, featured FROM collection"
                                 " ORDER BY number",
                                 "INSERT INTO collection VALUES"
                                 " (?1, ?2, ?3, ?4, (SELECT position"
                                 " FROM item WHERE id = ?5), ?6, ?7)",
                                 "INSERT INTO collection_text VALUES (?1, ?2)",
                                 contentlib_write_collection);
}


/* copies the rows of a list, each with a row of its folded text */

static ngx_int_t
contentlib_write_each(contentlib_writer_t *writer, const char *select,
    const char *insert, const char *insert_text,
    ngx_int_t (*write)(contentlib_writer_t *writer, sqlite3_stmt *row,
        sqlite3_stmt *insert, sqlite3_stmt *insert_text))
{
    ngx_int_t          rc;
    sqlite3_stmt      *row, *into, *text;
    contentlib_sql_t  *from;

    from = contentlib_stage_sql(writer->stage);

    row = contentlib_sql_prepare(from, select);
    into = contentlib_sql_prepare(&writer->sql, insert);
    text = contentlib_sql_prepare(&writer->sql, insert_text);

    while ((rc = contentlib_sql_step(from, row)) == NGX_OK) {
        if (write(writer, row, into, text) != NGX_OK) {
            break;
        }
    }

    return rc == NGX_DONE ? NGX_OK : NGX_ERROR;
}


static ngx_int_t
contentlib_write_tag(contentlib_writer_t *writer, sqlite3_stmt *row,
    sqlite3_stmt *insert, sqlite3_stmt *insert_text)
{
    size_t     len;
    int64_t    position;
    ngx_str_t  slug, name;

    position = sqlite3_column_int64(row, 0);
    slug = contentlib_sql_column(row, 1);
    name = contentlib_sql_column(row, 2);

    contentlib_sql_bind_integer(&writer->sql, insert, 1, position);
    contentlib_sql_bind_text(&writer->sql, insert, 2, &slug);
    contentlib_sql_bind_text(&writer->sql, insert, 3, &name);
    contentlib_sql_bind_integer(&writer->sql, insert, 4,
                (int64_t) contentlib_postings_count(writer->postings,
                                                    (uint64_t) position));

    if (contentlib_sql_execute(&writer->sql, insert) != NGX_OK
        || contentlib_write_text(writer, insert_text, position, &name, &len)
           != NGX_OK)
    {
        return NGX_ERROR;
    }

    writer->meta->tags++;
    writer->meta->longest_tag_name = ngx_max(writer->meta->longest_tag_name,
                                             len);

    return NGX_OK;
}


static ngx_int_t
contentlib_write_collection(contentlib_writer_t *writer, sqlite3_stmt *row,
    sqlite3_stmt *insert, sqlite3_stmt *insert_text)
{
    int        i;
    size_t     len;
    int64_t    position;
    ngx_str_t  texts[3];

    position = sqlite3_column_int64(row, 0);

    contentlib_sql_bind_integer(&writer->sql, insert, 1, position);

    for (i = 0; i < 3; i++) {
        texts[i] = contentlib_sql_column(row, i + 1);
        contentlib_sql_bind_text(&writer->sql, insert, i + 2, &texts[i]);
    }

    for (i = 4; i < 7; i++) {
        contentlib_sql_bind_integer(&writer->sql, insert, i + 1,
                                    sqlite3_column_int64(row, i));
    }

    if (contentlib_sql_execute(&writer->sql, insert) != NGX_OK) {
        return NGX_ERROR;
    }

    writer->meta->collections++;

    return contentlib_write_text(writer, insert_text, position, &texts[1],
                                 &len);
}


static ngx_int_t
contentlib_write_text(contentlib_writer_t *writer, sqlite3_stmt *insert,
    int64_t position, const ngx_str_t *text, size_t *len)
{
    ngx_str_t  folded;

    if (contentlib_write_fold(writer, text, &folded) != NGX_OK) {
        return NGX_ERROR;
    }

    *len = folded.len;

    contentlib_sql_bind_integer(&writer->sql, insert, 1, position);
    contentlib_sql_bind_text(&writer->sql, insert, 2, &folded);

    return contentlib_sql_execute(&writer->sql, insert);
}
