
/*
 * Copyright (C) contentlib authors
 *
 * Reads the records of two libraries into two tables, has SQLite compare them,
 * and prints the counts.
 */


#include <tool/import/contentlib_changes.h>

#include <tool/contentlib_progress.h>
#include <tool/contentlib_sql.h>

#include <openssl/sha.h>


typedef struct {
    contentlib_sql_t          *sql;
    sqlite3_stmt              *insert;
    contentlib_export_t        export;
} contentlib_changes_t;


static void contentlib_changes_read(contentlib_sql_t *sql, const char *name,
    const char *insert, u_char digest[CONTENTLIB_DIGEST_LEN]);
static void contentlib_changes_line(void *data, const u_char *bytes,
    size_t len);


/* nothing of this survives */

static const char  contentlib_changes_schema[] =
    "PRAGMA journal_mode = OFF;"
    "PRAGMA synchronous = OFF;"
    "PRAGMA cache_size = -32768;"
    "CREATE TABLE old (list INTEGER, key BLOB, line BLOB,"
    " PRIMARY KEY (list, key)) WITHOUT ROWID;"
    "CREATE TABLE new (list INTEGER, key BLOB, line BLOB,"
    " PRIMARY KEY (list, key)) WITHOUT ROWID;"
    "BEGIN";


/* one row: the text, and the number of all changes */

#define contentlib_changes_only(one, other)                                   \
    "(SELECT count(*) FROM " one " AS a WHERE list = k.column1"               \
    " AND NOT EXISTS (SELECT 1 FROM " other " AS b WHERE b.list = a.list"     \
    " AND b.key = a.key))"

static const char  contentlib_changes_counts[] =
    "SELECT group_concat(name || ': ' || added || ' added, ' || changed"
    " || ' changed, ' || removed || ' removed', char(10)),"
    " sum(added + changed + removed)"
    " FROM (SELECT k.column2 AS name, "
    contentlib_changes_only("new", "old") " AS added,"
    " (SELECT count(*) FROM new AS a CROSS JOIN old AS b ON b.list = a.list"
    " AND b.key = a.key WHERE a.list = k.column1 AND b.line <> a.line)"
    " AS changed, "
    contentlib_changes_only("old", "new") " AS removed"
    " FROM (VALUES (?1, 'tags'), (?2, 'items'), (?3, 'collections')) AS k)";


void
contentlib_changes(const char *name, const char *path)
{
    u_char             old[CONTENTLIB_DIGEST_LEN], new[CONTENTLIB_DIGEST_LEN];
    ngx_str_t          text;
    ngx_uint_t         moved;
    sqlite3_stmt      *row;
    contentlib_sql_t   sql;

    moved = 0;

    contentlib_sql_open(&sql, "", "temporary file");
    contentlib_sql_run(&sql, contentlib_changes_schema);

    contentlib_changes_read(&sql, path, "INSERT INTO new VALUES (?1, ?2, ?3)",
                            new);

    if (name) {
        contentlib_changes_read(&sql, name,
                                "INSERT INTO old VALUES (?1, ?2, ?3)", old);

        moved = (ngx_memcmp(old, new, CONTENTLIB_DIGEST_LEN) != 0);
    }

    row = contentlib_sql_prepare(&sql, contentlib_changes_counts);

    contentlib_sql_bind_integer(&sql, row, 1, CONTENTLIB_LIST_TAGS);
    contentlib_sql_bind_integer(&sql, row, 2, CONTENTLIB_LIST_ITEMS);
    contentlib_sql_bind_integer(&sql, row, 3, CONTENTLIB_LIST_COLLECTIONS);

    (void) contentlib_sql_step(&sql, row);

    text = contentlib_sql_column(row, 0);

    contentlib_progress_end();

    (void) printf("%.*s\n", (int) text.len, text.data);

    if (moved && sqlite3_column_int64(row, 1) == 0) {
        (void) printf("the order of the records changes\n");
    }

    contentlib_sql_close(&sql);
}


static void
contentlib_changes_read(contentlib_sql_t *sql, const char *name,
    const char *insert, u_char digest[CONTENTLIB_DIGEST_LEN])
{
    contentlib_db_t       *db;
    contentlib_changes_t   changes;

    db = contentlib_export_open_any(name);

    changes.sql = sql;
    changes.insert = contentlib_sql_prepare(sql, insert);

    contentlib_export_init(&changes.export, db, name);

    changes.export.members = 1;
    changes.export.quiet = 1;
    changes.export.write = contentlib_changes_line;
    changes.export.data = &changes;

    contentlib_export_run(&changes.export);

    ngx_memcpy(digest, db->meta.digest.data, CONTENTLIB_DIGEST_LEN);

    contentlib_db_close(db);
}


/* the first field of a record is its identifier */

static void
contentlib_changes_line(void *data, const u_char *bytes, size_t len)
{
    u_char                 digest[SHA256_DIGEST_LENGTH];
    const u_char          *comma;
    contentlib_sql_t      *sql;
    contentlib_changes_t  *changes = data;

    sql = changes->sql;
    comma = memchr(bytes, ',', len);

    if (SHA256(bytes, len, digest) == NULL) {
        contentlib_fail("contentlib: cannot compute SHA-256");
    }

    contentlib_sql_bind_integer(sql, changes->insert, 1, changes->export.list);
    contentlib_sql_bind_blob(sql, changes->insert, 2, bytes,
                             comma ? (size_t) (comma - bytes) : len);
    contentlib_sql_bind_blob(sql, changes->insert, 3, digest, sizeof(digest));

    contentlib_sql_execute(sql, changes->insert);
}
