
/*
 * Copyright (C) contentlib authors
 */


#include <tool/from/contentlib_from_pages.h>

#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>


/*
 * A body is stored in the parts in which it arrives.  What a crash of the
 * machine leaves of the file is found out by the hash, or by SQLite, so that
 * nothing waits for the disk.
 */

static const char  contentlib_from_pages_schema[] =
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
    "CREATE TEMP TABLE listed (page INTEGER NOT NULL);"
    "CREATE TEMP TABLE identifier ("
    "    text     TEXT PRIMARY KEY) WITHOUT ROWID";


static ngx_int_t contentlib_from_pages_prepare(contentlib_from_pages_t *pages);
static ngx_int_t contentlib_from_pages_create(contentlib_from_pages_t *pages,
    contentlib_message_t *message);
static ngx_int_t contentlib_from_pages_execute(contentlib_from_pages_t *pages,
    sqlite3_stmt *statement, const char *address);
static void contentlib_from_pages_address(contentlib_from_pages_t *pages,
    sqlite3_stmt *statement, const char *address);
static int contentlib_from_pages_temporary(const char *directory);
static ngx_int_t contentlib_from_pages_write(int fd, const ngx_str_t *part);
static ngx_int_t contentlib_from_pages_failed(contentlib_message_t *message,
    const char *what, const char *path);


ngx_int_t
contentlib_from_pages_open(contentlib_from_pages_t *pages, const char *cache,
    contentlib_message_t *message)
{
    ngx_memzero(pages, sizeof(contentlib_from_pages_t));

    pages->cache = cache;
    pages->fd = -1;

    if (cache && contentlib_from_pages_create(pages, message) != NGX_OK) {
        return NGX_ERROR;
    }

    if (contentlib_sql_open(&pages->sql, pages->path,
                            cache ? pages->path : "temporary database",
                            message)
        != NGX_OK
        || contentlib_sql_run(&pages->sql, contentlib_from_pages_schema)
           != NGX_OK)
    {
        return NGX_ERROR;
    }

    return contentlib_from_pages_prepare(pages);
}


static ngx_int_t
contentlib_from_pages_prepare(contentlib_from_pages_t *pages)
{
    size_t  i;

    const struct {
        sqlite3_stmt  **statement;
        const char     *text;
    } statements[] = {
        { &pages->find,
          "SELECT tag, hash, walk = (SELECT number FROM walk) FROM page"
          " WHERE address = ?1" },
        { &pages->insert,
          "INSERT OR IGNORE INTO page (address, tag, walk, hash)"
          " VALUES (?1, '', 0, 0)" },
        { &pages->empty,
          "DELETE FROM body"
          " WHERE page = (SELECT id FROM page WHERE address = ?1)" },
        { &pages->add,
          "INSERT INTO body"
          " SELECT id, ?2, ?3 FROM page WHERE address = ?1" },
        { &pages->store,
          "UPDATE page SET tag = ?2, hash = ?3,"
          " walk = (SELECT number FROM walk) WHERE address = ?1" },
        { &pages->list,
          "INSERT INTO listed SELECT id FROM page WHERE address = ?1" },
        { &pages->identifier,
          "INSERT OR IGNORE INTO identifier VALUES (?1)" },
        { &pages->body,
          "SELECT data FROM body"
          " WHERE page = (SELECT id FROM page WHERE address = ?1)"
          " ORDER BY part" },
        { &pages->next,
          "SELECT address FROM listed JOIN page ON id = page"
          " ORDER BY listed.rowid" }
    };

    for (i = 0; i < sizeof(statements) / sizeof(statements[0]); i++) {
        *statements[i].statement = contentlib_sql_prepare(&pages->sql,
                                                          statements[i].text);

        if (*statements[i].statement == NULL) {
            return NGX_ERROR;
        }
    }

    return NGX_OK;
}


/* the directory, and an empty file, which is an empty database */

static ngx_int_t
contentlib_from_pages_create(contentlib_from_pages_t *pages,
    contentlib_message_t *message)
{
    int  n, fd;

    if (mkdir(pages->cache, 0777) == -1 && errno != EEXIST) {
        return contentlib_from_pages_failed(message, "create", pages->cache);
    }

    n = snprintf(pages->path, PATH_MAX, "%s/pages.db", pages->cache);

    if (n < 0 || n >= PATH_MAX) {
        errno = ENAMETOOLONG;
        return contentlib_from_pages_failed(message, "open", pages->path);
    }

    fd = open(pages->path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);

    if (fd == -1) {
        return contentlib_from_pages_failed(message, "open", pages->path);
    }

    (void) close(fd);

    return NGX_OK;
}


void
contentlib_from_pages_close(contentlib_from_pages_t *pages)
{
    if (pages->sql.handle) {
        (void) contentlib_sql_close(&pages->sql);
    }

    if (pages->fd != -1) {
        (void) close(pages->fd);
    }
}


