
/*
 * Copyright (C) contentlib authors
 *
 * Reads the records of two libraries into a table, counts those that differ,
 * and prints the counts.
 */


#include <tool/import/contentlib_changes.h>

#include <tool/contentlib_progress.h>
#include <tool/contentlib_sql.h>

#include <openssl/sha.h>


typedef struct {
    contentlib_sql_t           sql;
    sqlite3_stmt              *insert;
    const contentlib_meta_t   *meta;
    uint64_t                   lines;
    u_char                     digest[CONTENTLIB_DIGEST_LEN];
} contentlib_changes_table_t;


static void contentlib_changes_read(contentlib_changes_table_t *table,
    const char *name, const char *insert);
static void contentlib_changes_line(void *data, const u_char *bytes,
    size_t len);


/* nothing of this survives */

static const char  contentlib_changes_schema[] =
    "PRAGMA journal_mode = OFF;"
    "PRAGMA synchronous = OFF;"
    "PRAGMA cache_size = -32768;"
    "CREATE TABLE line (kind INTEGER, key BLOB, old BLOB, new BLOB,"
    " PRIMARY KEY (kind, key)) WITHOUT ROWID;"
    "BEGIN";


/* one row: the text, and the number of all changes */

static const char  contentlib_changes_counts[] =
    "SELECT group_concat(name || ': ' || added || ' added, ' || changed"
    " || ' changed, ' || removed || ' removed', char(10)),"
    " sum(added + changed + removed)"
    " FROM (SELECT k.column2 AS name, coalesce(c.added, 0) AS added,"
    " coalesce(c.changed, 0) AS changed, coalesce(c.removed, 0) AS removed"
    " FROM (VALUES (0, 'tags'), (1, 'items'), (2, 'collections')) AS k"
    " LEFT JOIN (SELECT kind, sum(old IS NULL) AS added,"
    " sum(old <> new) AS changed, sum(new IS NULL) AS removed"
    " FROM line GROUP BY kind) AS c ON c.kind = k.column1"
    " ORDER BY k.column1)";


void
contentlib_changes(const char *name, const char *path,
    const u_char digest[CONTENTLIB_DIGEST_LEN])
{
    ngx_str_t                   text;
    ngx_uint_t                  moved;
    sqlite3_stmt               *row;
    contentlib_changes_table_t  table;

    moved = 0;

    contentlib_sql_open(&table.sql, "", "temporary file");
    contentlib_sql_run(&table.sql, contentlib_changes_schema);
    contentlib_changes_read(&table, path,
                            "INSERT INTO line (kind, key, new)"
                            " VALUES (?1, ?2, ?3)");

    /* the library that is to be replaced may not be there */

    if (access(name, F_OK) == 0 || errno != ENOENT) {
        contentlib_changes_read(&table, name,
                                "INSERT INTO line (kind, key, old)"
                                " VALUES (?1, ?2, ?3) ON CONFLICT"
                                " DO UPDATE SET old = excluded.old");

        moved = (ngx_memcmp(table.digest, digest, sizeof(table.digest)) != 0);
    }

    row = contentlib_sql_prepare(&table.sql, contentlib_changes_counts);

    (void) contentlib_sql_step(&table.sql, row);

    text = contentlib_sql_column(row, 0);

    contentlib_progress_end();

    (void) printf("%.*s\n", (int) text.len, text.data);

    if (moved && sqlite3_column_int64(row, 1) == 0) {
        (void) printf("the order of the records changes\n");
    }

    contentlib_sql_close(&table.sql);
}


static void
contentlib_changes_read(contentlib_changes_table_t *table, const char *name,
    const char *insert)
{
    contentlib_db_t      *db;
    contentlib_export_t   export;

    db = contentlib_export_open_any(name);

    table->insert = contentlib_sql_prepare(&table->sql, insert);
    table->meta = &db->meta;
    table->lines = 0;

    contentlib_export_init(&export, db, name);

    export.members = 1;
    export.quiet = 1;
    export.write = contentlib_changes_line;
    export.data = table;

    contentlib_export_run(&export);

    ngx_memcpy(table->digest, table->meta->digest.data,
               CONTENTLIB_DIGEST_LEN);

    contentlib_db_close(db);
}


/* the first field of a record is its identifier */

static void
contentlib_changes_line(void *data, const u_char *bytes, size_t len)
{
    u_char                       digest[SHA256_DIGEST_LENGTH];
    int64_t                      kind;
    const u_char                *comma;
    contentlib_sql_t            *sql;
    contentlib_changes_table_t  *table = data;

    sql = &table->sql;
    kind = (table->lines >= table->meta->tags)
           + (table->lines >= table->meta->tags + table->meta->items);
    comma = memchr(bytes, ',', len);
    table->lines++;

    if (SHA256(bytes, len, digest) == NULL) {
        contentlib_fail("contentlib: cannot compute SHA-256");
    }

    contentlib_sql_bind_integer(sql, table->insert, 1, kind);
    contentlib_sql_bind_blob(sql, table->insert, 2, bytes,
                             comma ? (size_t) (comma - bytes) : len);
    contentlib_sql_bind_blob(sql, table->insert, 3, digest, sizeof(digest));

    contentlib_sql_execute(sql, table->insert);
}
