
/*
 * Copyright (C) contentlib authors
 *
 * Writes the tables of records, and collects the keys of each item.  Items are
 * written from the oldest one on: a library with newer items begins with the
 * bytes of the one before.
 */


#include <tool/write/contentlib_writer.h>

#include <library/contentlib_tags.h>
#include <text/contentlib_text.h>
#include <tool/contentlib_progress.h>
#include <tool/write/contentlib_grams.h>


static void contentlib_write_tag_size(contentlib_writer_t *writer,
    sqlite3_stmt *row, sqlite3_stmt *insert, ngx_str_t *json);
static void contentlib_write_item(contentlib_writer_t *writer,
    sqlite3_stmt *row, sqlite3_stmt *insert, ngx_str_t *json);
static size_t contentlib_write_item_tags(contentlib_writer_t *writer,
    const ngx_str_t *numbers);
static void contentlib_write_item_text(contentlib_writer_t *writer,
    const ngx_str_t *text);
static void contentlib_write_key(contentlib_writer_t *writer,
    contentlib_posting_e kind, const ngx_str_t *key);
static void contentlib_write_tag(contentlib_writer_t *writer,
    sqlite3_stmt *row, sqlite3_stmt *insert, ngx_str_t *json);
static void contentlib_write_member(contentlib_writer_t *writer,
    sqlite3_stmt *member, sqlite3_stmt *find);


static const char  contentlib_write_staged_items[] =
    "SELECT " contentlib_stage_place("item") " || ': content item ' || id,"
    " json, id, tags, content_type, alt_text FROM item ORDER BY id";

static const char  contentlib_write_staged_tags[] =
    "SELECT NULL, NULL, number, position, slug, name FROM tag ORDER BY number";

static const char  contentlib_write_staged_collections[] =
    "SELECT NULL, json, slug, preview, name, display FROM collection"
    " ORDER BY number";


/* the orders of tags are known when all are there */

static const char  contentlib_write_tag_rows[] =
    "CREATE TABLE temp.tag_row (number INTEGER PRIMARY KEY, position, slug,"
    " items, name, folded, terms, record, marks)";

static const char  contentlib_write_tag_orders[] =
    "CREATE TABLE temp.tag_order (number INTEGER PRIMARY KEY, by_name,"
    " by_items);"

    "INSERT INTO temp.tag_order SELECT number,"
    " row_number() OVER (ORDER BY folded, slug) - 1,"
    " row_number() OVER (ORDER BY items DESC, position) - 1"
    " FROM temp.tag_row ORDER BY number;"

    "INSERT INTO tag SELECT t.number, position, slug, items, by_name, by_items,"
    " name, folded, terms, record, marks FROM temp.tag_row AS t CROSS JOIN"
    " temp.tag_order AS o ON o.number = t.number ORDER BY t.number;"

    "DROP TABLE temp.tag_row";


/* items have the texts of their tags in an export */

void
contentlib_write_tag_sizes(contentlib_writer_t *writer)
{
    contentlib_writer_records(writer, contentlib_write_staged_tags, "SELECT 1",
                              contentlib_write_tag_size);
}


static void
contentlib_write_tag_size(contentlib_writer_t *writer, sqlite3_stmt *row,
    sqlite3_stmt *insert, ngx_str_t *json)
{
    ngx_str_t  slug, name;

    (void) insert;

    slug = contentlib_sql_column(row, 4);
    name = contentlib_sql_column(row, 5);

    contentlib_record_tag(&slug, &name, writer->pool, json);

    writer->tags[sqlite3_column_int64(row, 2)].size =
                     (uint32_t) contentlib_record_size(json, writer->media_url);
}


void
contentlib_write_items(contentlib_writer_t *writer)
{
    sqlite3_stmt      *count;
    contentlib_sql_t  *stage;

    stage = contentlib_stage_sql(writer->stage);
    count = contentlib_sql_prepare(stage, "SELECT count(*) FROM item");

    (void) contentlib_sql_step(stage, count);
    contentlib_progress_begin("writing",
                              (uint64_t) sqlite3_column_int64(count, 0));

    (void) sqlite3_reset(count);

    contentlib_writer_records(writer, contentlib_write_staged_items,
                              "INSERT INTO item VALUES (?1, ?4, ?2, ?3, ?5)",
                              contentlib_write_item);
}


static void
contentlib_write_item(contentlib_writer_t *writer, sqlite3_stmt *row,
    sqlite3_stmt *insert, ngx_str_t *json)
{
    size_t     size;
    ngx_str_t  type, numbers, text;

    static const ngx_str_t  tags = ngx_string("tags");

    contentlib_progress_show(writer->n + 1, writer->n + 1);

    numbers = contentlib_sql_column(row, 3);
    type = contentlib_sql_column(row, 4);
    text = contentlib_sql_column(row, 5);

    contentlib_collector_begin(writer->collector, writer->n);

    size = contentlib_record_size(json, writer->media_url)
           + contentlib_write_item_tags(writer, &numbers);

    /* with the names that a merge gives to the tags of the old library */

    if (size > CONTENTLIB_RECORD_LONGEST) {
        contentlib_fail("%s: the record would have %lu bytes, expected at most "
                        "%lu", sqlite3_column_text(row, 0),
                        (unsigned long) size,
                        (unsigned long) CONTENTLIB_RECORD_LONGEST);
    }

    contentlib_writer_store(writer, row, insert, json);

    contentlib_write_key(writer, CONTENTLIB_POSTING_TYPE, &type);

    if (numbers.len == 0) {
        contentlib_write_key(writer, CONTENTLIB_POSTING_WITHOUT, &tags);
    }

    contentlib_write_item_text(writer, &text);
}


