
/*
 * Copyright (C) contentlib authors
 *
 * Files that are not opened, since they are not valid libraries.
 */


#include <unit_library.h>


typedef struct {
    const char  *name;
    const char  *sql;
} change_t;


/* changes that make a library invalid */

static const change_t  refused[] = {
    { "another table", "CREATE TABLE more (a)" },
    { "another table, the last one", "CREATE TABLE zz (a)" },
    { "another index", "CREATE INDEX more ON tag (items)" },
    { "another view", "CREATE VIEW more AS SELECT 1 AS a" },
    { "a trigger", "CREATE TRIGGER more AFTER INSERT ON tag BEGIN"
                   " SELECT 1; END" },
    { "another virtual table", "CREATE VIRTUAL TABLE more USING fts5 (a)" },
    { "statistics", "ANALYZE" },
    { "an index less", "DROP INDEX tag_text_folded" },
    { "a table less", "DROP TABLE suggestion" },
    { "a search less", "DROP TABLE tag_search" },
    { "another name of a column", "ALTER TABLE tag RENAME COLUMN record TO r" },
    { "another column", "ALTER TABLE tag ADD COLUMN more TEXT" },
    { "a column less", "ALTER TABLE tag DROP COLUMN items" },
    { "another name of a table", "ALTER TABLE suggestion RENAME TO s" },
    { "a view in place of a table",
      "DROP TABLE tag_text; CREATE VIEW tag_text AS"
      " SELECT position, slug AS folded FROM tag" },
    { "a table that is not strict",
      "DROP TABLE tag_text; CREATE TABLE tag_text ("
      " position INTEGER PRIMARY KEY, folded TEXT NOT NULL)" },
    { "a table in place of a search",
      "DROP TABLE word_search; CREATE TABLE word_search (folded TEXT)" },
    { "a search of another sort",
      "DROP TABLE word_search; CREATE VIRTUAL TABLE word_search USING fts5 ("
      " folded, tokenize = 'unicode61')" },
    { "the schema in other words",
      "DROP TABLE item_text; CREATE TABLE item_text (position INTEGER"
      " PRIMARY KEY, folded TEXT NOT NULL) STRICT" },
    { "an index on another table",
      "PRAGMA writable_schema = 1; UPDATE sqlite_schema"
      " SET tbl_name = 'item' WHERE name = 'tag_text_folded'" },
    { "a schema that is no SQL",
      "PRAGMA writable_schema = 1; UPDATE sqlite_schema"
      " SET sql = 'CREATE TABLE' WHERE name = 'tag'" },
    { "a schema with a root page beyond the file",
      "PRAGMA writable_schema = 1; UPDATE sqlite_schema"
      " SET rootpage = 100000 WHERE name = 'tag'" },
    { "a schema with NULL",
      "PRAGMA writable_schema = 1; UPDATE sqlite_schema"
      " SET sql = NULL WHERE name = 'tag_text_folded'" },

    { "no row of meta", "DELETE FROM meta" },
    { "a format before", "UPDATE meta SET format = 3" },
    { "a format after", "UPDATE meta SET format = 5" },
    { "no digest", "UPDATE meta SET digest = ''" },
    { "a short digest", "UPDATE meta SET digest = substr(digest, 2)" },
    { "a long digest", "UPDATE meta SET digest = digest || '0'" },
    { "a digest in capitals", "UPDATE meta SET digest = upper(digest)" },
    { "a digest of other letters",
      "UPDATE meta SET digest = replace(digest, 'a', 'g')" },
    { "an item too few", "UPDATE meta SET items = 2" },
    { "an item too many", "UPDATE meta SET items = 4" },
    { "a tag too few", "UPDATE meta SET tags = 3" },
    { "a tag too many", "UPDATE meta SET tags = 5" },
    { "a collection too few", "UPDATE meta SET collections = 2" },
    { "a collection too many", "UPDATE meta SET collections = 4" },
    { "fewer items than none", "UPDATE meta SET items = -1" },
    { "too many items", "UPDATE meta SET items = 4294967296" },
    { "fewer tags than none", "UPDATE meta SET tags = -1" },
    { "too many tags", "UPDATE meta SET tags = 9223372036854775807" },
    { "fewer collections than none", "UPDATE meta SET collections = -1" },
    { "too many collections", "UPDATE meta SET collections = 4294967296" },

    { "no application", "PRAGMA application_id = 0" },
    { "a version before", "PRAGMA user_version = 3" },
    { "a version after", "PRAGMA user_version = 5" }
};