ngx_uint_t
contentlib_from_pages_damaged(contentlib_from_pages_t *pages)
{
    int  code;

    code = pages->sql.code & 0xff;

    return pages->cache && (code == SQLITE_CORRUPT || code == SQLITE_NOTADB);
}


ngx_int_t
contentlib_from_pages_remove(contentlib_from_pages_t *pages,
    contentlib_message_t *message)
{
    contentlib_from_pages_close(pages);

    if (unlink(pages->path) == -1) {
        return contentlib_from_pages_failed(message, "remove", pages->path);
    }

    return contentlib_from_pages_open(pages, pages->cache, message);
}


ngx_int_t
contentlib_from_pages_list(contentlib_from_pages_t *pages)
{
    return contentlib_sql_run(&pages->sql, "DELETE FROM identifier");
}


ngx_int_t
contentlib_from_pages_restart(contentlib_from_pages_t *pages)
{
    return contentlib_sql_run(&pages->sql, "DELETE FROM listed");
}


ngx_int_t
contentlib_from_pages_end(contentlib_from_pages_t *pages, ngx_uint_t whole)
{
    if (contentlib_from_pages_begin(pages) != NGX_OK
        || (whole
            && contentlib_sql_run(&pages->sql,
                   "DELETE FROM page"
                   " WHERE walk <> (SELECT number FROM walk);"
                   "DELETE FROM body WHERE page NOT IN (SELECT id FROM page)")
               != NGX_OK)
        || contentlib_sql_run(&pages->sql, "UPDATE walk SET number = number + 1")
           != NGX_OK)
    {
        return NGX_ERROR;
    }

    return contentlib_from_pages_commit(pages);
}


ngx_int_t
contentlib_from_pages_begin(contentlib_from_pages_t *pages)
{
    pages->parts = 0;

    if (!sqlite3_get_autocommit(pages->sql.handle)
        && contentlib_sql_run(&pages->sql, "ROLLBACK") != NGX_OK)
    {
        return NGX_ERROR;
    }

    return contentlib_sql_run(&pages->sql, "BEGIN");
}


ngx_int_t
contentlib_from_pages_commit(contentlib_from_pages_t *pages)
{
    return contentlib_sql_run(&pages->sql, "COMMIT");
}


ngx_int_t
contentlib_from_pages_find(contentlib_from_pages_t *pages, const char *address,
    contentlib_from_stored_t *stored)
{
    ngx_int_t  rc;
    ngx_str_t  tag;

    stored->tag[0] = '\0';
    stored->current = 0;

    contentlib_from_pages_address(pages, pages->find, address);

    rc = contentlib_sql_step(&pages->sql, pages->find);

    if (rc == NGX_OK) {
        tag = contentlib_sql_column(pages->find, 0);

        (void) snprintf(stored->tag, sizeof(stored->tag), "%.*s",
                        (int) ngx_min(tag.len, CONTENTLIB_FROM_TAG),
                        (const char *) tag.data);

        stored->hash = (uint64_t) sqlite3_column_int64(pages->find, 1);
        stored->current = (sqlite3_column_int(pages->find, 2) != 0);
    }

    (void) sqlite3_reset(pages->find);

    return rc == NGX_DONE ? NGX_DECLINED : rc;
}


ngx_int_t
contentlib_from_pages_body(contentlib_from_pages_t *pages,
    const char *address, ngx_str_t *part)
{
    ngx_int_t  rc;

    if (!sqlite3_stmt_busy(pages->body)) {
        contentlib_from_pages_address(pages, pages->body, address);
    }

    rc = contentlib_sql_step(&pages->sql, pages->body);

    if (rc == NGX_OK) {
        *part = contentlib_sql_column(pages->body, 0);

    } else {
        (void) sqlite3_reset(pages->body);
    }

    return rc;
}


ngx_int_t
contentlib_from_pages_add(contentlib_from_pages_t *pages, const char *address,
    const u_char *data, size_t len)
{
    if (pages->parts == 0
        && (contentlib_from_pages_execute(pages, pages->insert, address)
            != NGX_OK
            || contentlib_from_pages_execute(pages, pages->empty, address)
               != NGX_OK))
    {
        return NGX_ERROR;
    }

    contentlib_sql_bind_integer(&pages->sql, pages->add, 2, pages->parts++);
    contentlib_sql_bind_blob(&pages->sql, pages->add, 3, data, len);

    return contentlib_from_pages_execute(pages, pages->add, address);
}


ngx_int_t
contentlib_from_pages_store(contentlib_from_pages_t *pages,
    const char *address, const char *tag, uint64_t hash)
{
    ngx_str_t  text;

    text.data = (u_char *) tag;
    text.len = ngx_strlen(tag);

    contentlib_sql_bind_text(&pages->sql, pages->store, 2, &text);
    contentlib_sql_bind_integer(&pages->sql, pages->store, 3, (int64_t) hash);

    return contentlib_from_pages_execute(pages, pages->store, address);
}


