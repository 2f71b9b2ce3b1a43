
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


/* what the tags are made into */

static const char  contentlib_write_search[] =
    "INSERT INTO tag_order SELECT t.position,"
    " row_number() OVER (ORDER BY x.folded, t.slug) - 1,"
    " row_number() OVER (ORDER BY t.items DESC, t.position) - 1"
    " FROM tag AS t JOIN tag_text AS x ON x.position = t.position"
    " ORDER BY t.position;"

    "INSERT INTO suggestion SELECT"
    " row_number() OVER (ORDER BY t.items DESC, t.position) - 1,"
    " json_extract(t.record, '$.name'), x.folded"
    " FROM tag AS t JOIN tag_text AS x ON x.position = t.position"
    " ORDER BY t.items DESC, t.position;"

    "INSERT INTO tag_search (tag_search) VALUES ('rebuild');"
    "INSERT INTO tag_search (tag_search) VALUES ('optimize');"
    "INSERT INTO suggestion_search (suggestion_search) VALUES ('rebuild');"
    "INSERT INTO suggestion_search (suggestion_search) VALUES ('optimize');";


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
    contentlib_write_longest("tag_text")
    " FROM (SELECT (SELECT count(*) FROM item) AS items,"
    " (SELECT count(*) FROM tag) AS tags,"
    " (SELECT count(*) FROM collection) AS collections)"
    " WHERE max(items, tags, collections) <= "
    ngx_value(CONTENTLIB_DB_RECORDS);


void
contentlib_write(contentlib_write_t *write, contentlib_stage_t *stage)
{
    char              text[CONTENTLIB_WRITE_TEXT];
    contentlib_db_t  *db;
    contentlib_sql_t  sql;

    contentlib_sql_open(&sql, write->path, write->name);
    contentlib_write_library(&sql, stage, &write->media_url);
    contentlib_sql_close(&sql);

    /* the digest is computed while another process looks at the indexes */

    contentlib_verify_begin(write->path, write->name);

    db = contentlib_export_open(write->path);

    write->items = db->meta.items;
    write->tags = db->meta.tags;
    write->collections = db->meta.collections;

    contentlib_progress_begin("verifying", write->items);
    contentlib_digest(db, write->name, write->digest);
    contentlib_db_close(db);

    contentlib_verify_end(write->name);

    contentlib_sql_open(&sql, write->path, write->name);

    (void) snprintf(text, sizeof(text), "PRAGMA journal_mode = OFF;"
                    "PRAGMA synchronous = OFF;"
                    "UPDATE meta SET digest = '%.*s'", CONTENTLIB_DIGEST_LEN,
                    (const char *) write->digest);

    contentlib_sql_run(&sql, text);
    contentlib_sql_close(&sql);
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

    /* room for the checksums is asked for before there is a page */

    reserved = CONTENTLIB_VFS_RESERVED;

    code = sqlite3_file_control(sql->handle, "main",
                                SQLITE_FCNTL_RESERVE_BYTES, &reserved);

    contentlib_sql_result(sql, code);
    contentlib_blocks_functions(sql);
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
                        "collections", CONTENTLIB_DB_RECORDS);
    }

    contentlib_sql_run(sql, "COMMIT");
    contentlib_write_close(&writer);
}


static void
contentlib_write_tables(contentlib_writer_t *writer)
{
    contentlib_write_items(writer);
    contentlib_write_tags(writer);
    contentlib_write_collections(writer);
    contentlib_write_members(writer);

    contentlib_collector_write(writer->tags);
    contentlib_collector_write(writer->tag_grams);
    contentlib_collector_write(writer->types);

    contentlib_write_searches(writer);
    contentlib_sql_run(writer->sql, contentlib_write_search);

    contentlib_grams_names(writer->sql, "tag_text",
                           CONTENTLIB_COLLECTOR_TAG_NAMES);
    contentlib_grams_names(writer->sql, "suggestion",
                           CONTENTLIB_COLLECTOR_SUGGESTIONS);
}


static void
contentlib_write_open(contentlib_writer_t *writer)
{
    contentlib_sql_t  *sql;

    sql = writer->sql;

    writer->tags = contentlib_collector_open(sql, CONTENTLIB_COLLECTOR_TAGS);
    writer->types = contentlib_collector_open(sql, CONTENTLIB_COLLECTOR_TYPES);
    writer->members = contentlib_collector_open(sql,
                                              CONTENTLIB_COLLECTOR_COLLECTIONS);
    writer->grams = contentlib_collector_open(sql, CONTENTLIB_COLLECTOR_GRAMS);
    writer->tag_grams = contentlib_collector_open(sql,
                                                CONTENTLIB_COLLECTOR_TAG_GRAMS);
    writer->words = contentlib_collector_open(sql, CONTENTLIB_COLLECTOR_WORDS);
    writer->beginnings = contentlib_collector_open(sql,
                                              CONTENTLIB_COLLECTOR_BEGINNINGS);

    writer->pool = ngx_create_pool(CONTENTLIB_WRITE_POOL, NULL);
    writer->tag_keys = ngx_calloc((size_t) contentlib_stage_tags(writer->stage)
                                  * sizeof(void *) + 1, NULL);
    writer->counts = ngx_calloc((size_t) contentlib_stage_tags(writer->stage)
                                * sizeof(uint32_t) + 1, NULL);

    contentlib_rendered_tags_open(&writer->rendered, writer->stage);
}


static void
contentlib_write_close(contentlib_writer_t *writer)
{
    contentlib_collector_close(writer->beginnings);
    contentlib_collector_close(writer->words);
    contentlib_collector_close(writer->tag_grams);
    contentlib_collector_close(writer->grams);
    contentlib_collector_close(writer->members);
    contentlib_collector_close(writer->types);
    contentlib_collector_close(writer->tags);

    contentlib_rendered_tags_close(&writer->rendered);

    free(writer->tag_keys);
    free(writer->counts);

    ngx_destroy_pool(writer->pool);
}
