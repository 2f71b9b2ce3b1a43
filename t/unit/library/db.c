
/*
 * Copyright (C) contentlib authors
 *
 * Statements: values, errors that stay, and nothing left open.
 */


#include <unit_library.h>


static void
test_meta(contentlib_db_t *db)
{
    const contentlib_meta_t  *meta;

    meta = contentlib_db_meta(db);

    is_string(&meta->digest, UNIT_DIGEST, "digest");
    is_number(meta->built, 1700000001, "built");
    is_string(&meta->media_url, "https://media.example/", "media URL");
    is_number(meta->items, 3, "items");
    is_number(meta->tags, 4, "tags");
    is_number(meta->collections, 3, "collections");
    is_number(meta->longest_alt_text, 16, "longest text");
    is_number(meta->longest_tag_name, 9, "longest name of a tag");
}


static void
test_find(contentlib_db_t *db)
{
    uint64_t   found;
    ngx_str_t  slug;

    found = 99;
    slug = unit_text("party");
    is_number(contentlib_db_find_text(db, CONTENTLIB_SQL_TAG_POSITION, &slug,
                                      &found), NGX_OK, "find a slug");
    is_number(found, 2, "a slug is found");

    slug = unit_text("Party");
    is_number(contentlib_db_find_text(db, CONTENTLIB_SQL_TAG_POSITION, &slug,
                                      &found), NGX_DECLINED,
              "find a slug in capitals");

    slug = unit_bytes("party\0", 6);
    is_number(contentlib_db_find_text(db, CONTENTLIB_SQL_TAG_POSITION, &slug,
                                      &found), NGX_DECLINED,
              "find a slug with NUL");

    slug = unit_text("");
    is_number(contentlib_db_find_text(db, CONTENTLIB_SQL_TAG_POSITION, &slug,
                                      &found), NGX_DECLINED,
              "find nothing");

    slug = unit_text("\xff\xfe");
    is_number(contentlib_db_find_text(db, CONTENTLIB_SQL_TAG_POSITION, &slug,
                                      &found), NGX_DECLINED,
              "find what is not UTF-8");

    is_number(unit_busy(db), 0, "no statement is busy");
}


static void
test_columns(contentlib_db_t *db)
{
    ngx_str_t               text;
    contentlib_statement_e  sql;

    sql = CONTENTLIB_SQL_TAGS;

    contentlib_db_bind_integer(db, sql, 1, 1);
    contentlib_db_bind_integer(db, sql, 2, 1);
    is_number(contentlib_db_step(db, sql), NGX_OK, "a row");
    is_number(contentlib_db_integer(db, sql, 0), 1, "a number");

    text = contentlib_db_text_bytes(db, sql, 1);
    is_string(&text, "{\"slug\":\"cat\",\"url\":\"tags/cat/\",\"name\":\"cat\"}",
              "the bytes of a text");

    is_number(contentlib_db_step(db, sql), NGX_DONE, "no other row");
    is_number(contentlib_db_reset(db, sql), NGX_OK, "reset");

    /* what was bound is forgotten */

    is_number(contentlib_db_step(db, sql), NGX_DONE, "NULL is bound");
    is_number(contentlib_db_reset(db, sql), NGX_OK, "reset again");

    sql = CONTENTLIB_SQL_DISPLAYED;
    is_number(contentlib_db_step(db, sql), NGX_OK, "a row with a name");
    text = contentlib_db_text(db, sql, 0, unit_pool());
    is_number(contentlib_db_reset(db, sql), NGX_OK, "reset of the name");
    is_string(&text, "New Year", "a text in the pool");

    sql = CONTENTLIB_SQL_TAG_ITEMS;
    contentlib_db_bind_integer(db, sql, 1, 1);
    is_number(contentlib_db_step(db, sql), NGX_OK, "a row with a blob");
    text = contentlib_db_blob(db, sql, 1);
    ok(text.len == 4 && memcmp(text.data, "\1\0\2\0", 4) == 0, "the blob");
    is_number(contentlib_db_reset(db, sql), NGX_OK, "reset the third");

    is_number(unit_busy(db), 0, "no statement is busy");
}


