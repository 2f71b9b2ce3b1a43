
/*
 * Copyright (C) contentlib authors
 *
 * Runs statements on an open library file.  The first failure is stored as
 * the error of the connection, and nothing is run until it is cleared.
 */


#include <library/contentlib_db.h>
#include <library/contentlib_vfs.h>
#include <text/contentlib_text.h>


static contentlib_failure_e contentlib_db_failure(int rc);
static ngx_uint_t contentlib_db_passing(int rc);
static ngx_int_t contentlib_db_set_error(contentlib_db_t *db,
    contentlib_failure_e failure, int code, const char *text);
static void contentlib_db_escape(char *to, size_t size, const char *text);
static ngx_str_t contentlib_db_bytes(contentlib_db_t *db,
    contentlib_statement_e statement, int column, int type);


int
contentlib_db_progress(void *data)
{
    contentlib_db_t *db = data;

    if (db->thread && __atomic_load_n(&ngx_terminate, __ATOMIC_RELAXED)) {
        return contentlib_db_fail(db, SQLITE_INTERRUPT) != NGX_OK;
    }

    return contentlib_db_on_time(db) != NGX_OK;
}


ngx_int_t
contentlib_db_on_time(contentlib_db_t *db)
{
    if (db->deadline == 0 || contentlib_db_clock() <= db->deadline) {
        return NGX_OK;
    }

    return contentlib_db_fail(db, SQLITE_INTERRUPT);
}


void
contentlib_db_bind_integer(contentlib_db_t *db,
    contentlib_statement_e statement, int index, int64_t value)
{
    int  rc;

    rc = sqlite3_bind_int64(db->statements[statement], index, value);

    if (rc != SQLITE_OK) {
        (void) contentlib_db_fail(db, rc);
    }
}


void
contentlib_db_bind_text(contentlib_db_t *db, contentlib_statement_e statement,
    int index, const ngx_str_t *value)
{
    int  rc;

    rc = sqlite3_bind_text64(db->statements[statement], index,
                             (const char *) value->data, value->len,
                             SQLITE_STATIC, SQLITE_UTF8);

    if (rc != SQLITE_OK) {
        (void) contentlib_db_fail(db, rc);
    }
}


ngx_int_t
contentlib_db_step(contentlib_db_t *db, contentlib_statement_e statement)
{
    int  rc;

    if (contentlib_db_failed(db)) {
        return NGX_ERROR;
    }

    rc = sqlite3_step(db->statements[statement]);

    if (rc == SQLITE_ROW) {
        return NGX_OK;
    }

    return rc == SQLITE_DONE ? NGX_DONE : contentlib_db_fail(db, rc);
}


ngx_int_t
contentlib_db_reset(contentlib_db_t *db, contentlib_statement_e statement)
{
    (void) sqlite3_reset(db->statements[statement]);
    (void) sqlite3_clear_bindings(db->statements[statement]);

    return contentlib_db_failed(db) ? NGX_ERROR : NGX_OK;
}


int64_t
contentlib_db_integer(contentlib_db_t *db, contentlib_statement_e statement,
    int column)
{
    sqlite3_stmt  *stmt;

    stmt = db->statements[statement];

    if (sqlite3_column_type(stmt, column) != SQLITE_INTEGER) {
        (void) contentlib_db_corrupt(db, "a value is not an integer");
        return 0;
    }

    return sqlite3_column_int64(stmt, column);
}


ngx_str_t
contentlib_db_text(contentlib_db_t *db, contentlib_statement_e statement,
    int column, ngx_pool_t *pool)
{
    ngx_str_t  text, copy;

    ngx_str_null(&copy);

    text = contentlib_db_text_bytes(db, statement, column);
    copy.data = ngx_pnalloc(pool, text.len * CONTENTLIB_TEXT_GROWTH + 1);

    if (copy.data == NULL) {
        (void) contentlib_db_no_memory(db);
        return copy;
    }

    copy.len = contentlib_text_repair(copy.data, &text);

    return copy;
}


ngx_str_t
contentlib_db_text_bytes(contentlib_db_t *db,
    contentlib_statement_e statement, int column)
{
    return contentlib_db_bytes(db, statement, column, SQLITE_TEXT);
}


ngx_str_t
contentlib_db_blob(contentlib_db_t *db, contentlib_statement_e statement,
    int column)
{
    return contentlib_db_bytes(db, statement, column, SQLITE_BLOB);
}


