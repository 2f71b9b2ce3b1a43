
/*
 * Copyright (C) contentlib authors
 *
 * Exports the records, imports them into a temporary database, and compares
 * each table of the library with that of the database, row by row.
 */


#include <tool/check/contentlib_check.h>

#include <tool/import/contentlib_loader.h>
#include <tool/write/contentlib_write.h>


#define CONTENTLIB_CHECK_TEXT  256          /* of a statement */


static void contentlib_check_tables(contentlib_check_t *check,
    contentlib_loader_t *loader);
static void contentlib_check_table(contentlib_check_t *check,
    contentlib_sql_t *imported, const char *table);
static ngx_int_t contentlib_check_row(sqlite3_stmt *row,
    sqlite3_stmt *expected);
static ngx_int_t contentlib_check_value(sqlite3_stmt *row,
    sqlite3_stmt *expected, int column);
static void contentlib_check_differs(contentlib_check_t *check,
    const char *table, sqlite3_stmt *row);
static void contentlib_check_indexes(contentlib_check_t *check);


/* SQLite has compared the indexes with the texts that they are made of */

static const char  contentlib_check_names[] =
    "SELECT name FROM sqlite_schema WHERE type = 'table'"
    " AND name NOT GLOB '*_search*' ORDER BY rowid";


/* an import has another time, and the digest is checked in the end */

static const char  contentlib_check_meta[] =
    "id, format, media_url, items, tags, collections, longest_alt_text,"
    " longest_tag_name";


/* SQLite verifies the content of an index, but not that a term leads to it */

static const char  contentlib_check_terms[] =
    "CREATE VIRTUAL TABLE temp.%1$s_terms USING fts5vocab (main, %1$s, row)";

static const char  contentlib_check_lost[] =
    "SELECT term FROM %1$s_terms WHERE doc <> (SELECT count(*) FROM %1$s"
    " WHERE %1$s MATCH '\"' || replace(term, '\"', '\"\"') || '\"')";


ngx_int_t
contentlib_check_content(contentlib_check_t *check)
{
    contentlib_loader_t  loader;

    ngx_memzero(&loader, sizeof(contentlib_loader_t));

    loader.media_url = &check->db->meta.media_url;
    loader.errors.most = 1;
    loader.stage = contentlib_stage_open();

    contentlib_partner_init(&loader.partner, "partner");

    contentlib_loader_library(&loader, check->db, check->name);
    contentlib_stage_check(loader.stage, &loader.errors);

    check->errors.n += loader.errors.n;

    if (loader.errors.n == 0) {
        contentlib_check_tables(check, &loader);
        contentlib_check_indexes(check);
    }

    contentlib_stage_close(loader.stage);

    return loader.errors.n ? NGX_ERROR : NGX_OK;
}


static void
contentlib_check_tables(contentlib_check_t *check, contentlib_loader_t *loader)
{
    sqlite3_stmt      *names;
    contentlib_sql_t   imported;

    contentlib_sql_open(&imported, "", "temporary file");
    contentlib_write_library(&imported, loader->stage, loader->media_url);

    names = contentlib_sql_prepare(&imported, contentlib_check_names);

    while (contentlib_sql_step(&imported, names) == NGX_OK) {
        contentlib_check_table(check, &imported,
                               (char *) sqlite3_column_text(names, 0));
    }

    contentlib_sql_close(&imported);
}


/* reports the first row that differs: there may be many */

static void
contentlib_check_table(contentlib_check_t *check, contentlib_sql_t *imported,
    const char *table)
{
    char           text[CONTENTLIB_CHECK_TEXT];
    ngx_int_t      rc, expected_rc, order;
    sqlite3_stmt  *row, *expected;

    /* the key is the first column, or the first two */

    (void) snprintf(text, sizeof(text), "SELECT %s FROM main.%s ORDER BY 1, 2",
                    ngx_strcmp(table, "meta") == 0 ? contentlib_check_meta
                                                   : "*",
                    table);

    row = contentlib_sql_prepare(&check->sql, text);
    expected = contentlib_sql_prepare(imported, text);

    do {
        rc = contentlib_sql_step(&check->sql, row);
        expected_rc = contentlib_sql_step(imported, expected);

        order = (rc == NGX_OK && expected_rc == NGX_OK)
                ? contentlib_check_row(row, expected)
                : (rc == NGX_DONE) - (expected_rc == NGX_DONE);

    } while (rc == NGX_OK && order == 0);

    if (order != 0) {
        contentlib_check_differs(check, table, order < 0 ? row : expected);
    }

    (void) sqlite3_reset(row);
    (void) sqlite3_reset(expected);
}