static void
sticky(contentlib_db_t *db, contentlib_db_failure_e failure,
    const char *name)
{
    uint64_t                found;
    ngx_str_t               slug;
    contentlib_statement_e  sql;

    sql = CONTENTLIB_SQL_TAG_ITEMS;
    slug = unit_text("cat");

    is_number(contentlib_db_error(db)->failure, failure, "%s: the failure",
              name);
    ok(contentlib_db_error(db)->text[0] != '\0', "%s: a reason", name);

    contentlib_db_bind_integer(db, sql, 1, 1);
    is_number(contentlib_db_step(db, sql), NGX_ERROR, "%s: it stays", name);
    is_number(contentlib_db_reset(db, sql), NGX_ERROR, "%s: and stays", name);
    is_number(contentlib_db_find_text(db, CONTENTLIB_SQL_TAG_POSITION,
                                      &slug, &found), NGX_ERROR,
              "%s: for all statements", name);
    is_number(contentlib_db_error(db)->failure, failure,
              "%s: the first one counts", name);

    contentlib_db_clear_error(db);
    is_number(contentlib_db_error(db)->failure, CONTENTLIB_DB_NO_ERROR,
              "%s: cleared", name);
    is_number(contentlib_db_find_text(db, CONTENTLIB_SQL_TAG_POSITION,
                                      &slug, &found), NGX_OK,
              "%s: as if nothing had been", name);
    is_number(unit_busy(db), 0, "%s: no statement is busy", name);
}


static void
begin_row(contentlib_db_t *db)
{
    contentlib_db_bind_integer(db, CONTENTLIB_SQL_TAGS, 1, 1);
    contentlib_db_bind_integer(db, CONTENTLIB_SQL_TAGS, 2, 1);
    (void) contentlib_db_step(db, CONTENTLIB_SQL_TAGS);
}


static void
test_errors(contentlib_db_t *db)
{
    ngx_str_t               text;
    contentlib_statement_e  sql;

    is_number(contentlib_db_no_memory(db), NGX_ERROR, "no memory");
    sticky(db, CONTENTLIB_DB_NO_MEMORY, "no memory");

    is_number(contentlib_db_corrupt(db, "why"), NGX_ERROR, "corrupt");
    text = unit_text(contentlib_db_error(db)->text);
    is_string(&text, "why", "corrupt: why");
    (void) contentlib_db_corrupt(db, "another");
    (void) contentlib_db_no_memory(db);
    text = unit_text(contentlib_db_error(db)->text);
    is_string(&text, "why", "corrupt: still why");
    sticky(db, CONTENTLIB_DB_UNREADABLE, "corrupt");

    sql = CONTENTLIB_SQL_TAGS;
    contentlib_db_bind_integer(db, sql, 9, 1);
    sticky(db, CONTENTLIB_DB_BUG, "a value too many");

    begin_row(db);
    is_number(contentlib_db_integer(db, sql, 1), 0, "a text as a number");
    (void) contentlib_db_reset(db, sql);
    sticky(db, CONTENTLIB_DB_UNREADABLE, "a text as a number");

    begin_row(db);
    text = contentlib_db_text(db, sql, 0, unit_pool());
    is_number(text.len, 0, "a number as a text");
    (void) contentlib_db_reset(db, sql);
    sticky(db, CONTENTLIB_DB_UNREADABLE, "a number as a text");

    begin_row(db);
    text = contentlib_db_text_bytes(db, sql, 2);
    is_number(text.len, 0, "a blob as a text");
    (void) contentlib_db_reset(db, sql);
    sticky(db, CONTENTLIB_DB_UNREADABLE, "a blob as a text");

    begin_row(db);
    text = contentlib_db_blob(db, sql, 1);
    is_number(text.len, 0, "a text as a blob");
    (void) contentlib_db_reset(db, sql);
    sticky(db, CONTENTLIB_DB_UNREADABLE, "a text as a blob");
}


/* nothing can be written, whatever is asked */

static void
test_read_only(contentlib_db_t *db)
{
    size_t  i;

    static const char *const  writes[] = {
        "DELETE FROM item", "DELETE FROM tag_text",
        "CREATE TABLE t (a)", "CREATE TEMP TABLE t (a)", "DROP TABLE item",
        "PRAGMA user_version = 9", "VACUUM", "REINDEX", "ANALYZE",
        "INSERT INTO word_search (word_search) VALUES ('rebuild')"
    };

    for (i = 0; i < sizeof(writes) / sizeof(writes[0]); i++) {
        ok(sqlite3_exec(db->handle, writes[i], NULL, NULL, NULL)
           != SQLITE_OK, "%s", writes[i]);
    }

    for (i = 0; i < CONTENTLIB_SQL_MAX; i++) {
        hold(db->statements[i] != NULL
             && sqlite3_stmt_readonly(db->statements[i]), "%s",
             contentlib_statements[i]);
    }

    held("every statement only reads");
}


int
main(void)
{
    contentlib_db_t  *db;

    unit_library(unit_path("library"), "");
    db = unit_opened(unit_path("library"));

    test_meta(db);
    test_find(db);
    test_columns(db);
    test_errors(db);
    test_read_only(db);

    contentlib_db_close(db);

    return unit_done();
}