/* sqlite3_column_text() would copy a text to add a zero at its end */

static ngx_str_t
contentlib_db_bytes(contentlib_db_t *db, contentlib_statement_e statement,
    int column, int type)
{
    ngx_str_t      bytes;
    const void    *data;
    sqlite3_stmt  *stmt;

    ngx_str_set(&bytes, "");

    stmt = db->statements[statement];

    if (sqlite3_column_type(stmt, column) != type) {

        if (type == SQLITE_TEXT) {
            (void) contentlib_db_corrupt(db, "a value is not a text");

        } else {
            (void) contentlib_db_corrupt(db, "a value is not a blob");
        }

        return bytes;
    }

    data = sqlite3_column_blob(stmt, column);
    bytes.len = (size_t) sqlite3_column_bytes(stmt, column);

    if (bytes.len == 0) {
        return bytes;
    }

    if (data == NULL) {
        (void) contentlib_db_fail(db, SQLITE_NOMEM);
        bytes.len = 0;
        return bytes;
    }

    bytes.data = (u_char *) data;

    return bytes;
}


ngx_int_t
contentlib_db_no_memory(contentlib_db_t *db)
{
    return contentlib_db_fail(db, SQLITE_NOMEM);
}


ngx_int_t
contentlib_db_fail(contentlib_db_t *db, int rc)
{
    char         text[64];
    const char  *reason;

    reason = sqlite3_errstr(rc);

    /* the codes of the connection are extended ones; others are our own */

    if (db->handle != NULL && sqlite3_errcode(db->handle) == rc) {
        reason = sqlite3_errmsg(db->handle);
    }

    if (rc == SQLITE_IOERR_DATA) {
        (void) snprintf(text, sizeof(text), "the checksum of page %u is wrong",
                        contentlib_vfs_bad_page(db->handle));
        reason = text;
    }

    return contentlib_db_set_error(db, contentlib_db_failure(rc), rc, reason);
}


ngx_int_t
contentlib_db_corrupt(contentlib_db_t *db, const char *text)
{
    return contentlib_db_set_error(db, CONTENTLIB_UNREADABLE,
                                   SQLITE_CORRUPT, text);
}


ngx_int_t
contentlib_db_busy(contentlib_db_t *db, const char *text)
{
    return contentlib_db_set_error(db, CONTENTLIB_BUSY, SQLITE_BUSY, text);
}


static ngx_int_t
contentlib_db_set_error(contentlib_db_t *db, contentlib_failure_e failure,
    int code, const char *text)
{
    if (contentlib_db_failed(db)) {
        return NGX_ERROR;
    }

    db->error.failure = failure;
    db->error.code = code;
    db->error.passing = contentlib_db_passing(code);

    contentlib_db_escape(db->error.text, sizeof(db->error.text), text);

    return NGX_ERROR;
}


/* the messages of SQLite contain text from the file */

static void
contentlib_db_escape(char *to, size_t size, const char *text)
{
    char        *last;
    const char  *p;

    last = to + size - sizeof("\\xff");

    for (p = text; *p != '\0' && to <= last; p++) {

        if (*p >= ' ' && *p <= '~') {
            *to++ = *p;

        } else {
            to += snprintf(to, sizeof("\\xff"), "\\x%02x", (u_char) *p);
        }
    }

    *to = '\0';
}


/* not if the file is cut off, or a checksum is wrong */

static ngx_uint_t
contentlib_db_passing(int rc)
{
    switch (rc & 0xff) {

    case SQLITE_NOMEM:
        return 1;

    case SQLITE_IOERR:
        return rc != SQLITE_IOERR_DATA && rc != SQLITE_IOERR_SHORT_READ;

    default:
        return 0;
    }
}


static contentlib_failure_e
contentlib_db_failure(int rc)
{
    switch (rc & 0xff) {

    case SQLITE_INTERRUPT:
        return CONTENTLIB_TIMEOUT;

    case SQLITE_NOMEM:
    case SQLITE_FULL:
        return CONTENTLIB_NO_MEMORY;

    case SQLITE_ERROR:
    case SQLITE_MISUSE:
    case SQLITE_RANGE:
    case SQLITE_AUTH:
        return CONTENTLIB_BUG;

    default:
        return CONTENTLIB_UNREADABLE;
    }
}
