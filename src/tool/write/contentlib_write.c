
/*
 * Copyright (C) contentlib authors
 *
 * Writes a library file: the tables in their order, then the row of "meta".
 * The digest is added when the file has been verified.
 */


#include <tool/write/contentlib_writer.h>

#include <tool/write/contentlib_grams.h>

#include <library/contentlib_file.h>
#include <library/contentlib_vfs.h>
#include <tool/contentlib_progress.h>

#include <contentlib_schema.h>


#define CONTENTLIB_WRITE_POOL  16384
#define CONTENTLIB_WRITE_TEXT  256          /* of a statement */


static void contentlib_write_tables(contentlib_writer_t *writer);
static void contentlib_write_open(contentlib_writer_t *writer);
static void contentlib_write_close(contentlib_writer_t *writer);


/* a file that is not whole is thrown away, so it need not be safe */

static const char  contentlib_write_begin[] =
    "PRAGMA temp.page_size = 16384;"
    "PRAGMA temp.journal_mode = OFF;"
    "PRAGMA temp.cache_size = -4096;"
    "PRAGMA journal_mode = OFF;"
    "PRAGMA synchronous = OFF;"
    "PRAGMA locking_mode = EXCLUSIVE;"
    "PRAGMA cache_size = -8192;"
    "PRAGMA page_size = " ngx_value(CONTENTLIB_VFS_PAGE) ";"
    "BEGIN;"
    CONTENTLIB_SCHEMA;


/* the keys of tags are their positions in the order of the number of items */

static const char  contentlib_write_tag_postings[] =
    "INSERT INTO posting SELECT 1, o.by_items, p.block,"
    " block_join(p.positions) FROM temp.posting_1 AS p"
    " CROSS JOIN temp.tag_order AS o ON o.number = p.key"
    " GROUP BY o.by_items, p.block ORDER BY o.by_items, p.block;"

    "DROP TABLE temp.posting_1;"
    "DROP TABLE temp.tag_order";


/*
 * SQLite sorts and numbers the words: words that begin alike are on few pages,
 * and many of those that a search compares begin alike.
 */

static const char  contentlib_write_word_postings[] =
    "CREATE TABLE temp.word_block (key, block, positions,"
    " PRIMARY KEY (key, block)) WITHOUT ROWID;"

    "INSERT INTO temp.word_block SELECT key, block, block_join(positions)"
    " FROM temp.posting_4 GROUP BY key, block ORDER BY key, block;"

    "DROP TABLE temp.posting_4;"

    "INSERT INTO word SELECT row_number() OVER (ORDER BY key) - 1, key"
    " FROM temp.word_block GROUP BY key ORDER BY key;"

    "INSERT INTO posting SELECT 4, w.position, b.block, b.positions"
    " FROM word AS w CROSS JOIN temp.word_block AS b ON b.key = w.folded"
    " ORDER BY w.position, b.block;"

    "DROP TABLE temp.word_block";


/*
 * The digest is that of the file as it is read, so it comes last.  A library
 * with too many records has no row.
 */

#define contentlib_write_longest(texts)                                       \
    "(SELECT coalesce(max(length(CAST(folded AS BLOB))), 0) FROM " texts ")"

static const char  contentlib_write_meta_row[] =
    "INSERT INTO meta SELECT 0, " ngx_value(CONTENTLIB_USER_VERSION) ","
    " lower(hex(zeroblob(32))), ?1, ?2, items, tags, collections, "
    contentlib_write_longest("item_text") ", "
    contentlib_write_longest("tag")
    " FROM (SELECT (SELECT count(*) FROM item) AS items,"
    " (SELECT count(*) FROM tag) AS tags,"
    " (SELECT count(*) FROM collection) AS collections)"
    " WHERE max(items, tags, collections) <= "
    ngx_value(CONTENTLIB_DB_RECORDS)
    " AND (SELECT count(*) FROM word) <= " ngx_value(CONTENTLIB_DB_WORDS);


void
contentlib_write(contentlib_write_t *write, contentlib_stage_t *stage)
{
    char              text[CONTENTLIB_WRITE_TEXT];
    contentlib_db_t  *db;
    contentlib_sql_t  sql;

    contentlib_sql_open(&sql, write->path, write->name);
    contentlib_write_library(&sql, stage, &write->media_url);
    contentlib_sql_close(&sql);

    db = contentlib_export_open(write->path);

    write->items = db->meta.items;
    write->tags = db->meta.tags;
    write->collections = db->meta.collections;

    contentlib_progress_begin("verifying", write->items);
    contentlib_digest(db, write->name, write->digest);
    contentlib_db_close(db);

    contentlib_sql_open(&sql, write->path, write->name);
    contentlib_write_verify(&sql);

    (void) snprintf(text, sizeof(text), "PRAGMA journal_mode = OFF;"
                    "PRAGMA synchronous = OFF;"
                    "UPDATE meta SET digest = '%.*s'", CONTENTLIB_DIGEST_LEN,
                    (const char *) write->digest);

    contentlib_sql_run(&sql, text);
    contentlib_sql_close(&sql);
}


