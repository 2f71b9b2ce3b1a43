
/*
 * Copyright (C) contentlib authors
 */


#include <tool/contentlib_write_private.h>


typedef enum {
    CONTENTLIB_WRITE_ITEM = 0,
    CONTENTLIB_WRITE_PARTNER_ID,
    CONTENTLIB_WRITE_RENDITION,
    CONTENTLIB_WRITE_ITEM_TAG,
    CONTENTLIB_WRITE_ITEM_TEXT,
    CONTENTLIB_WRITE_MAX
} contentlib_write_sql_e;


/* the item at hand */

typedef struct {
    contentlib_writer_t      *writer;
    contentlib_sql_t         *sql;
    sqlite3_stmt             *statements[CONTENTLIB_WRITE_MAX];
    int64_t                   position;
    int64_t                   id;
    contentlib_packed_t       packed;
} contentlib_write_item_t;


static ngx_int_t contentlib_write_name_table(contentlib_writer_t *writer,
    const char *text, const ngx_str_t *names, ngx_uint_t n);
static ngx_int_t contentlib_write_each_item(contentlib_write_item_t *item,
    sqlite3_stmt *select, uint64_t total);
static ngx_int_t contentlib_write_item(contentlib_write_item_t *item);
static ngx_int_t contentlib_write_item_row(contentlib_write_item_t *item);
static ngx_int_t contentlib_write_item_text(contentlib_write_item_t *item);
static ngx_int_t contentlib_write_item_renditions(
    contentlib_write_item_t *item);
static void contentlib_write_optional(contentlib_sql_t *sql,
    sqlite3_stmt *statement, int index, int64_t value);
static sqlite3_stmt *contentlib_write_place(contentlib_write_item_t *item,
    contentlib_write_sql_e sql, size_t place);


static const char *const  contentlib_write_sql_texts[] = {

    [CONTENTLIB_WRITE_ITEM] =
        "INSERT INTO item VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)",

    [CONTENTLIB_WRITE_PARTNER_ID] =
        "INSERT INTO item_partner_id VALUES (?1, ?2, ?3)",

    [CONTENTLIB_WRITE_RENDITION] =
        "INSERT INTO rendition VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8)",

    [CONTENTLIB_WRITE_ITEM_TAG] =
        "INSERT INTO item_tag VALUES (?1, ?2, ?3)",

    [CONTENTLIB_WRITE_ITEM_TEXT] =
        "INSERT INTO item_text VALUES (?1, ?2)"
};


ngx_int_t
contentlib_write_names(contentlib_writer_t *writer)
{
    ngx_uint_t        n;
    const ngx_str_t  *names;

    n = contentlib_stage_platforms(writer->stage, &names);

    if (contentlib_write_name_table(writer,
                                    "INSERT INTO platform VALUES (?1, ?2)",
                                    names, n)
        != NGX_OK)
    {
        return NGX_ERROR;
    }

    n = contentlib_stage_formats(writer->stage, &names);

    return contentlib_write_name_table(writer,
                                       "INSERT INTO format VALUES (?1, ?2)",
                                       names, n);
}


static ngx_int_t
contentlib_write_name_table(contentlib_writer_t *writer, const char *text,
    const ngx_str_t *names, ngx_uint_t n)
{
    ngx_int_t      rc;
    ngx_uint_t     i;
    sqlite3_stmt  *insert;

    insert = contentlib_sql_prepare(&writer->sql, text);
    rc = insert ? NGX_OK : NGX_ERROR;

    for (i = 0; i < n && rc == NGX_OK; i++) {
        contentlib_sql_bind_integer(&writer->sql, insert, 1, (int64_t) i);
        contentlib_sql_bind_text(&writer->sql, insert, 2, &names[i]);
        rc = contentlib_sql_execute(&writer->sql, insert);
    }

    return rc;
}