ngx_int_t
contentlib_from_pages_listed(contentlib_from_pages_t *pages,
    const char *address)
{
    return contentlib_from_pages_execute(pages, pages->list, address);
}


ngx_int_t
contentlib_from_pages_identifier(void *data, const ngx_str_t *identifier)
{
    contentlib_from_pages_t  *pages = data;

    contentlib_sql_bind_text(&pages->sql, pages->identifier, 1, identifier);

    if (contentlib_sql_execute(&pages->sql, pages->identifier) != NGX_OK) {
        return NGX_ERROR;
    }

    return sqlite3_changes(pages->sql.handle) ? NGX_OK : NGX_DECLINED;
}


static ngx_int_t
contentlib_from_pages_execute(contentlib_from_pages_t *pages,
    sqlite3_stmt *statement, const char *address)
{
    contentlib_from_pages_address(pages, statement, address);

    return contentlib_sql_execute(&pages->sql, statement);
}


static void
contentlib_from_pages_address(contentlib_from_pages_t *pages,
    sqlite3_stmt *statement, const char *address)
{
    ngx_str_t  text;

    text.data = (u_char *) address;
    text.len = ngx_strlen(address);

    contentlib_sql_bind_text(&pages->sql, statement, 1, &text);
}


ngx_int_t
contentlib_from_pages_bytes(contentlib_from_pages_t *pages, uint64_t *bytes)
{
    ngx_int_t      rc;
    sqlite3_stmt  *statement;

    statement = contentlib_sql_prepare(&pages->sql,
                    "SELECT total(length(data)) FROM listed"
                    " JOIN body ON body.page = listed.page");

    rc = contentlib_sql_step(&pages->sql, statement);

    if (rc != NGX_OK) {
        return NGX_ERROR;
    }

    *bytes = (uint64_t) sqlite3_column_int64(statement, 0);

    (void) sqlite3_reset(statement);

    return NGX_OK;
}


ngx_int_t
contentlib_from_pages_next(contentlib_from_pages_t *pages,
    const char *directory, const char **address, int *fd, uint64_t *len)
{
    ngx_int_t  rc;
    ngx_str_t  part;

    rc = contentlib_sql_step(&pages->sql, pages->next);

    if (rc != NGX_OK) {
        return rc;
    }

    if (pages->fd == -1) {
        pages->fd = contentlib_from_pages_temporary(directory);
    }

    if (pages->fd == -1) {
        return contentlib_message_set(pages->sql.message, "contentlib: cannot "
                                      "create a temporary file: %s",
                                      strerror(errno));
    }

    *address = (const char *) sqlite3_column_text(pages->next, 0);
    *fd = pages->fd;
    *len = 0;

    if (*address == NULL) {
        return contentlib_sql_failed(&pages->sql, SQLITE_NOMEM);
    }

    rc = (lseek(pages->fd, 0, SEEK_SET) == -1) ? NGX_ABORT : NGX_OK;

    while (rc == NGX_OK) {
        rc = contentlib_from_pages_body(pages, *address, &part);

        if (rc == NGX_OK) {
            rc = contentlib_from_pages_write(pages->fd, &part);
            *len += part.len;
        }
    }

    if (rc == NGX_ABORT) {
        return contentlib_message_set(pages->sql.message, "contentlib: cannot "
                                      "write a temporary file: %s",
                                      strerror(errno));
    }

    return rc == NGX_DONE ? NGX_OK : NGX_ERROR;
}


/* a file without a name; not every file system has such */

static int
contentlib_from_pages_temporary(const char *directory)
{
    int   n, fd;
    char  path[PATH_MAX];

    fd = open(directory, O_TMPFILE | O_RDWR | O_CLOEXEC, 0600);

    if (fd != -1) {
        return fd;
    }

    n = snprintf(path, PATH_MAX, "%s/.contentlib.XXXXXX", directory);

    if (n < 0 || n >= PATH_MAX) {
        errno = ENAMETOOLONG;
        return -1;
    }

    fd = mkostemp(path, O_CLOEXEC);

    if (fd != -1) {
        (void) unlink(path);
    }

    return fd;
}


static ngx_int_t
contentlib_from_pages_write(int fd, const ngx_str_t *part)
{
    size_t   written;
    ssize_t  n;

    for (written = 0; written < part->len; written += (size_t) n) {
        n = write(fd, part->data + written, part->len - written);

        if (n == -1) {

            if (errno != EINTR) {
                return NGX_ABORT;
            }

            n = 0;
        }
    }

    return NGX_OK;
}


static ngx_int_t
contentlib_from_pages_failed(contentlib_message_t *message, const char *what,
    const char *path)
{
    int   error;
    char  quoted[CONTENTLIB_QUOTE_SIZE];

    error = errno;

    return contentlib_message_set(message, "contentlib: cannot %s \"%s\": %s",
                                  what,
                                  contentlib_message_quote(quoted,
                                                    (const u_char *) path,
                                                    ngx_strlen(path)),
                                  strerror(error));
}
