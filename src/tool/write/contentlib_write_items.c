
/*
 * Copyright (C) contentlib authors
 *
 * Writes the items, the oldest one first, and then their texts: a library
 * with newer items begins with the bytes of the one before.
 */


#include <tool/write/contentlib_write_items.h>

#include <tool/write/contentlib_grams.h>
#include <tool/write/contentlib_words.h>


#define CONTENTLIB_WRITE_POOL  16384


/* does something with the item that was read, at a position */

typedef ngx_int_t (*contentlib_write_item_pt)(contentlib_writer_t *writer,
    uint64_t position, sqlite3_stmt *insert);


static ngx_int_t contentlib_write_each_item(contentlib_writer_t *writer,
    const char *label, const char *insert, contentlib_write_item_pt write);
static ngx_int_t contentlib_write_rows(contentlib_writer_t *writer,
    sqlite3_stmt *select, sqlite3_stmt *insert,
    contentlib_write_item_pt write, uint64_t *n);
static ngx_int_t contentlib_write_item(contentlib_writer_t *writer,
    uint64_t position, sqlite3_stmt *insert);
static ngx_int_t contentlib_write_item_row(contentlib_writer_t *writer,
    uint64_t position, sqlite3_stmt *insert, ngx_pool_t *pool);
static ngx_int_t contentlib_write_item_text(contentlib_writer_t *writer,
    uint64_t position, sqlite3_stmt *insert);


ngx_int_t
contentlib_write_items(contentlib_writer_t *writer)
{
    if (contentlib_write_each_item(writer, "writing",
                                   "INSERT INTO item"
                                   " VALUES (?1, ?2, ?3, ?4)",
                                   contentlib_write_item)
        != NGX_OK)
    {
        return NGX_ERROR;
    }

    /* the rows of tags have the numbers of their items */

    return contentlib_collector_end(writer->tags);
}


ngx_int_t
contentlib_write_texts(contentlib_writer_t *writer)
{
    if (contentlib_write_each_item(writer, "indexing",
                                   "INSERT INTO item_text VALUES (?1, ?2)",
                                   contentlib_write_item_text)
        != NGX_OK)
    {
        return NGX_ERROR;
    }

    if (contentlib_words_write(writer->words, &writer->sql) != NGX_OK
        || contentlib_collector_write(writer->terms.collector) != NGX_OK
        || contentlib_grams_add_frequent(writer->grams, &writer->sql)
           != NGX_OK)
    {
        return NGX_ERROR;
    }

    return contentlib_collector_write(writer->grams);
}


static ngx_int_t
contentlib_write_each_item(contentlib_writer_t *writer, const char *label,
    const char *insert, contentlib_write_item_pt write)
{
    uint64_t           n, total;
    ngx_int_t          rc;
    sqlite3_stmt      *count, *select, *statement;
    contentlib_sql_t  *sql;

    sql = contentlib_stage_sql(writer->stage);

    count = contentlib_sql_prepare(sql, "SELECT count(*) FROM item");
    total = contentlib_sql_step(sql, count) == NGX_OK
            ? (uint64_t) sqlite3_column_int64(count, 0) : 0;

    select = contentlib_sql_prepare(sql, "SELECT i.id, r.data FROM item AS i"
                                    " CROSS JOIN record AS r"
                                    " ON r.number = i.record"
                                    " ORDER BY i.id");

    statement = contentlib_sql_prepare(&writer->sql, insert);

    contentlib_progress_begin(writer->progress, label, total);

    rc = contentlib_write_rows(writer, select, statement, write, &n);

    (void) sqlite3_reset(count);
    (void) sqlite3_reset(select);

    /* no row may get lost between the tables of the stage */

    if (rc == NGX_OK && n != total) {
        return contentlib_message_set(writer->message,
                                      "contentlib: temporary file is damaged");
    }

    writer->meta->items = n;

    return rc;
}


