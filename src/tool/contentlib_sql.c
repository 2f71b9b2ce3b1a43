
/*
 * Copyright (C) contentlib authors
 *
 * Runs statements of SQLite.
 */


#include <tool/contentlib_sql.h>

#include <library/contentlib_vfs.h>
#include <text/contentlib_text.h>

#include <limits.h>


#define CONTENTLIB_SQL_POOL  4096


static void contentlib_sql_open_flags(contentlib_sql_t *sql, const char *path,
    const char *name, int flags, const char *vfs);
static void contentlib_sql_function(contentlib_sql_t *sql, const char *name,
    void (*function)(sqlite3_context *context, int n, sqlite3_value **values));
static void contentlib_sql_folded(sqlite3_context *context, int n,
    sqlite3_value **values);
static void contentlib_sql_terms(sqlite3_context *context, int n,
    sqlite3_value **values);
static void contentlib_sql_fold_result(sqlite3_context *context,
    sqlite3_value *value, ngx_uint_t terms);
static void contentlib_sql_fold_end(void *pool);


void
contentlib_sql_open(contentlib_sql_t *sql, const char *path, const char *name)
{
    int  flags;

    /* a file that has vanished is not created again */

    flags = path[0] ? SQLITE_OPEN_READWRITE
                    : SQLITE_OPEN_READWRITE|SQLITE_OPEN_CREATE;

    contentlib_sql_open_flags(sql, path, name, flags,
                              path[0] ? CONTENTLIB_VFS : NULL);
}


void
contentlib_sql_open_readonly(contentlib_sql_t *sql, const char *path,
    const char *name)
{
    contentlib_sql_open_flags(sql, path, name, SQLITE_OPEN_READONLY,
                              CONTENTLIB_VFS);
}


static void
contentlib_sql_open_flags(contentlib_sql_t *sql, const char *path,
    const char *name, int flags, const char *vfs)
{
    int   code;
    char  relative[PATH_MAX + 2];

    sql->name = name;
    sql->handle = NULL;

    /* SQLite takes "file:x" for an address, and ":memory:" for no file */

    if (path[0] && path[0] != '/') {
        (void) snprintf(relative, sizeof(relative), "./%s", path);
        path = relative;
    }

    code = contentlib_vfs_register();

    if (code == SQLITE_OK) {
        code = sqlite3_open_v2(path, &sql->handle,
                               flags|SQLITE_OPEN_NOMUTEX|SQLITE_OPEN_EXRESCODE,
                               vfs);
    }

    contentlib_sql_result(sql, code);
}


void
contentlib_sql_close(contentlib_sql_t *sql)
{
    sqlite3       *handle;
    sqlite3_stmt  *statement;

    handle = sql->handle;
    sql->handle = NULL;

    while ((statement = sqlite3_next_stmt(handle, NULL)) != NULL) {
        (void) sqlite3_finalize(statement);
    }

    contentlib_sql_result(sql, sqlite3_close(handle));
}


void
contentlib_sql_fold(contentlib_sql_t *sql)
{
    contentlib_sql_function(sql, "fold", contentlib_sql_folded);
    contentlib_sql_function(sql, "terms", contentlib_sql_terms);
}


static void
contentlib_sql_function(contentlib_sql_t *sql, const char *name,
    void (*function)(sqlite3_context *context, int n, sqlite3_value **values))
{
    int  code;

    /* an index may be on the result, as it depends on the argument alone */

    code = sqlite3_create_function_v2(sql->handle, name, 1,
                                      SQLITE_UTF8|SQLITE_DETERMINISTIC
                                      |SQLITE_INNOCUOUS,
                                      ngx_create_pool(CONTENTLIB_SQL_POOL,
                                                      NULL),
                                      function, NULL, NULL,
                                      contentlib_sql_fold_end);

    contentlib_sql_result(sql, code);
}


static void
contentlib_sql_folded(sqlite3_context *context, int n, sqlite3_value **values)
{
    (void) n;

    contentlib_sql_fold_result(context, values[0], 0);
}


static void
contentlib_sql_terms(sqlite3_context *context, int n, sqlite3_value **values)
{
    (void) n;

    contentlib_sql_fold_result(context, values[0], 1);
}


