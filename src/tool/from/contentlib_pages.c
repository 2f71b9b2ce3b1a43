
/*
 * Copyright (C) contentlib authors
 *
 * The statements on the database of pages.
 */


#include <tool/from/contentlib_pages.h>

#include <fcntl.h>
#include <limits.h>
#include <stdarg.h>
#include <sys/stat.h>


/*
 * A body is stored in the parts in which it arrives.  What a crash of the
 * machine leaves of the file is found out by the hash, or by SQLite, so that
 * nothing waits for the disk.  A page is listed as soon as a walk reads it.
 * The lock is kept between transactions, because another import would change
 * the pages that this one has listed.
 *
 * The file is checked first.  SQLite also reports a page that it cannot read,
 * for example because there is no memory; this is an error, and not damage.
 */

static const char  contentlib_pages_schema[] =
    "PRAGMA locking_mode = EXCLUSIVE;"
    "PRAGMA synchronous = OFF;"
    "BEGIN IMMEDIATE;"
    "CREATE TEMP TABLE checked ("
    "    result   TEXT CONSTRAINT 'the file is damaged'"
    "             CHECK (result = 'ok'));"
    "CREATE TEMP TRIGGER unread BEFORE INSERT ON checked"
    " WHEN (new.result LIKE '%get the page. error code=%'"
    " AND new.result NOT LIKE '%error code=11')"
    " OR new.result LIKE '%failed to get page%' BEGIN"
    "    SELECT RAISE(ABORT, 'a page cannot be read');"
    "END;"
    "INSERT INTO checked"
    " SELECT integrity_check FROM pragma_integrity_check LIMIT 1;"
    "COMMIT;"
    "CREATE TABLE IF NOT EXISTS page ("
    "    id       INTEGER PRIMARY KEY,"
    "    address  TEXT NOT NULL UNIQUE,"
    "    tag      TEXT NOT NULL,"
    "    walk     INTEGER NOT NULL,"
    "    hash     INTEGER NOT NULL);"
    "CREATE TABLE IF NOT EXISTS body ("
    "    page     INTEGER NOT NULL,"
    "    part     INTEGER NOT NULL,"
    "    data     BLOB NOT NULL,"
    "    PRIMARY KEY (page, part)) WITHOUT ROWID;"
    "CREATE TABLE IF NOT EXISTS walk (number INTEGER NOT NULL);"
    "INSERT INTO walk SELECT 1 WHERE NOT EXISTS (SELECT 1 FROM walk);"
    "CREATE TEMP TABLE listed ("
    "    position INTEGER PRIMARY KEY,"
    "    page     INTEGER NOT NULL UNIQUE);"
    "CREATE TEMP TRIGGER reached AFTER UPDATE OF walk ON page BEGIN"
    "    INSERT OR IGNORE INTO listed (page) VALUES (new.id);"
    "END;"
    "CREATE TEMP TABLE identifier ("
    "    text     TEXT PRIMARY KEY) WITHOUT ROWID;"
    "BEGIN";


static int contentlib_pages_create(contentlib_pages_t *pages,
    const char *cache);
static void contentlib_pages_file(contentlib_pages_t *pages,
    const char *cache);
static void contentlib_pages_exit(void);
static void contentlib_pages_bind(contentlib_pages_t *pages,
    sqlite3_stmt *statement, int64_t number);


/* what exit() closes */

static contentlib_pages_t  *contentlib_pages_opened;


