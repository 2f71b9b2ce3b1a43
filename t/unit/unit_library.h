
/*
 * Copyright (C) contentlib authors
 *
 * Unit programs: library files, made of SQL.
 *
 * The files are in a directory of the program, which goes with it.
 */


#ifndef _UNIT_LIBRARY_H_INCLUDED_
#define _UNIT_LIBRARY_H_INCLUDED_


#include <unit.h>
#include <library/contentlib_db_private.h>
#include <library/contentlib_set.h>

#include <contentlib_schema.h>

#include <dirent.h>


#define UNIT_DIGEST                                                           \
    "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"


static char  unit_directory[256];


__attribute__((noreturn)) static inline void
unit_bail_out(const char *what, const char *why)
{
    printf("Bail out! %s: %s\n", what, why);
    exit(2);
}


static inline void
unit_remove(void)
{
    char            name[512];
    DIR            *dir;
    struct dirent  *entry;

    dir = opendir(unit_directory);

    while (dir != NULL && (entry = readdir(dir)) != NULL) {
        (void) snprintf(name, sizeof(name), "%s/%.200s", unit_directory,
                        entry->d_name);
        (void) unlink(name);
        (void) rmdir(name);
    }

    if (dir != NULL) {
        (void) closedir(dir);
        (void) rmdir(unit_directory);
    }
}


/* the path of a file of the program */

static inline const char *
unit_path(const char *name)
{
    const char  *tmp;

    static char  path[512];

    if (unit_directory[0] == '\0') {
        tmp = getenv("TMPDIR");

        (void) snprintf(unit_directory, sizeof(unit_directory),
                        "%.200s/contentlib-unit-XXXXXX", tmp ? tmp : "/tmp");

        if (mkdtemp(unit_directory) == NULL) {
            unit_bail_out(unit_directory, strerror(errno));
        }

        (void) atexit(unit_remove);
    }

    (void) snprintf(path, sizeof(path), "%s/%.200s", unit_directory, name);

    return path;
}


static inline void
unit_sql(sqlite3 *handle, const char *sql)
{
    if (sqlite3_exec(handle, sql, NULL, NULL, NULL) != SQLITE_OK) {
        unit_bail_out(sql, sqlite3_errmsg(handle));
    }
}


/* an empty file of a given schema; "before" is run first */

static inline sqlite3 *
unit_library_begin(const char *path, const char *before, const char *schema)
{
    sqlite3  *handle;

    (void) unlink(path);

    if (sqlite3_open(path, &handle) != SQLITE_OK) {
        unit_bail_out(path, "cannot be created");
    }

    unit_sql(handle, before);
    unit_sql(handle, "PRAGMA synchronous = 0");
    unit_sql(handle, schema);

    return handle;
}


static inline void
unit_library_end(sqlite3 *handle)
{
    if (sqlite3_close(handle) != SQLITE_OK) {
        unit_bail_out("closing", sqlite3_errmsg(handle));
    }
}


/*
 * "item_gram" of "item_text", made in another way than by the program: SQL and
 * an aggregate that makes a block of the positions of a group.
 */

static inline void
unit_block_step(sqlite3_context *context, int n, sqlite3_value **values)
{
    u_char   *bitmap;
    int64_t   position;

    (void) n;

    bitmap = sqlite3_aggregate_context(context, CONTENTLIB_SET_BITMAP);
    position = sqlite3_value_int64(values[0]) % CONTENTLIB_SET_BLOCK;

    if (bitmap == NULL) {
        sqlite3_result_error_nomem(context);
        return;
    }

    bitmap[position / 8] |= (u_char) (1 << (position % 8));
}


static inline void
unit_block_final(sqlite3_context *context)
{
    int            i, n;
    u_char         list[2 * CONTENTLIB_SET_BLOCK];
    const u_char  *bitmap;

    bitmap = sqlite3_aggregate_context(context, 0);

    for (i = 0, n = 0; i < CONTENTLIB_SET_BLOCK; i++) {
        if (bitmap[i / 8] & (1 << (i % 8))) {
            list[n++] = (u_char) i;
            list[n++] = (u_char) (i >> 8);
        }
    }

    sqlite3_result_blob(context, n < CONTENTLIB_SET_BITMAP ? list : bitmap,
                        ngx_min(n, CONTENTLIB_SET_BITMAP), SQLITE_TRANSIENT);
}


