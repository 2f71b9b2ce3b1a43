
/*
 * Copyright (C) contentlib authors
 *
 * Unit programs: library files, made with SQL.
 *
 * The files are in a temporary directory, which is removed when the program
 * exits.
 */


#ifndef _UNIT_LIBRARY_H_INCLUDED_
#define _UNIT_LIBRARY_H_INCLUDED_


#include <unit.h>
#include <unit_sql.h>
#include <library/contentlib_db.h>

#include <dirent.h>

#include <sqlite3.h>


/* microseconds: a unit program may run on a busy machine */

#define UNIT_OPENING  10000000


static char  unit_directory[256];


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


/* the path of a file in the directory of the program */

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


static inline sqlite3 *
unit_library_begin(const char *path)
{
    return unit_sql_create(path, CONTENTLIB_VFS, "", CONTENTLIB_SCHEMA);
}


static inline void
unit_library_end(sqlite3 *handle)
{
    if (sqlite3_close(handle) != SQLITE_OK) {
        unit_bail_out("closing", sqlite3_errmsg(handle));
    }
}


/* three items, four tags, three collections */

static inline const char *
unit_library_rows(void)
{
    return
    "BEGIN;"
    "CREATE TEMP TABLE i (position, id, template);"
    "INSERT INTO i VALUES"
    " (0, 10, '{\"id\":10,\"url\":\"\1content_items/10/\2\","
    "\"alt_text\":\"\xc3\x89t\xc3\xa9 party 100%\",\"width\":\0054\5}'),"
    " (1, 20, '{\"id\":20,\"url\":\"\1content_items/20/\2\","
    "\"alt_text\":\"Cat & \\\"dog\\\"\",\"image\":\"\3o/20.png\"}'),"
    " (2, 30, '{\"id\":30,\"url\":\"\1content_items/30/\2\","
    "\"alt_text\":\"party cat\",\"platforms\":{\"\4\":\"p\"}}');"
    "INSERT INTO item SELECT position, id, unit_record(template),"
    " unit_marks(template) FROM i;"
    "CREATE TEMP TABLE t (position, slug, items, name);"
    "INSERT INTO t VALUES (0, 'happy-day', 2, 'Happy Day'),"
    " (1, 'cat', 2, 'cat'), (2, 'party', 1, 'Party'),"
    " (3, 'unused', 0, '\xc3\x9cNUSED');"
    "INSERT INTO tag SELECT position, slug, items, unit_record(template),"
    " unit_marks(template) FROM (SELECT *, '{\"slug\":\"' || slug"
    " || '\",\"url\":\"\1tags/' || slug || '/\2\",\"name\":\"' || name"
    " || '\"}' AS template FROM t);"
    "INSERT INTO tag_item VALUES (0, 0, x'00000200'), (1, 0, x'01000200'),"
    " (2, 0, x'0000');"
    "INSERT INTO tag_order VALUES (0, 1, 0), (1, 0, 1), (2, 2, 2), (3, 3, 3);"
    "INSERT INTO collection_item VALUES (0, 0, x'00000100');"
    "INSERT INTO content_type_item VALUES (71, 0, x'00000200'),"
    " (73, 0, x'0100');"
    "INSERT INTO suggestion VALUES (0, 'Happy Day', 'happy day'),"
    " (1, 'cat', 'cat'), (2, 'Party', 'party'),"
    " (3, '\xc3\x9cNUSED', '\xc3\xbcnused');"
    "CREATE TEMP TABLE c (position, slug, name);"
    "INSERT INTO c VALUES (0, 'new', 'New Year'),"
    " (1, 'hidden', 'Hidden party'), (2, 'cats', 'Cats & parties');"
    "INSERT INTO collection SELECT position, slug, 2 - position,"
    " unit_record(template), unit_marks(template) FROM (SELECT *, '{\"slug\":\"' || slug"
    " || '\",\"url\":\"\1collections/' || slug || '/\2\",\"name\":\"' || name"
    " || '\"}' AS template FROM c);"
    "INSERT INTO collection_text VALUES (0, 'New Year', 'new year'),"
    " (1, 'Cats & parties', 'cats & parties');"
    "INSERT INTO item_text VALUES (0, '\xc3\xa9t\xc3\xa9 party 100%'),"
    " (1, 'cat & \"dog\"'), (2, 'party cat');"
    "INSERT INTO term_item VALUES ('party', 0, x'00000200'),"
    " ('cat', 0, x'01000200');"
    "INSERT INTO tag_text VALUES (0, 'happy day'), (1, 'cat'), (2, 'party'),"
    " (3, '\xc3\xbcnused');"
    "INSERT INTO tag_search (tag_search) VALUES ('rebuild');"
    "INSERT INTO suggestion_search (suggestion_search) VALUES ('rebuild');"
    "INSERT INTO meta VALUES (0, 4, '" UNIT_DIGEST "', 1700000001,"
    " 'https://media.example/', 3, 4, 3, 16, 9);"
    "COMMIT;";
}


static inline void
unit_library_fill(sqlite3 *handle)
{
    unit_sql(handle, unit_library_rows());
    unit_sql_texts(handle);
}


/* the library of three items, changed by SQL */

static inline void
unit_library(const char *path, const char *sql)
{
    sqlite3  *handle;

    handle = unit_library_begin(path);

    unit_library_fill(handle);
    unit_sql(handle, sql);
    unit_library_end(handle);
}


/* NULL if the library is rejected; "error" has the reason */

static inline contentlib_db_t *
unit_open(const char *path, contentlib_db_error_t *error)
{
    ngx_str_t         name;
    contentlib_db_t  *db;

    db = NULL;
    name = unit_text(path);
    ngx_memzero(error, sizeof(contentlib_db_error_t));

    return contentlib_db_open(&db, &name,
                              contentlib_db_clock() + UNIT_OPENING, error,
                              &unit_log)
           == NGX_OK ? db : NULL;
}


/* opens a library that must be valid */

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


/* the number of statements that are not reset; must be 0 */

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