/* 0 if all columns are equal; the order of two keys tells which row lacks */

static ngx_int_t
contentlib_check_row(sqlite3_stmt *row, sqlite3_stmt *expected)
{
    int        i;
    ngx_int_t  order;

    for (i = 0; i < sqlite3_column_count(row); i++) {

        order = contentlib_check_value(row, expected, i);

        if (order != 0) {
            return order;
        }
    }

    return 0;
}


static ngx_int_t
contentlib_check_value(sqlite3_stmt *row, sqlite3_stmt *expected, int column)
{
    int64_t    one, other;
    ngx_int_t  order;
    ngx_str_t  bytes, expected_bytes;

    if (sqlite3_column_type(row, column)
        != sqlite3_column_type(expected, column))
    {
        return 1;
    }

    if (sqlite3_column_type(row, column) == SQLITE_INTEGER) {
        one = sqlite3_column_int64(row, column);
        other = sqlite3_column_int64(expected, column);

        return (one > other) - (one < other);
    }

    bytes = contentlib_sql_column(row, column);
    expected_bytes = contentlib_sql_column(expected, column);

    order = ngx_memcmp(bytes.data, expected_bytes.data,
                       ngx_min(bytes.len, expected_bytes.len));

    return order ? order
                 : (bytes.len > expected_bytes.len)
                   - (bytes.len < expected_bytes.len);
}


static void
contentlib_check_differs(contentlib_check_t *check, const char *table,
    sqlite3_stmt *row)
{
    char         quoted[CONTENTLIB_QUOTE_SIZE], block[NGX_INT64_LEN + 16];
    ngx_str_t    key;
    const char  *quote;

    quote = (sqlite3_column_type(row, 0) == SQLITE_TEXT) ? "\"" : "";
    key = contentlib_sql_column(row, 0);
    block[0] = '\0';

    if (ngx_strcmp(sqlite3_column_name(row, 1), "block") == 0) {
        (void) snprintf(block, sizeof(block), ", block %lld",
                        (long long) sqlite3_column_int64(row, 1));
    }

    (void) contentlib_errors_add(&check->errors, "%s: \"%s\" is not what "
                                 "\"import\" writes at %s%s%s%s", check->name,
                                 table, quote,
                                 contentlib_message_quote(quoted, key.data,
                                                          key.len),
                                 quote, block);
}


static void
contentlib_check_indexes(contentlib_check_t *check)
{
    char               text[CONTENTLIB_CHECK_TEXT];
    char               quoted[CONTENTLIB_QUOTE_SIZE];
    ngx_str_t          term;
    ngx_uint_t         i;
    sqlite3_stmt      *lost;
    contentlib_sql_t  *sql;

    static const char *const  indexes[] = {
        "word_search", "tag_search", "suggestion_search"
    };

    sql = &check->sql;

    for (i = 0; i < sizeof(indexes) / sizeof(indexes[0]); i++) {

        (void) snprintf(text, sizeof(text), contentlib_check_terms,
                        indexes[i]);
        contentlib_sql_run(sql, text);

        (void) snprintf(text, sizeof(text), contentlib_check_lost, indexes[i]);
        lost = contentlib_sql_prepare(sql, text);

        if (contentlib_sql_step(sql, lost) == NGX_OK) {
            term = contentlib_sql_column(lost, 0);

            (void) contentlib_errors_add(&check->errors, "%s: the index "
                                         "\"%s\" does not find \"%s\"",
                                         check->name, indexes[i],
                                         contentlib_message_quote(quoted,
                                                                  term.data,
                                                                  term.len));
            (void) sqlite3_reset(lost);
        }
    }
}