ngx_int_t
contentlib_write_items(contentlib_writer_t *writer)
{
    uint64_t                  total;
    ngx_int_t                 rc;
    ngx_uint_t                i;
    sqlite3_stmt             *count, *select;
    contentlib_sql_t         *sql;
    contentlib_write_item_t  *item;

    item = ngx_calloc(sizeof(contentlib_write_item_t), NULL);

    if (item == NULL) {
        return contentlib_message_set(writer->message,
                                      "contentlib: out of memory");
    }

    item->writer = writer;
    item->sql = &writer->sql;

    for (i = 0; i < CONTENTLIB_WRITE_MAX; i++) {
        item->statements[i] = contentlib_sql_prepare(&writer->sql,
                                                contentlib_write_sql_texts[i]);
    }

    sql = contentlib_stage_sql(writer->stage);

    count = contentlib_sql_prepare(sql, "SELECT count(*) FROM item");
    total = contentlib_sql_step(sql, count) == NGX_OK
            ? (uint64_t) sqlite3_column_int64(count, 0) : 0;

    select = contentlib_sql_prepare(sql, "SELECT i.id, r.data FROM item AS i"
                                    " CROSS JOIN record AS r"
                                    " ON r.number = i.record"
                                    " ORDER BY i.id DESC");

    contentlib_progress_begin(writer->progress, "writing", total);

    rc = contentlib_write_each_item(item, select, total);

    if (rc == NGX_OK) {
        rc = contentlib_grams_write(writer->grams, &writer->sql);
    }

    (void) sqlite3_reset(count);
    free(item);

    return rc;
}


static ngx_int_t
contentlib_write_each_item(contentlib_write_item_t *item,
    sqlite3_stmt *select, uint64_t total)
{
    ngx_int_t          rc;
    ngx_str_t          bytes;
    contentlib_sql_t  *sql;

    sql = contentlib_stage_sql(item->writer->stage);

    while ((rc = contentlib_sql_step(sql, select)) == NGX_OK) {

        item->id = sqlite3_column_int64(select, 0);
        bytes = contentlib_sql_column(select, 1);

        if (contentlib_pack_read(&bytes, &item->packed) != NGX_OK) {
            return contentlib_message_set(item->writer->message,
                                      "contentlib: temporary file is damaged");
        }

        if (contentlib_write_item(item) != NGX_OK) {
            return NGX_ERROR;
        }

        item->position++;

        contentlib_progress_show(item->writer->progress,
                                 (uint64_t) item->position,
                                 (uint64_t) item->position);
    }

    item->writer->meta->items = (uint64_t) item->position;

    /* no row may get lost between the tables of the stage */

    if (rc == NGX_DONE && item->writer->meta->items != total) {
        return contentlib_message_set(item->writer->message,
                                      "contentlib: temporary file is damaged");
    }

    return rc == NGX_DONE ? NGX_OK : NGX_ERROR;
}


static ngx_int_t
contentlib_write_item(contentlib_write_item_t *item)
{
    size_t         i;
    sqlite3_stmt  *insert;

    if (contentlib_write_item_row(item) != NGX_OK
        || contentlib_write_item_text(item) != NGX_OK
        || contentlib_write_item_renditions(item) != NGX_OK)
    {
        return NGX_ERROR;
    }

    for (i = 0; i < item->packed.nids; i++) {
        insert = contentlib_write_place(item, CONTENTLIB_WRITE_PARTNER_ID, i);
        contentlib_sql_bind_text(item->sql, insert, 3, &item->packed.ids[i]);

        if (contentlib_sql_execute(item->sql, insert) != NGX_OK) {
            return NGX_ERROR;
        }
    }

    for (i = 0; i < item->packed.ntags; i++) {
        insert = contentlib_write_place(item, CONTENTLIB_WRITE_ITEM_TAG, i);
        contentlib_sql_bind_integer(item->sql, insert, 3,
                                    item->packed.tags[i]);

        if (contentlib_sql_execute(item->sql, insert) != NGX_OK
            || contentlib_postings_add(item->writer->postings,
                                       (uint64_t) item->packed.tags[i],
                                       (uint64_t) item->position)
               != NGX_OK)
        {
            return NGX_ERROR;
        }
    }

    return NGX_OK;
}