/* returns the bytes of the tags, with commas between them */

static size_t
contentlib_write_item_tags(contentlib_writer_t *writer,
    const ngx_str_t *numbers)
{
    size_t         size;
    uint32_t       number;
    const u_char  *p, *last;

    size = 0;
    last = numbers->data + numbers->len;

    for (p = numbers->data; p < last; p += CONTENTLIB_TAGS_NUMBER) {

        number = contentlib_tags_number(p);

        contentlib_grams_tag(writer->collector, number,
                             contentlib_stage_sql(writer->stage),
                             writer->tag_name, writer->pool);

        writer->tags[number].items++;
        size += writer->tags[number].size + (p != numbers->data);
    }

    return size;
}


static void
contentlib_write_item_text(contentlib_writer_t *writer, const ngx_str_t *text)
{
    ngx_str_t  folded, trimmed;

    static const ngx_str_t  none = ngx_string("text");

    (void) contentlib_text_fold(text, writer->pool, &folded);

    trimmed = folded;
    contentlib_text_trim(&trimmed);

    if (trimmed.len == 0) {
        contentlib_write_key(writer, CONTENTLIB_POSTING_WITHOUT, &none);
    }

    contentlib_grams_text(writer->collector, &folded, writer->pool);

    contentlib_sql_bind_integer(writer->sql, writer->insert_text, 1,
                                (int64_t) writer->n);
    contentlib_sql_bind_text(writer->sql, writer->insert_text, 2, &folded);

    contentlib_sql_execute(writer->sql, writer->insert_text);
}


/* the position that was begun has the key */

static void
contentlib_write_key(contentlib_writer_t *writer, contentlib_posting_e kind,
    const ngx_str_t *key)
{
    contentlib_collector_push(writer->collector,
                              contentlib_collector_key(writer->collector, kind,
                                                       key, NULL));
}


void
contentlib_write_tags(contentlib_writer_t *writer)
{
    contentlib_sql_run(writer->sql, contentlib_write_tag_rows);

    contentlib_writer_records(writer, contentlib_write_staged_tags,
                              "INSERT INTO temp.tag_row"
                              " VALUES (?4, ?5, ?6, ?8, ?7, fold(?7),"
                              " terms(?7), ?2, ?3)",
                              contentlib_write_tag);

    contentlib_sql_run(writer->sql, contentlib_write_tag_orders);
}


static void
contentlib_write_tag(contentlib_writer_t *writer, sqlite3_stmt *row,
    sqlite3_stmt *insert, ngx_str_t *json)
{
    ngx_str_t  slug, name;

    slug = contentlib_sql_column(row, 4);
    name = contentlib_sql_column(row, 5);

    contentlib_record_tag(&slug, &name, writer->pool, json);

    contentlib_sql_bind_integer(writer->sql, insert, 8,
                          writer->tags[sqlite3_column_int64(row, 2)].items);
    contentlib_writer_store(writer, row, insert, json);
}


void
contentlib_write_collections(contentlib_writer_t *writer)
{
    contentlib_writer_records(writer, contentlib_write_staged_collections,
                              "INSERT INTO collection VALUES (?1, ?4,"
                              " (SELECT position FROM item WHERE id = ?5), ?6,"
                              " CASE WHEN ?7 THEN fold(?6) END,"
                              " CASE WHEN ?7 THEN terms(?6) END, ?2, ?3)",
                              contentlib_writer_store);
}


void
contentlib_write_members(contentlib_writer_t *writer)
{
    sqlite3_stmt      *member, *find;
    contentlib_sql_t  *stage;

    stage = contentlib_stage_sql(writer->stage);

    /* positions ascend with the identifiers of items */

    member = contentlib_sql_prepare(stage, "SELECT id, collection FROM member"
                                           " ORDER BY id");
    find = contentlib_sql_prepare(writer->sql, "SELECT position FROM item"
                                               " WHERE id = ?1");

    while (contentlib_sql_step(stage, member) == NGX_OK) {
        contentlib_write_member(writer, member, find);
    }
}


static void
contentlib_write_member(contentlib_writer_t *writer, sqlite3_stmt *member,
    sqlite3_stmt *find)
{
    int64_t    collection;
    ngx_str_t  key;

    contentlib_sql_bind_integer(writer->sql, find, 1,
                                sqlite3_column_int64(member, 0));

    if (contentlib_sql_step(writer->sql, find) != NGX_OK) {
        contentlib_stage_damaged();
    }

    collection = sqlite3_column_int64(member, 1);

    key.data = (u_char *) &collection;
    key.len = sizeof(collection);

    contentlib_collector_begin(writer->collector,
                               (uint64_t) sqlite3_column_int64(find, 0));
    contentlib_write_key(writer, CONTENTLIB_POSTING_COLLECTION, &key);

    (void) sqlite3_reset(find);
}