static void
test_refused(void)
{
    size_t                  i;
    contentlib_db_t        *db;
    contentlib_db_error_t   error;

    for (i = 0; i < sizeof(refused) / sizeof(refused[0]); i++) {
        unit_library(unit_path("refused"), refused[i].sql);
        db = unit_open(unit_path("refused"), &error);

        ok(db == NULL && error.failure != CONTENTLIB_DB_NO_ERROR
           && error.text[0] != '\0', "%s: %s", refused[i].name, error.text);

        if (db != NULL) {
            contentlib_db_close(db);
        }
    }
}


static void
refused_file(const char *name, const char *vfs, const char *before,
    ngx_uint_t rows)
{
    sqlite3                *handle;
    contentlib_db_error_t   error;

    handle = unit_sql_create(unit_path("other"), vfs, before,
                             CONTENTLIB_SCHEMA);

    if (rows) {
        unit_library_fill(handle);
    }

    unit_library_end(handle);

    ok(unit_open(unit_path("other"), &error) == NULL
       && error.failure != CONTENTLIB_DB_NO_ERROR, "%s: %s", name,
       error.text);
}


static void
test_other_files(void)
{
    contentlib_db_error_t  error;

    ok(unit_open(unit_path("absent"), &error) == NULL
       && error.failure == CONTENTLIB_DB_REJECTED && error.code == ENOENT,
       "no file: %s", error.text);

    ok(unit_open("/", &error) == NULL, "a directory: %s", error.text);

    refused_file("an empty library", CONTENTLIB_VFS, "", 0);
    refused_file("UTF-16", CONTENTLIB_VFS, "PRAGMA encoding = 'UTF-16le'", 1);
    refused_file("pages of 4,096 bytes", "unix", "PRAGMA page_size = 4096", 1);
    refused_file("a write-ahead log", "unix", "PRAGMA journal_mode = WAL", 1);
    refused_file("pages without checksums", "unix", "", 1);
}


/* names with a special meaning in SQLite or in a shell */

static void
test_names(void)
{
    size_t                  i;
    char                    path[512];
    contentlib_db_t        *db;
    contentlib_db_error_t   error;

    static const char *const  names[] = {
        "a b", "a?b", "a?mode=memory", "a#b", "a%b", "a%41", "%00", "a&b=c",
        "\xc3\xa9", "\xff", "a'b\"c", "a\\b", ":memory:", "file:x", "-"
    };

    for (i = 0; i < sizeof(names) / sizeof(names[0]); i++) {
        (void) snprintf(path, sizeof(path), "%s", unit_path(names[i]));
        unit_library(unit_path("name"), "");

        if (rename(unit_path("name"), path) == -1) {
            unit_bail_out(path, strerror(errno));
        }

        db = unit_open(path, &error);
        ok(db != NULL && contentlib_db_meta(db)->items == 3,
           "a file named \"%s\": %s", names[i], db ? "" : error.text);

        if (db != NULL) {
            contentlib_db_close(db);
        }
    }
}


/* several paths of one file */