static ngx_int_t
contentlib_write_item_row(contentlib_write_item_t *item)
{
    sqlite3_stmt         *insert;
    contentlib_packed_t  *packed;

    packed = &item->packed;
    insert = item->statements[CONTENTLIB_WRITE_ITEM];

    contentlib_sql_bind_integer(item->sql, insert, 1, item->position);
    contentlib_sql_bind_integer(item->sql, insert, 2, item->id);
    contentlib_sql_bind_text(item->sql, insert, 3, &packed->alt_text);
    contentlib_sql_bind_text(item->sql, insert, 4, &packed->content_type);
    contentlib_sql_bind_integer(item->sql, insert, 5, packed->created);
    contentlib_sql_bind_text(item->sql, insert, 6, &packed->static_image);

    if (packed->partner_page.data) {
        contentlib_sql_bind_text(item->sql, insert, 7, &packed->partner_page);

    } else {
        contentlib_sql_bind_null(item->sql, insert, 7);
    }

    return contentlib_sql_execute(item->sql, insert);
}


static ngx_int_t
contentlib_write_item_text(contentlib_write_item_t *item)
{
    ngx_str_t           folded;
    sqlite3_stmt       *insert;
    contentlib_meta_t  *meta;

    meta = item->writer->meta;
    insert = item->statements[CONTENTLIB_WRITE_ITEM_TEXT];

    if (contentlib_write_fold(item->writer, &item->packed.alt_text, &folded)
        != NGX_OK)
    {
        return NGX_ERROR;
    }

    meta->longest_alt_text = ngx_max(meta->longest_alt_text, folded.len);

    contentlib_sql_bind_integer(item->sql, insert, 1, item->position);
    contentlib_sql_bind_text(item->sql, insert, 2, &folded);

    if (contentlib_sql_execute(item->sql, insert) != NGX_OK) {
        return NGX_ERROR;
    }

    return contentlib_grams_add(item->writer->grams, &folded,
                                (uint64_t) item->position);
}


static ngx_int_t
contentlib_write_item_renditions(contentlib_write_item_t *item)
{
    size_t                          i;
    sqlite3_stmt                   *insert;
    contentlib_packed_rendition_t  *row;

    for (i = 0; i < item->packed.nrenditions; i++) {

        row = &item->packed.renditions[i];
        insert = contentlib_write_place(item, CONTENTLIB_WRITE_RENDITION, i);

        contentlib_write_optional(item->sql, insert, 3, row->platform);
        contentlib_sql_bind_text(item->sql, insert, 4, &row->url);
        contentlib_write_optional(item->sql, insert, 5, row->width);
        contentlib_write_optional(item->sql, insert, 6, row->height);
        contentlib_write_optional(item->sql, insert, 7, row->format);
        contentlib_write_optional(item->sql, insert, 8, row->size);

        if (contentlib_sql_execute(item->sql, insert) != NGX_OK) {
            return NGX_ERROR;
        }
    }

    return NGX_OK;
}


static void
contentlib_write_optional(contentlib_sql_t *sql, sqlite3_stmt *statement,
    int index, int64_t value)
{
    if (value == CONTENTLIB_ABSENT) {
        contentlib_sql_bind_null(sql, statement, index);

    } else {
        contentlib_sql_bind_integer(sql, statement, index, value);
    }
}


/* a statement whose first two values are the item and a place in its list */

static sqlite3_stmt *
contentlib_write_place(contentlib_write_item_t *item,
    contentlib_write_sql_e sql, size_t place)
{
    contentlib_sql_bind_integer(item->sql, item->statements[sql], 1,
                                item->position);
    contentlib_sql_bind_integer(item->sql, item->statements[sql], 2,
                                (int64_t) place);

    return item->statements[sql];
}