static ngx_int_t
contentlib_write_rows(contentlib_writer_t *writer, sqlite3_stmt *select,
    sqlite3_stmt *insert, contentlib_write_item_pt write, uint64_t *n)
{
    int64_t            id;
    ngx_int_t          rc;
    ngx_str_t          bytes;
    contentlib_sql_t  *sql;

    sql = contentlib_stage_sql(writer->stage);

    for (*n = 0; (rc = contentlib_sql_step(sql, select)) == NGX_OK; (*n)++) {

        id = sqlite3_column_int64(select, 0);
        bytes = contentlib_sql_column(select, 1);

        if (contentlib_staged_item_read(writer->staged, id, &bytes) != NGX_OK
            || write(writer, *n, insert) != NGX_OK)
        {
            return NGX_ERROR;
        }

        contentlib_progress_show(writer->progress, *n + 1, *n + 1);
    }

    return rc == NGX_DONE ? NGX_OK : NGX_ERROR;
}


static ngx_int_t
contentlib_write_item(contentlib_writer_t *writer, uint64_t position,
    sqlite3_stmt *insert)
{
    size_t                i;
    ngx_int_t             rc;
    ngx_pool_t           *pool;
    contentlib_packed_t  *packed;

    pool = ngx_create_pool(CONTENTLIB_WRITE_POOL, NULL);

    if (pool == NULL) {
        return contentlib_message_set(writer->message,
                                      "contentlib: out of memory");
    }

    rc = contentlib_write_item_row(writer, position, insert, pool);

    ngx_destroy_pool(pool);

    packed = &writer->staged->packed;

    for (i = 0; i < packed->ntags && rc == NGX_OK; i++) {
        rc = contentlib_collector_add_number(writer->tags,
                                             (uint64_t) packed->tags[i],
                                             position);
    }

    if (rc != NGX_OK || packed->content_type.len == 0) {
        return rc;
    }

    return contentlib_collector_add_number(writer->types,
                                           packed->content_type.data[0],
                                           position);
}


static ngx_int_t
contentlib_write_item_row(contentlib_writer_t *writer, uint64_t position,
    sqlite3_stmt *insert, ngx_pool_t *pool)
{
    char       what[sizeof("content item ") + NGX_INT64_LEN];
    ngx_str_t  json;

    (void) snprintf(what, sizeof(what), "content item %lld",
                    (long long) writer->staged->item.id);

    contentlib_sql_bind_integer(&writer->sql, insert, 1, (int64_t) position);
    contentlib_sql_bind_integer(&writer->sql, insert, 2,
                                writer->staged->item.id);

    if (contentlib_staged_item_render(writer->staged, pool, &json) != NGX_OK
        || contentlib_writer_bind_record(writer, insert, 3, &json,
                                        CONTENTLIB_RECORD_LONGEST, what, pool)
           != NGX_OK)
    {
        return NGX_ERROR;
    }

    return contentlib_sql_execute(&writer->sql, insert);
}


static ngx_int_t
contentlib_write_item_text(contentlib_writer_t *writer, uint64_t position,
    sqlite3_stmt *insert)
{
    size_t                i;
    ngx_str_t             folded;
    contentlib_meta_t    *meta;
    contentlib_packed_t  *packed;

    meta = writer->meta;
    packed = &writer->staged->packed;

    if (contentlib_writer_fold(writer, &writer->staged->item.alt_text, &folded)
        != NGX_OK)
    {
        return NGX_ERROR;
    }

    meta->longest_alt_text = ngx_max(meta->longest_alt_text, folded.len);

    contentlib_sql_bind_integer(&writer->sql, insert, 1, (int64_t) position);
    contentlib_sql_bind_text(&writer->sql, insert, 2, &folded);

    if (contentlib_sql_execute(&writer->sql, insert) != NGX_OK) {
        return NGX_ERROR;
    }

    if (contentlib_words_add(writer->words, &folded, position) != NGX_OK
        || contentlib_terms_add(&writer->terms, &folded, position) != NGX_OK)
    {
        return NGX_ERROR;
    }

    for (i = 0; i < packed->ntags; i++) {
        if (contentlib_terms_add_tag(&writer->terms,
                                     (uint64_t) packed->tags[i], position)
            != NGX_OK)
        {
            return NGX_ERROR;
        }
    }

    return contentlib_grams_add(writer->grams, &folded, position);
}