static void
contentlib_sql_fold_result(sqlite3_context *context, sqlite3_value *value,
    ngx_uint_t terms)
{
    ngx_str_t    text, folded;
    ngx_pool_t  *pool;

    text.data = (u_char *) sqlite3_value_text(value);
    text.len = (size_t) sqlite3_value_bytes(value);

    if (text.data == NULL) {
        return;
    }

    pool = sqlite3_user_data(context);

    (void) contentlib_text_fold(&text, pool, &folded);

    if (terms) {
        text = folded;
        (void) contentlib_term_text(&text, pool, &folded);
        contentlib_term_join(&folded);
    }

    sqlite3_result_text64(context, (char *) folded.data, folded.len,
                          SQLITE_TRANSIENT, SQLITE_UTF8);

    ngx_reset_pool(pool);
}


static void
contentlib_sql_fold_end(void *pool)
{
    ngx_destroy_pool(pool);
}


void
contentlib_sql_run(contentlib_sql_t *sql, const char *text)
{
    contentlib_sql_result(sql, sqlite3_exec(sql->handle, text, NULL, NULL,
                                            NULL));
}


sqlite3_stmt *
contentlib_sql_prepare(contentlib_sql_t *sql, const char *text)
{
    int            code;
    sqlite3_stmt  *statement;

    code = sqlite3_prepare_v3(sql->handle, text, -1,
                              SQLITE_PREPARE_PERSISTENT, &statement, NULL);

    contentlib_sql_result(sql, code);

    return statement;
}


void
contentlib_sql_bind_integer(contentlib_sql_t *sql, sqlite3_stmt *statement,
    int index, int64_t value)
{
    contentlib_sql_result(sql, sqlite3_bind_int64(statement, index, value));
}


void
contentlib_sql_bind_text(contentlib_sql_t *sql, sqlite3_stmt *statement,
    int index, const ngx_str_t *value)
{
    int          code;
    const char  *data;

    data = value->data ? (const char *) value->data : "";

    code = sqlite3_bind_text64(statement, index, data, value->len,
                               SQLITE_STATIC, SQLITE_UTF8);

    contentlib_sql_result(sql, code);
}


void
contentlib_sql_bind_string(contentlib_sql_t *sql, sqlite3_stmt *statement,
    int index, const char *value)
{
    ngx_str_t  text;

    text.data = (u_char *) value;
    text.len = ngx_strlen(value);

    contentlib_sql_bind_text(sql, statement, index, &text);
}


void
contentlib_sql_bind_blob(contentlib_sql_t *sql, sqlite3_stmt *statement,
    int index, const void *data, size_t len)
{
    contentlib_sql_result(sql, sqlite3_bind_blob64(statement, index, data, len,
                                                   SQLITE_STATIC));
}


ngx_int_t
contentlib_sql_step(contentlib_sql_t *sql, sqlite3_stmt *statement)
{
    int  code;

    code = sqlite3_step(statement);

    if (code == SQLITE_ROW) {
        return NGX_OK;
    }

    if (code != SQLITE_DONE) {
        contentlib_sql_result(sql, code);
    }

    return NGX_DONE;
}


void
contentlib_sql_execute(contentlib_sql_t *sql, sqlite3_stmt *statement)
{
    (void) contentlib_sql_step(sql, statement);
    (void) sqlite3_reset(statement);
}


ngx_str_t
contentlib_sql_column(sqlite3_stmt *statement, int column)
{
    ngx_str_t  value;

    value.data = (u_char *) sqlite3_column_blob(statement, column);
    value.len = (size_t) sqlite3_column_bytes(statement, column);

    /* no bytes; they can be compared and copied, too */

    if (value.data == NULL) {
        ngx_str_set(&value, "");
    }

    return value;
}


void
contentlib_sql_result(contentlib_sql_t *sql, int code)
{
    int          system;
    const char  *name, *text;

    if (code == SQLITE_OK) {
        return;
    }

    if (code == SQLITE_IOERR_DATA) {
        contentlib_fail("contentlib: %s: the checksum of page %u is wrong",
                        sql->name, contentlib_vfs_bad_page(sql->handle));
    }

    /* the code of the system tells "disk full" from "file too large" */

    system = sql->handle ? sqlite3_system_errno(sql->handle) : 0;
    text = sql->handle ? sqlite3_errmsg(sql->handle) : sqlite3_errstr(code);

    /* SQLite writes nothing but temporary tables if the file is read only */

    name = sql->handle && sqlite3_db_readonly(sql->handle, "main") == 1
           && (code == SQLITE_FULL || code == SQLITE_IOERR_WRITE)
           ? "temporary file" : sql->name;

    if ((code & 0xff) != SQLITE_IOERR || system == 0) {
        contentlib_fail("contentlib: %s: %s", name, text);
    }

    contentlib_fail("contentlib: %s: %s: %s", name, text, strerror(system));
}