void
contentlib_pages_open(contentlib_pages_t *pages, const char *cache)
{
    int                code;
    contentlib_sql_t  *sql;

    sql = &pages->sql;
    ngx_memzero(pages, sizeof(contentlib_pages_t));

    contentlib_pages_opened = pages;
    (void) atexit(contentlib_pages_exit);

    code = contentlib_pages_create(pages, cache);

    /*
     * A cache may be removed at any time, so that a damaged one is; SQLite
     * removes the journal of an empty file.  The file was opened to write: if
     * it is read only, its header says so.
     */

    if (cache
        && (code == SQLITE_CONSTRAINT_CHECK || (code & 0xff) == SQLITE_CORRUPT
            || code == SQLITE_NOTADB || code == SQLITE_READONLY))
    {
        contentlib_sql_close(sql);
        (void) unlink(pages->path);

        code = contentlib_pages_create(pages, cache);
    }

    contentlib_sql_result(sql, code);

    pages->find = contentlib_sql_prepare(sql,
        "INSERT INTO page (address, tag, walk, hash) VALUES (?1, '', 0, 0)"
        " ON CONFLICT (address) DO UPDATE SET tag = tag"
        " RETURNING id, tag, hash, walk = (SELECT number FROM walk)");
    pages->clear = contentlib_sql_prepare(sql,
        "DELETE FROM body WHERE page = ?1");
    pages->add = contentlib_sql_prepare(sql,
        "INSERT INTO body VALUES (?1, ?2, ?3)");
    pages->store = contentlib_sql_prepare(sql,
        "UPDATE page"
        " SET hash = ?2, tag = ?3, walk = (SELECT number FROM walk)"
        " WHERE id = ?1");
    pages->identify = contentlib_sql_prepare(sql,
        "INSERT OR IGNORE INTO identifier VALUES (?1)");
    pages->read = contentlib_sql_prepare(sql,
        "SELECT data FROM body WHERE page = ?1 AND part = ?2");
    pages->next = contentlib_sql_prepare(sql,
        "SELECT id, address FROM listed LEFT JOIN page ON id = page"
        " ORDER BY position");
}


/* returns what SQLite says of the file */

static int
contentlib_pages_create(contentlib_pages_t *pages, const char *cache)
{
    const char  *name;

    name = "temporary database";

    if (cache) {
        contentlib_pages_file(pages, cache);
        name = pages->path;
    }

    contentlib_sql_open_flags(&pages->sql, pages->path, name,
                              SQLITE_OPEN_READWRITE|SQLITE_OPEN_CREATE, NULL);

    return sqlite3_exec(pages->sql.handle, contentlib_pages_schema, NULL, NULL,
                        NULL);
}


/* the directory, and an empty file, which is an empty database */

