
/*
 * Copyright (C) contentlib authors
 *
 * The statements on the database of pages.
 */


#include <tool/from/contentlib_pages.h>

#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>


/*
 * A body is stored in the parts in which it arrives.  What a crash of the
 * machine leaves of the file is found out by the hash, or by SQLite, so that
 * nothing waits for the disk.
 */

static const char  contentlib_pages_schema[] =
    "PRAGMA synchronous = OFF;"
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
    "CREATE TEMP TABLE identifier ("
    "    text     TEXT PRIMARY KEY) WITHOUT ROWID;"
    "BEGIN";


static const char *const  contentlib_pages_statements[] = {
    [CONTENTLIB_PAGES_FIND] =
    "SELECT tag, hash, walk = (SELECT number FROM walk)"
    " FROM page WHERE address = ?1",
    [CONTENTLIB_PAGES_INSERT] =
    "INSERT OR IGNORE INTO page (address, tag, walk, hash)"
    " VALUES (?1, '', 0, 0)",
    [CONTENTLIB_PAGES_EMPTY] =
    "DELETE FROM body WHERE page = (SELECT id FROM page WHERE address = ?1)",
    [CONTENTLIB_PAGES_ADD] =
    "INSERT INTO body SELECT id, ?2, ?3 FROM page WHERE address = ?1",
    [CONTENTLIB_PAGES_STORE] =
    "UPDATE page SET tag = ?2, hash = ?3, walk = (SELECT number FROM walk)"
    " WHERE address = ?1",
    [CONTENTLIB_PAGES_LISTED] =
    "INSERT OR IGNORE INTO listed (page)"
    " SELECT id FROM page WHERE address = ?1",
    [CONTENTLIB_PAGES_IDENTIFIER] =
    "INSERT OR IGNORE INTO identifier VALUES (?1)",
    [CONTENTLIB_PAGES_BODY] =
    "SELECT data FROM body"
    " WHERE page = (SELECT id FROM page WHERE address = ?1) ORDER BY part",
    [CONTENTLIB_PAGES_NEXT] =
    "SELECT address FROM listed JOIN page ON id = page ORDER BY position"
};


static ngx_int_t contentlib_pages_create(contentlib_pages_t *pages,
    const char *cache, contentlib_message_t *message);
static ngx_int_t contentlib_pages_run(contentlib_pages_t *pages,
    contentlib_pages_e statement, const char *address);
static void contentlib_pages_text(contentlib_pages_t *pages,
    contentlib_pages_e statement, int index, const char *value);


ngx_int_t
contentlib_pages_open(contentlib_pages_t *pages, const char *cache,
    contentlib_message_t *message)
{
    size_t  i;

    ngx_memzero(pages, sizeof(contentlib_pages_t));

    if (cache && contentlib_pages_create(pages, cache, message) != NGX_OK) {
        return NGX_ERROR;
    }

    if (contentlib_sql_open_plain(&pages->sql, pages->path,
                                  cache ? pages->path : "temporary database",
                                  message)
        != NGX_OK
        || contentlib_sql_run(&pages->sql, contentlib_pages_schema) != NGX_OK)
    {
        return NGX_ERROR;
    }

    for (i = 0; i < CONTENTLIB_PAGES_STATEMENTS; i++) {
        pages->statements[i] = contentlib_sql_prepare(&pages->sql,
                                             contentlib_pages_statements[i]);
    }

    return pages->sql.code == SQLITE_OK ? NGX_OK : NGX_ERROR;
}


/* the directory, and an empty file, which is an empty database */

static ngx_int_t
contentlib_pages_create(contentlib_pages_t *pages, const char *cache,
    contentlib_message_t *message)
{
    int   fd;
    char  quoted[CONTENTLIB_QUOTE_SIZE];

    fd = -1;

    (void) snprintf(pages->path, PATH_MAX, "%s", cache);

    if (mkdir(cache, 0777) == 0 || errno == EEXIST) {

        if (snprintf(pages->path, PATH_MAX, "%s/pages.db", cache) < PATH_MAX) {
            fd = open(pages->path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);

        } else {
            errno = ENAMETOOLONG;
        }
    }

    if (fd == -1) {
        return contentlib_message_set(message, "contentlib: cannot create "
                                      "\"%s\": %s",
                                      contentlib_message_string(quoted,
                                                                pages->path),
                                      strerror(errno));
    }

    (void) close(fd);

    return NGX_OK;
}


void
contentlib_pages_close(contentlib_pages_t *pages)
{
    if (pages->sql.handle) {
        (void) contentlib_sql_close(&pages->sql);
    }
}


ngx_int_t
contentlib_pages_find(contentlib_pages_t *pages, const char *address,
    contentlib_stored_t *stored)
{
    ngx_int_t      rc;
    sqlite3_stmt  *find;

    find = pages->statements[CONTENTLIB_PAGES_FIND];
    ngx_memzero(stored, sizeof(contentlib_stored_t));

    contentlib_pages_text(pages, CONTENTLIB_PAGES_FIND, 1, address);

    rc = contentlib_sql_step(&pages->sql, find);

    if (rc == NGX_OK) {
        (void) snprintf(stored->tag, sizeof(stored->tag), "%s",
                        (const char *) sqlite3_column_text(find, 0));

        stored->hash = (uint64_t) sqlite3_column_int64(find, 1);
        stored->current = (sqlite3_column_int(find, 2) != 0);
    }

    (void) sqlite3_reset(find);

    return rc == NGX_DONE ? NGX_DECLINED : rc;
}


