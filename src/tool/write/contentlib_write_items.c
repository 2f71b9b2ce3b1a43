
/*
 * Copyright (C) contentlib authors
 *
 * Writes the items and their texts, the oldest item first: a library with
 * newer items begins with the bytes of the one before.
 */


#include <tool/write/contentlib_writer.h>

#include <text/contentlib_text.h>
#include <tool/contentlib_progress.h>
#include <tool/write/contentlib_grams.h>


static void contentlib_write_item(contentlib_writer_t *writer,
    sqlite3_stmt *item, sqlite3_stmt *insert);
static void contentlib_write_item_row(contentlib_writer_t *writer,
    sqlite3_stmt *item, sqlite3_stmt *insert);
static void contentlib_write_item_lists(contentlib_writer_t *writer,
    sqlite3_stmt *item);
static void contentlib_write_item_text(contentlib_writer_t *writer,
    sqlite3_stmt *item);


void
contentlib_write_items(contentlib_writer_t *writer)
{
    uint64_t           total;
    sqlite3_stmt      *count;
    contentlib_sql_t  *stage;

    stage = contentlib_stage_sql(writer->stage);

    count = contentlib_sql_prepare(stage, "SELECT count(*) FROM item");

    (void) contentlib_sql_step(stage, count);
    total = (uint64_t) sqlite3_column_int64(count, 0);

    (void) sqlite3_reset(count);

    contentlib_progress_begin("writing", total);

    writer->insert_text = contentlib_sql_prepare(writer->sql,
                                                 "INSERT INTO item_text"
                                                 " VALUES (?1, ?2)");

    contentlib_writer_each(writer, "SELECT r.tags, i.id, r.content_type,"
                                   " r.json, r.alt_text, "
                                   contentlib_stage_place("i")
                                   " FROM item AS i CROSS JOIN record AS r"
                                   " ON r.number = i.record ORDER BY i.id",
                           "INSERT INTO item VALUES (?1, ?2, ?3, ?4)",
                           contentlib_write_item);

    /* an item without a record is not among the rows */

    if (writer->n != total) {
        contentlib_stage_damaged();
    }
}


static void
contentlib_write_item(contentlib_writer_t *writer, sqlite3_stmt *item,
    sqlite3_stmt *insert)
{
    contentlib_progress_show(writer->n + 1, writer->n + 1);

    contentlib_collector_begin(writer->collector, writer->n);

    contentlib_write_item_row(writer, item, insert);
    contentlib_write_item_lists(writer, item);
    contentlib_write_item_text(writer, item);
}


static void
contentlib_write_item_row(contentlib_writer_t *writer, sqlite3_stmt *item,
    sqlite3_stmt *insert)
{
    char       what[2 * CONTENTLIB_QUOTE_SIZE];
    int64_t    id;
    ngx_str_t  numbers, staged, json;

    numbers = contentlib_sql_column(item, 0);
    id = sqlite3_column_int64(item, 1);
    staged = contentlib_sql_column(item, 3);

    (void) snprintf(what, sizeof(what), "%s: content item %lld",
                    sqlite3_column_text(item, 5), (long long) id);

    contentlib_sql_bind_integer(writer->sql, insert, 1, (int64_t) writer->n);
    contentlib_sql_bind_integer(writer->sql, insert, 2, id);

    contentlib_rendered_tags_insert(&writer->rendered, &staged, &numbers,
                                    writer->pool, &json);
    contentlib_writer_bind_record(writer, insert, 3, &json, what);

    contentlib_sql_execute(writer->sql, insert);
}


static void
contentlib_write_item_lists(contentlib_writer_t *writer, sqlite3_stmt *item)
{
    size_t                            i;
    uint32_t                          number;
    ngx_str_t                         numbers, type;
    contentlib_collector_t           *collector;
    const contentlib_rendered_tag_t  *tag;

    collector = writer->collector;
    numbers = contentlib_sql_column(item, 0);
    type = contentlib_sql_column(item, 2);

    for (i = 0; i < numbers.len / sizeof(uint32_t); i++) {

        ngx_memcpy(&number, numbers.data + i * sizeof(uint32_t),
                   sizeof(uint32_t));

        tag = contentlib_rendered_tags_get(&writer->rendered, number);

        contentlib_grams_tag(collector, number, &tag->folded);

        writer->counts[number]++;
    }

    if (type.len != 0) {
        contentlib_collector_push(collector,
                                  contentlib_collector_key(collector,
                                                     CONTENTLIB_POSTING_TYPE,
                                                     &type, NULL));
    }
}


static void
contentlib_write_item_text(contentlib_writer_t *writer, sqlite3_stmt *item)
{
    ngx_str_t  text, folded;

    text = contentlib_sql_column(item, 4);

    folded.data = ngx_pnalloc(writer->pool,
                              CONTENTLIB_TEXT_GROWTH * text.len + 1);
    folded.len = contentlib_text_fold(folded.data, &text);

    contentlib_grams_text(writer->collector, &folded);

    contentlib_sql_bind_integer(writer->sql, writer->insert_text, 1,
                                (int64_t) writer->n);
    contentlib_sql_bind_text(writer->sql, writer->insert_text, 2, &folded);

    contentlib_sql_execute(writer->sql, writer->insert_text);
}