static inline void
unit_library_functions(sqlite3 *handle)
{
    (void) sqlite3_create_function(handle, "unit_block", 1, SQLITE_UTF8, NULL,
                                   NULL, unit_block_step, unit_block_final);
}


static inline void
unit_library_grams(sqlite3 *handle)
{
    unit_library_functions(handle);
    unit_sql(handle,
        "INSERT INTO item_gram WITH RECURSIVE g (position, folded, i) AS"
        " (SELECT position, folded, 1 FROM item_text WHERE folded <> ''"
        " UNION ALL SELECT position, folded, i + 1 FROM g"
        " WHERE i < length(folded))"
        " SELECT gram, block, unit_block(position) FROM"
        " (SELECT substr(folded, i, 1) AS gram, position >> 16 AS block,"
        " position FROM g UNION ALL SELECT substr(folded, i, 2),"
        " position >> 16, position FROM g WHERE i < length(folded))"
        " GROUP BY gram, block");
}


/* three items, four tags, three collections */

static inline const char *
unit_library_rows(void)
{
    return
    "BEGIN;"
    "INSERT INTO platform VALUES (0, 'network_a'), (1, 'network_c'),"
    " (2, 'original');"
    "INSERT INTO format VALUES (0, 'image/gif'), (1, 'video/mp4');"
    "INSERT INTO item VALUES"
    " (0, 30, '\xc3\x89t\xc3\xa9 party 100%', 'G', 1700000000123456,"
    "  'still/30.png', 'https://partner.example/30'),"
    " (1, 20, 'Cat & \"dog\"', 'I', 1600000000000000,"
    "  'https://other.example/20.png', NULL),"
    " (2, 10, 'party cat', 'G', -1, 'still/10.png', '');"
    "INSERT INTO item_partner_id VALUES (0, 0, 'x'), (0, 1, 'a'),"
    " (2, 0, 'y');"
    "INSERT INTO rendition VALUES"
    " (0, 0, 0, 'a/30.gif', 400, 300, 0, 12345),"
    " (0, 1, 1, 'c/30.mp4', 0, 9223372036854775807, 1, 0),"
    " (0, 2, 2, 'o/30.gif', NULL, NULL, NULL, NULL),"
    " (0, 3, NULL, 'p/30.gif', 400, 300, 0, 12345),"
    " (0, 4, NULL, 'q/30.gif', 40, 30, 0, 45),"
    " (1, 0, 2, 'o/20.png', NULL, NULL, NULL, NULL),"
    " (1, 1, NULL, 'p/20.png', NULL, NULL, NULL, NULL);"
    "INSERT INTO tag VALUES (0, 'happy-day', 'Happy Day', 2),"
    " (1, 'cat', 'cat', 2), (2, 'party', 'Party', 1),"
    " (3, 'unused', '\xc3\x9cNUSED', 0);"
    "INSERT INTO item_tag VALUES (0, 0, 2), (0, 1, 0), (1, 0, 1),"
    " (2, 0, 1), (2, 1, 0);"
    "INSERT INTO tag_item VALUES (0, 0, x'00000200'), (1, 0, x'01000200'),"
    " (2, 0, x'0000');"
    "INSERT INTO suggestion VALUES (0, 0, 'happy day'), (1, 1, 'cat'),"
    " (2, 2, 'party'), (3, 3, '\xc3\xbcnused');"
    "INSERT INTO collection VALUES"
    " (0, 'new', 'New Year', 'A \"year\"', 2, 1, 0),"
    " (1, 'hidden', 'Hidden party', '', 0, 0, 1),"
    " (2, 'cats', 'Cats & parties', '', 1, 1, 1);"
    "INSERT INTO collection_text VALUES (0, 'new year'),"
    " (1, 'hidden party'), (2, 'cats & parties');"
    "INSERT INTO item_text VALUES (0, '\xc3\xa9t\xc3\xa9 party 100%'),"
    " (1, 'cat & \"dog\"'), (2, 'party cat');"
    "INSERT INTO tag_text VALUES (0, 'happy day'), (1, 'cat'), (2, 'party'),"
    " (3, '\xc3\xbcnused');"
    "INSERT INTO item_search (item_search) VALUES ('rebuild');"
    "INSERT INTO tag_search (tag_search) VALUES ('rebuild');"
    "INSERT INTO suggestion_search (suggestion_search) VALUES ('rebuild');"
    "INSERT INTO meta VALUES (0, 2, '" UNIT_DIGEST "', 1700000001,"
    " 'https://media.example/', 3, 4, 3, 16, 9);"
    "COMMIT;";
}