static void
contentlib_pages_file(contentlib_pages_t *pages, const char *cache)
{
    int   fd;
    char  quoted[CONTENTLIB_QUOTE_SIZE];

    fd = -1;

    (void) snprintf(pages->path, sizeof(pages->path), "%s", cache);

    if (mkdir(cache, 0777) == 0 || errno == EEXIST) {
        (void) snprintf(pages->path, sizeof(pages->path), "%s/pages.db",
                        cache);
        fd = open(pages->path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    }

    if (fd == -1) {
        contentlib_fail_system("contentlib: cannot create \"%s\"",
                               contentlib_message_string(quoted, pages->path));
    }

    (void) close(fd);
}


/* no journal is left; errors are ignored, as the program ends */

static void
contentlib_pages_exit(void)
{
    contentlib_sql_t  *sql;

    sql = &contentlib_pages_opened->sql;

    while (sql->n > 0) {
        (void) sqlite3_finalize(sql->statements[--sql->n]);
    }

    (void) sqlite3_close(sql->handle);
}


/* an error of SQLite is not told in place of this one */

void
contentlib_pages_fail(contentlib_pages_t *pages, const char *format, ...)
{
    char     text[CONTENTLIB_MESSAGE_SIZE];
    va_list  args;

    (void) sqlite3_exec(pages->sql.handle,
                        CONTENTLIB_PAGES_UNDO CONTENTLIB_PAGES_WALK, NULL,
                        NULL, NULL);

    va_start(args, format);
    (void) vsnprintf(text, sizeof(text), format, args);
    va_end(args);

    contentlib_fail("%s", text);
}


void
contentlib_pages_find(contentlib_pages_t *pages, const char *address)
{
    (void) contentlib_message_string(pages->name, address);

    contentlib_sql_bind_string(&pages->sql, pages->find, 1, address);
    (void) contentlib_sql_step(&pages->sql, pages->find);

    pages->id = sqlite3_column_int64(pages->find, 0);
    pages->hash = (uint64_t) sqlite3_column_int64(pages->find, 2);
    pages->current = (sqlite3_column_int(pages->find, 3) != 0);

    (void) snprintf(pages->tag, sizeof(pages->tag), "%s",
                    (const char *) sqlite3_column_text(pages->find, 1));

    (void) sqlite3_reset(pages->find);

    /* a page that fails is undone, and stays at hand */

    contentlib_sql_run(&pages->sql, CONTENTLIB_PAGES_COMMIT);
}


void
contentlib_pages_undo(contentlib_pages_t *pages)
{
    pages->part = 0;

    contentlib_sql_run(&pages->sql, CONTENTLIB_PAGES_UNDO);
}


void
contentlib_pages_add(contentlib_pages_t *pages, const u_char *data, size_t len)
{
    if (pages->part == 0) {
        contentlib_sql_bind_integer(&pages->sql, pages->clear, 1, pages->id);
        contentlib_sql_execute(&pages->sql, pages->clear);
    }

    contentlib_pages_bind(pages, pages->add, pages->part++);
    contentlib_sql_bind_blob(&pages->sql, pages->add, 3, data, len);
    contentlib_sql_execute(&pages->sql, pages->add);
}


void
contentlib_pages_store(contentlib_pages_t *pages, uint64_t hash)
{
    contentlib_pages_bind(pages, pages->store, (int64_t) hash);
    contentlib_sql_bind_string(&pages->sql, pages->store, 3, pages->tag);
    contentlib_sql_execute(&pages->sql, pages->store);

    contentlib_sql_run(&pages->sql, CONTENTLIB_PAGES_COMMIT);
}


ngx_uint_t
contentlib_pages_repeats(contentlib_pages_t *pages, const char *identifier)
{
    contentlib_sql_bind_string(&pages->sql, pages->identify, 1, identifier);
    contentlib_sql_execute(&pages->sql, pages->identify);

    return sqlite3_changes(pages->sql.handle) == 0;
}


const char *
contentlib_pages_next(contentlib_pages_t *pages)
{
    const char  *address;

    if (contentlib_sql_step(&pages->sql, pages->next) != NGX_OK) {
        return NULL;
    }

    /* each page that is listed must be there */

    if (sqlite3_column_type(pages->next, 0) == SQLITE_NULL) {
        contentlib_sql_result(&pages->sql, SQLITE_CORRUPT);
    }

    pages->id = sqlite3_column_int64(pages->next, 0);
    pages->part = 0;
    address = (const char *) sqlite3_column_text(pages->next, 1);

    if (address == NULL) {
        contentlib_sql_result(&pages->sql, SQLITE_NOMEM);
    }

    return address;
}


size_t
contentlib_pages_read(void *data, u_char *to, size_t room)
{
    size_t               n, len;
    ngx_str_t            part;
    contentlib_pages_t  *pages = data;

    n = 0;

    /* a part may have one byte only */

    do {
        len = 0;
        contentlib_pages_bind(pages, pages->read, pages->part);

        if (contentlib_sql_step(&pages->sql, pages->read) == NGX_OK) {
            part = contentlib_sql_column(pages->read, 0);
            len = (part.len <= CONTENTLIB_PAGES_PART) ? part.len : 0;

            ngx_memcpy(to + n, part.data, len);
            n += len;
            pages->part += (len != 0);
        }

        (void) sqlite3_reset(pages->read);

        /* there is nothing behind a part that is missing, empty or too long */

    } while (len && room - n >= CONTENTLIB_PAGES_PART);

    return n;
}


/* the page at hand and a number as ?1 and ?2 */

static void
contentlib_pages_bind(contentlib_pages_t *pages, sqlite3_stmt *statement,
    int64_t number)
{
    contentlib_sql_bind_integer(&pages->sql, statement, 1, pages->id);
    contentlib_sql_bind_integer(&pages->sql, statement, 2, number);
}