ngx_int_t
contentlib_pages_body(contentlib_pages_t *pages, const char *address,
    ngx_str_t *part)
{
    ngx_int_t      rc;
    sqlite3_stmt  *body;

    body = pages->statements[CONTENTLIB_PAGES_BODY];

    if (!sqlite3_stmt_busy(body)) {
        contentlib_pages_text(pages, CONTENTLIB_PAGES_BODY, 1, address);
    }

    rc = contentlib_sql_step(&pages->sql, body);

    if (rc == NGX_OK) {
        *part = contentlib_sql_column(body, 0);

    } else {
        (void) sqlite3_reset(body);
    }

    return rc;
}


ngx_int_t
contentlib_pages_add(contentlib_pages_t *pages, const char *address,
    ngx_uint_t n, const u_char *data, size_t len)
{
    sqlite3_stmt  *add;

    /* after an error nothing is added */

    if (n == 0) {
        (void) contentlib_pages_run(pages, CONTENTLIB_PAGES_INSERT, address);
        (void) contentlib_pages_run(pages, CONTENTLIB_PAGES_EMPTY, address);
    }

    add = pages->statements[CONTENTLIB_PAGES_ADD];

    contentlib_sql_bind_integer(&pages->sql, add, 2, (int64_t) n);
    contentlib_sql_bind_blob(&pages->sql, add, 3, data, len);

    return contentlib_pages_run(pages, CONTENTLIB_PAGES_ADD, address);
}


ngx_int_t
contentlib_pages_store(contentlib_pages_t *pages, const char *address,
    const char *tag, uint64_t hash)
{
    contentlib_pages_text(pages, CONTENTLIB_PAGES_STORE, 2, tag);
    contentlib_sql_bind_integer(&pages->sql,
                                pages->statements[CONTENTLIB_PAGES_STORE], 3,
                                (int64_t) hash);

    (void) contentlib_pages_run(pages, CONTENTLIB_PAGES_STORE, address);

    return contentlib_pages_run(pages, CONTENTLIB_PAGES_LISTED, address);
}


ngx_int_t
contentlib_pages_identifier(void *data, const ngx_str_t *identifier)
{
    contentlib_pages_t  *pages = data;

    if (contentlib_pages_run(pages, CONTENTLIB_PAGES_IDENTIFIER,
                             (const char *) identifier->data)
        != NGX_OK)
    {
        return NGX_ERROR;
    }

    return sqlite3_changes(pages->sql.handle) ? NGX_OK : NGX_DECLINED;
}


static ngx_int_t
contentlib_pages_run(contentlib_pages_t *pages, contentlib_pages_e statement,
    const char *address)
{
    contentlib_pages_text(pages, statement, 1, address);

    return contentlib_sql_execute(&pages->sql, pages->statements[statement]);
}


static void
contentlib_pages_text(contentlib_pages_t *pages, contentlib_pages_e statement,
    int index, const char *value)
{
    ngx_str_t  text;

    text.data = (u_char *) value;
    text.len = ngx_strlen(value);

    contentlib_sql_bind_text(&pages->sql, pages->statements[statement], index,
                             &text);
}


ngx_int_t
contentlib_pages_next(contentlib_pages_t *pages, const char **address)
{
    ngx_int_t      rc;
    sqlite3_stmt  *next;

    /* the body before may not have been read to its end */

    (void) sqlite3_reset(pages->statements[CONTENTLIB_PAGES_BODY]);
    ngx_str_set(&pages->rest, "");
    pages->ended = 0;

    next = pages->statements[CONTENTLIB_PAGES_NEXT];
    rc = contentlib_sql_step(&pages->sql, next);

    if (rc != NGX_OK) {
        return rc;
    }

    pages->address = (const char *) sqlite3_column_text(next, 0);
    *address = pages->address;

    return pages->address ? NGX_OK
                          : contentlib_sql_failed(&pages->sql, SQLITE_NOMEM);
}


ssize_t
contentlib_pages_read(void *data, u_char *to, size_t room)
{
    ngx_int_t            rc;
    contentlib_pages_t  *pages = data;

    rc = NGX_OK;

    /* after its end, the statement would begin again */

    while (rc == NGX_OK && pages->rest.len == 0 && !pages->ended) {
        rc = contentlib_pages_body(pages, pages->address, &pages->rest);
        pages->ended = (rc == NGX_DONE);
    }

    room = ngx_min(room, pages->rest.len);

    ngx_memcpy(to, pages->rest.data, room);
    pages->rest.data += room;
    pages->rest.len -= room;

    return rc == NGX_ERROR ? -1 : (ssize_t) room;
}