static inline void
unit_library_fill(sqlite3 *handle)
{
    unit_sql(handle, unit_library_rows());
    unit_library_grams(handle);
}


/* the end of a library of texts and tags: search, and "items, tags" */

static inline void
unit_library_count(sqlite3 *handle, const char *counts)
{
    char  sql[512];

    (void) snprintf(sql, sizeof(sql),
        "INSERT INTO meta SELECT 0, 2, '" UNIT_DIGEST "', 0, '', %s, 0,"
        " (SELECT max(length(CAST(folded AS BLOB))) FROM item_text),"
        " (SELECT max(length(CAST(folded AS BLOB))) FROM tag_text)", counts);

    unit_sql(handle, sql);
    unit_library_grams(handle);
    unit_sql(handle, "INSERT INTO item SELECT position, 1000000 - position,"
                     " '', 'G', 0, '', NULL FROM item_text;"
                     "INSERT INTO item_search (item_search)"
                     " VALUES ('rebuild');"
                     "INSERT INTO tag_search (tag_search)"
                     " VALUES ('rebuild');"
                     "COMMIT;");
    unit_library_end(handle);
}


/* one item, and 4096 tags whose names are numbers: 0000, 0001, ... */

static inline void
unit_library_numbers(const char *path)
{
    sqlite3  *handle;

    handle = unit_library_begin(path, "", CONTENTLIB_SCHEMA);

    unit_library_functions(handle);
    unit_sql(handle,
        "BEGIN;"
        "INSERT INTO item_text VALUES (0, 'item');"
        "WITH RECURSIVE n (i) AS (VALUES (0) UNION ALL SELECT i + 1 FROM n"
        " WHERE i < 4095) INSERT INTO tag SELECT i, 't' || i,"
        " printf('%04d', i), 0 FROM n;"
        "INSERT INTO tag_text SELECT position, name FROM tag;"
        "INSERT INTO suggestion SELECT position, position, name FROM tag;"
        "INSERT INTO suggestion_search (suggestion_search)"
        " VALUES ('rebuild');");
    unit_library_count(handle, "1, 4096");
}


/* the three items, changed by some SQL */

static inline void
unit_library(const char *path, const char *sql)
{
    sqlite3  *handle;

    handle = unit_library_begin(path, "", CONTENTLIB_SCHEMA);

    unit_library_fill(handle);
    unit_sql(handle, sql);
    unit_library_end(handle);
}


/* NULL if it is refused; "error" says why */

static inline contentlib_db_t *
unit_open(const char *path, contentlib_db_error_t *error)
{
    ngx_str_t         name;
    contentlib_db_t  *db;

    db = NULL;
    name = unit_text(path);
    ngx_memzero(error, sizeof(contentlib_db_error_t));

    return contentlib_db_open(&db, &name, error, &unit_log) == NGX_OK ? db
                                                                     : NULL;
}


/* one that must open */

static inline contentlib_db_t *
unit_opened(const char *path)
{
    contentlib_db_t        *db;
    contentlib_db_error_t   error;

    db = unit_open(path, &error);

    if (db == NULL) {
        unit_bail_out(path, error.text);
    }

    return db;
}


/* how many statements rest between two rows: none may */

static inline ngx_uint_t
unit_busy(contentlib_db_t *db)
{
    ngx_uint_t     n;
    sqlite3_stmt  *statement;

    n = 0;

    for (statement = sqlite3_next_stmt(db->handle, NULL);
         statement != NULL;
         statement = sqlite3_next_stmt(db->handle, statement))
    {
        n += sqlite3_stmt_busy(statement) != 0;
    }

    return n;
}


#endif /* _UNIT_LIBRARY_H_INCLUDED_ */