void
contentlib_write_verify(contentlib_sql_t *sql)
{
    char           quoted[CONTENTLIB_QUOTE_SIZE];
    ngx_str_t      text;
    sqlite3_stmt  *check;

    contentlib_sql_run(sql, "PRAGMA cell_size_check = 1");

    check = contentlib_sql_prepare(sql, "PRAGMA integrity_check(1)");

    (void) contentlib_sql_step(sql, check);
    text = contentlib_sql_column(check, 0);

    if (text.len != 2 || ngx_memcmp(text.data, "ok", 2) != 0) {
        contentlib_fail("contentlib: %s: %s", sql->name,
                        contentlib_message_quote(quoted, text.data, text.len));
    }

    (void) sqlite3_reset(check);
}


void
contentlib_write_library(contentlib_sql_t *sql, contentlib_stage_t *stage,
    const ngx_str_t *media_url)
{
    int                   code, reserved;
    sqlite3_stmt         *meta;
    contentlib_writer_t   writer;

    writer.sql = sql;
    writer.stage = stage;
    writer.media_url = media_url->len;

    /* room for the checksums is asked for before there is a page */

    reserved = CONTENTLIB_VFS_RESERVED;

    code = sqlite3_file_control(sql->handle, "main",
                                SQLITE_FCNTL_RESERVE_BYTES, &reserved);

    contentlib_sql_result(sql, code);
    contentlib_sql_fold(sql);
    contentlib_sql_run(sql, contentlib_write_begin);

    contentlib_write_open(&writer);
    contentlib_write_tables(&writer);

    meta = contentlib_sql_prepare(sql, contentlib_write_meta_row);

    contentlib_sql_bind_integer(sql, meta, 1, time(NULL));
    contentlib_sql_bind_text(sql, meta, 2, media_url);

    contentlib_sql_execute(sql, meta);

    if (sqlite3_changes(sql->handle) == 0) {
        contentlib_fail("contentlib: the input has more than %d items, tags or "
                        "collections, or more than %d different words",
                        CONTENTLIB_DB_RECORDS, CONTENTLIB_DB_WORDS);
    }

    contentlib_sql_run(sql, "COMMIT");
    contentlib_write_close(&writer);
}


static void
contentlib_write_tables(contentlib_writer_t *writer)
{
    contentlib_collector_t  *collector;

    collector = writer->collector;

    contentlib_write_tag_sizes(writer);
    contentlib_write_items(writer);
    contentlib_write_tags(writer);
    contentlib_write_collections(writer);
    contentlib_write_members(writer);

    contentlib_collector_restart(collector);

    contentlib_sql_run(writer->sql, contentlib_write_tag_postings);
    contentlib_collector_write(collector, CONTENTLIB_POSTING_COLLECTION);
    contentlib_collector_write(collector, CONTENTLIB_POSTING_TYPE);
    contentlib_sql_run(writer->sql, contentlib_write_word_postings);

    contentlib_grams_words(collector, writer->sql);
    contentlib_collector_write(collector, CONTENTLIB_POSTING_WORD_PART);

    contentlib_grams_frequent(collector, writer->sql);
    contentlib_collector_write(collector, CONTENTLIB_POSTING_TEXT_PART);

    contentlib_grams_names(collector, writer->sql,
                           CONTENTLIB_POSTING_NAME_PART);
    contentlib_collector_write(collector, CONTENTLIB_POSTING_NAME_PART);

    contentlib_collector_write(collector, CONTENTLIB_POSTING_TAG_PART);
    contentlib_collector_write(collector, CONTENTLIB_POSTING_BEGINNING);
    contentlib_collector_write(collector, CONTENTLIB_POSTING_TERM);
    contentlib_collector_write(collector, CONTENTLIB_POSTING_TERMS);

    contentlib_grams_names(collector, writer->sql,
                           CONTENTLIB_POSTING_NAME_TERMS);
    contentlib_collector_write(collector, CONTENTLIB_POSTING_NAME_TERMS);
    contentlib_collector_write(collector, CONTENTLIB_POSTING_FIRST_TERM);
    contentlib_collector_write(collector, CONTENTLIB_POSTING_WITHOUT);
}


static void
contentlib_write_open(contentlib_writer_t *writer)
{
    writer->collector = contentlib_collector_open(writer->sql);
    writer->pool = ngx_create_pool(CONTENTLIB_WRITE_POOL, NULL);
    writer->tags = ngx_calloc((size_t) contentlib_stage_tags(writer->stage)
                              * sizeof(contentlib_writer_tag_t) + 1, NULL);

    writer->tag_name = contentlib_sql_prepare(
                                        contentlib_stage_sql(writer->stage),
                                        "SELECT fold(name) FROM tag"
                                        " WHERE number = ?1");
    writer->insert_text = contentlib_sql_prepare(writer->sql,
                                                 "INSERT INTO item_text"
                                                 " VALUES (?1, ?2)");
}


static void
contentlib_write_close(contentlib_writer_t *writer)
{
    contentlib_collector_close(writer->collector);

    free(writer->tags);
    ngx_destroy_pool(writer->pool);
}