static void
test_paths(void)
{
    size_t                  i;
    char                    path[512];
    contentlib_db_t        *db;
    contentlib_db_error_t   error;

    static const char *const  prefixes[] = {
        "/", "//", "///", ".", "./"
    };

    unit_library(unit_path("path"), "");

    if (chdir("/") == -1) {
        unit_bail_out("/", strerror(errno));
    }

    for (i = 0; i < sizeof(prefixes) / sizeof(prefixes[0]); i++) {
        (void) snprintf(path, sizeof(path), "%s%s", prefixes[i],
                        unit_path("path"));
        db = unit_open(path, &error);
        ok(db != NULL, "the path \"%s\": %s", path, db ? "" : error.text);

        if (db != NULL) {
            contentlib_db_close(db);
        }
    }
}


/* the target of a symbolic link is deleted while the link is changed */

static ngx_uint_t  deletions;               /* remaining deletions */


int unit_open64(const char *name, int flags, mode_t mode) __asm__("open64");


int
unit_open64(const char *name, int flags, mode_t mode)
{
    const char  *end;

    end = strrchr(name, '/');

    if (deletions > 0 && end != NULL && strcmp(end, "/old") == 0) {
        deletions--;

        (void) unlink(name);
        (void) unlink(unit_path("link"));
        (void) !symlink("new", unit_path("link"));
    }

    return openat(AT_FDCWD, name, flags, mode);
}


static void
test_links(void)
{
    contentlib_db_t        *db;
    contentlib_db_error_t   error;

    unit_library(unit_path("old"), "");
    unit_library(unit_path("new"), "");
    (void) !symlink("old", unit_path("link"));

    deletions = 1;
    db = unit_open(unit_path("link"), &error);
    ok(db != NULL, "the one that it leads to now: %s", db ? "" : error.text);
    is_number(deletions, 0, "the other one was to be opened before");

    if (db != NULL) {
        contentlib_db_close(db);
    }

    (void) unlink(unit_path("link"));
    (void) !symlink("none", unit_path("link"));
    ok(unit_open(unit_path("link"), &error) == NULL
       && error.failure == CONTENTLIB_DB_REJECTED && error.code == ENOENT,
       "a link to nothing: %s", error.text);
}


/* the deadline applies to both connections of a worker together */

static void
test_deadline(void)
{
    ngx_str_t               name;
    contentlib_db_t        *db;
    contentlib_db_error_t   error;

    unit_library(unit_path("library"), "");
    name = unit_text(unit_path("library"));

    is_number(contentlib_db_open(&db, &name, contentlib_db_clock() - 1, &error,
                                 &unit_log),
              NGX_ERROR, "the time is over");
    is_number(error.failure, CONTENTLIB_DB_TIMEOUT, "which is the reason");
}


/* no statement can change the library */

static void
test_read_only(void)
{
    size_t            i;
    contentlib_db_t  *db;

    static const char *const  writes[] = {
        "DELETE FROM item", "CREATE TABLE t (a)", "CREATE TEMP TABLE t (a)",
        "DROP TABLE item", "PRAGMA user_version = 9", "VACUUM", "REINDEX",
        "ANALYZE", "INSERT INTO word_search (word_search) VALUES ('rebuild')"
    };

    db = unit_opened(unit_path("library"));

    for (i = 0; i < sizeof(writes) / sizeof(writes[0]); i++) {
        ok(sqlite3_exec(db->handle, writes[i], NULL, NULL, NULL)
           != SQLITE_OK, "%s", writes[i]);
    }

    for (i = 0; i < CONTENTLIB_SQL_MAX; i++) {
        hold(sqlite3_stmt_readonly(db->statements[i]) != 0, "%s",
             contentlib_statements[i]);
    }

    held("the module's statements only read");

    contentlib_db_bind_integer(db, CONTENTLIB_SQL_TAGS, 9, 1);
    is_number(contentlib_db_error(db)->failure, CONTENTLIB_DB_BUG,
              "a parameter that does not exist");
    contentlib_db_close(db);
}


int
main(void)
{
    test_refused();
    test_deadline();
    test_read_only();
    test_other_files();
    test_names();
    test_paths();
    test_links();

    return unit_done();
}
