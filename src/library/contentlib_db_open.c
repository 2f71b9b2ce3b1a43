
/*
 * Copyright (C) contentlib authors
 *
 * Opens a library file and validates it in this order: the file, the settings
 * of the connection, the schema, the statements, the row of "meta".  A file
 * that was made to do harm fails one of these steps within the deadline.
 */


#include <library/contentlib_db.h>
#include <library/contentlib_vfs.h>
#include <text/contentlib_text.h>

#include <contentlib_schema.h>


#define CONTENTLIB_DB_POOL       4096
#define CONTENTLIB_DB_OPCODES    100       /* between looks at the clock */
#define CONTENTLIB_DB_ATTEMPTS   3
#define CONTENTLIB_DB_HARD_HEAP  (64 * 1024 * 1024)
#define CONTENTLIB_DB_SCHEMA     16384     /* it has about 6,400 bytes */
#define CONTENTLIB_DB_BUILT      253402300799   /* the end of 9999 */


typedef struct {
    int          name;
    int          value;
} contentlib_db_setting_t;


static void contentlib_db_log(void *data, int code, const char *text);
static ngx_int_t contentlib_db_validate(contentlib_db_t *db,
    const char *path);
static ngx_int_t contentlib_db_open_file(contentlib_db_t *db,
    const char *path);
static ngx_int_t contentlib_db_open_handle(contentlib_db_t *db,
    const char *path);
static void contentlib_db_close_file(contentlib_db_t *db);
static ngx_int_t contentlib_db_harden(contentlib_db_t *db);
static ngx_int_t contentlib_db_check_schema(contentlib_db_t *db);
static int contentlib_db_model(void);
static int contentlib_db_schema(sqlite3 *handle, ngx_str_t *schema);
static ngx_int_t contentlib_db_prepare(contentlib_db_t *db);
static ngx_int_t contentlib_db_probe(contentlib_db_t *db);
static ngx_int_t contentlib_db_read_meta(contentlib_db_t *db);


static void  (*contentlib_db_log_handler)(void *data, int code,
    const char *text);

/* the schema is not on the heap, because nginx may unload the module */

static u_char     contentlib_db_expected_text[CONTENTLIB_DB_SCHEMA];
static ngx_str_t  contentlib_db_expected = { 0, contentlib_db_expected_text };


/* sqlite.org/security.html, "Untrusted SQLite Database Files" */

static const contentlib_db_setting_t  contentlib_db_config[] = {
    { SQLITE_DBCONFIG_DEFENSIVE, 1 },
    { SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0 },
    { SQLITE_DBCONFIG_ENABLE_TRIGGER, 0 },
    { SQLITE_DBCONFIG_ENABLE_VIEW, 0 },
    { SQLITE_DBCONFIG_ENABLE_LOAD_EXTENSION, 0 },
    { SQLITE_DBCONFIG_ENABLE_FTS3_TOKENIZER, 0 },
    { SQLITE_DBCONFIG_DQS_DML, 0 },
    { SQLITE_DBCONFIG_DQS_DDL, 0 },
    { SQLITE_DBCONFIG_WRITABLE_SCHEMA, 0 },
    { SQLITE_DBCONFIG_ENABLE_QPSG, 1 }
};


static const contentlib_db_setting_t  contentlib_db_limits[] = {
    { SQLITE_LIMIT_LENGTH, 4 * 1024 * 1024 },
    { SQLITE_LIMIT_SQL_LENGTH, 8192 },
    { SQLITE_LIMIT_COLUMN, 64 },
    { SQLITE_LIMIT_EXPR_DEPTH, 20 },
    { SQLITE_LIMIT_COMPOUND_SELECT, 3 },
    { SQLITE_LIMIT_VDBE_OP, 25000 },
    { SQLITE_LIMIT_FUNCTION_ARG, 8 },
    { SQLITE_LIMIT_ATTACHED, 0 },
    { SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 600 },
    { SQLITE_LIMIT_VARIABLE_NUMBER, 16 },
    { SQLITE_LIMIT_TRIGGER_DEPTH, 1 },
    { SQLITE_LIMIT_WORKER_THREADS, 0 }
};


static const char  contentlib_db_pragmas[] =
    "PRAGMA query_only = 1;"
    "PRAGMA cell_size_check = 1;"
    "PRAGMA temp_store = 2;"
    "PRAGMA cache_size = -8192;";


/* quoted texts with blanks between them are unambiguous */

static const char  contentlib_db_schema_text[] =
    "SELECT group_concat(quote(type) || ' ' || quote(name) || ' '"
    " || quote(tbl_name) || ' ' || quote(sql))"
    " FROM (SELECT * FROM sqlite_schema ORDER BY name)";


void
contentlib_db_init_process(void (*log)(void *data, int code,
    const char *text))
{
    contentlib_db_log_handler = log;

    (void) sqlite3_config(SQLITE_CONFIG_LOG, contentlib_db_log, NULL);

    (void) sqlite3_soft_heap_limit64(CONTENTLIB_DB_SOFT_HEAP);
    (void) sqlite3_hard_heap_limit64(CONTENTLIB_DB_HARD_HEAP);
}


/* interrupted statements are normal: searches that go to the thread */

static void
contentlib_db_log(void *data, int code, const char *text)
{
    char  line[256];

    if ((code & 0xff) == SQLITE_INTERRUPT) {
        return;
    }

    (void) snprintf(line, sizeof(line), "%s", text);

    contentlib_text_one_line(line);
    contentlib_db_log_handler(data, code, line);
}


ngx_uint_t
contentlib_db_threads(void)
{
    return sqlite3_threadsafe() != 0;
}


ngx_int_t
contentlib_db_limit(contentlib_db_t *db)
{
    int  rc;

    db->limited = 1;

    rc = sqlite3_exec(db->handle, "PRAGMA cache_size = -4096", NULL, NULL,
                      NULL);

    return rc == SQLITE_OK ? NGX_OK : contentlib_db_fail(db, rc);
}


ngx_int_t
contentlib_db_open(contentlib_db_t **result, const char *path,
    uint64_t deadline, contentlib_error_t *error, ngx_log_t *log)
{
    ngx_pool_t       *pool;
    contentlib_db_t  *db;

    error->failure = CONTENTLIB_NO_MEMORY;
    error->code = SQLITE_NOMEM;
    (void) snprintf(error->text, sizeof(error->text), "out of memory");

    pool = ngx_create_pool(CONTENTLIB_DB_POOL, log);
    if (pool == NULL) {
        return NGX_ERROR;
    }

    db = ngx_pcalloc(pool, sizeof(contentlib_db_t));
    if (db == NULL) {
        ngx_destroy_pool(pool);
        return NGX_ERROR;
    }

    db->pool = pool;
    db->owner = getpid();
    db->fd = -1;
    db->deadline = deadline;

    if (contentlib_db_validate(db, path) != NGX_OK) {
        *error = db->error;
        contentlib_db_close(db);
        return NGX_ERROR;
    }

    *result = db;

    return NGX_OK;
}


/*
 * Cheap checks first.  A file that is written to meanwhile is an error, a file
 * that is replaced is not.
 */

static ngx_int_t
contentlib_db_validate(contentlib_db_t *db, const char *path)
{
    if (contentlib_db_open_file(db, path) != NGX_OK
        || contentlib_db_harden(db) != NGX_OK
        || contentlib_db_check_schema(db) != NGX_OK
        || contentlib_db_prepare(db) != NGX_OK
        || contentlib_db_probe(db) != NGX_OK
        || contentlib_db_read_meta(db) != NGX_OK)
    {
        return NGX_ERROR;
    }

    if (contentlib_db_unwritten(db) != NGX_OK) {
        return contentlib_db_corrupt(db, "it changed while it was opened");
    }

    /* most of the pages that are in memory now are not read again */

    (void) sqlite3_db_release_memory(db->handle);

    db->deadline = 0;

    return NGX_OK;
}


void
contentlib_db_close(contentlib_db_t *db)
{
    ngx_uint_t  i;

    /* a child process must not close the connection of its parent */

    if (db->owner == getpid()) {

        for (i = 0; i < CONTENTLIB_SQL_MAX; i++) {
            (void) sqlite3_finalize(db->statements[i]);
        }

        contentlib_db_close_file(db);
    }

    ngx_destroy_pool(db->pool);
}


static void
contentlib_db_close_file(contentlib_db_t *db)
{
    (void) sqlite3_close(db->handle);
    db->handle = NULL;

    if (db->fd != -1) {
        (void) close(db->fd);
        db->fd = -1;
    }
}


/*
 * SQLite opens by name.  If the name leads to the file of our descriptor after
 * SQLite has opened it, both have the same file, because a file that is
 * renamed over does not come back.  If the name leads to another file, that
 * file is tried, even after an error: this one may have been deleted.
 */

static ngx_int_t
contentlib_db_open_file(contentlib_db_t *db, const char *path)
{
    ngx_int_t                   rc;
    ngx_uint_t                  i;
    contentlib_file_identity_t  now;

    rc = NGX_ERROR;

    for (i = 0; i < CONTENTLIB_DB_ATTEMPTS; i++) {

        contentlib_db_close_file(db);
        contentlib_db_clear_error(db);

        db->fd = contentlib_file_open(path, &db->identity, &db->error);
        rc = (db->fd != -1) ? contentlib_db_open_handle(db, path) : NGX_ERROR;

        if (stat(path, &now) == 0
            && !contentlib_file_replaced(&now, &db->identity))
        {
            return rc;
        }
    }

    return rc == NGX_OK ? contentlib_file_reject(&db->error, 0,
                                       "it was replaced again and again")
                        : NGX_ERROR;
}


static ngx_int_t
contentlib_db_open_handle(contentlib_db_t *db, const char *path)
{
    int  rc, err;

    rc = contentlib_vfs_register();

    if (rc != SQLITE_OK) {
        return contentlib_db_fail(db, rc);
    }

    rc = sqlite3_open_v2(path, &db->handle,
                         SQLITE_OPEN_READONLY|SQLITE_OPEN_NOMUTEX
                         |SQLITE_OPEN_PRIVATECACHE|SQLITE_OPEN_EXRESCODE,
                         CONTENTLIB_VFS);

    if (rc != SQLITE_OK) {
        err = sqlite3_system_errno(db->handle);

        return err ? contentlib_file_reject(&db->error, err, strerror(err))
                   : contentlib_db_fail(db, rc);
    }

    sqlite3_progress_handler(db->handle, CONTENTLIB_DB_OPCODES,
                             contentlib_db_progress, db);

    return NGX_OK;
}


static ngx_int_t
contentlib_db_harden(contentlib_db_t *db)
{
    int         rc, value;
    ngx_uint_t  i;

    for (i = 0;
         i < sizeof(contentlib_db_config) / sizeof(contentlib_db_config[0]);
         i++)
    {
        rc = sqlite3_db_config(db->handle, contentlib_db_config[i].name,
                               contentlib_db_config[i].value, &value);

        if (rc != SQLITE_OK || value != contentlib_db_config[i].value) {
            return contentlib_db_fail(db, rc ? rc : SQLITE_MISUSE);
        }
    }

    for (i = 0;
         i < sizeof(contentlib_db_limits) / sizeof(contentlib_db_limits[0]);
         i++)
    {
        (void) sqlite3_limit(db->handle, contentlib_db_limits[i].name,
                             contentlib_db_limits[i].value);
    }

    rc = sqlite3_exec(db->handle, contentlib_db_pragmas, NULL, NULL, NULL);

    return rc == SQLITE_OK ? NGX_OK : contentlib_db_fail(db, rc);
}


/* the schema must be exactly the one that SQLite makes of data/schema.sql */

static ngx_int_t
contentlib_db_check_schema(contentlib_db_t *db)
{
    int        rc;
    u_char     text[CONTENTLIB_DB_SCHEMA];
    ngx_str_t  found;

    found.data = text;

    rc = contentlib_db_model();

    if (rc == SQLITE_OK) {
        rc = contentlib_db_schema(db->handle, &found);
    }

    if (rc != SQLITE_OK) {
        return contentlib_db_fail(db, rc);
    }

    if (found.len != contentlib_db_expected.len
        || ngx_memcmp(text, contentlib_db_expected.data, found.len) != 0)
    {
        return contentlib_db_corrupt(db, "its schema is not that of a "
                                         "library");
    }

    return NGX_OK;
}


/* making the schema takes a millisecond, so a process does this only once */

static int
contentlib_db_model(void)
{
    int       rc;
    sqlite3  *model;

    if (contentlib_db_expected.len != 0) {
        return SQLITE_OK;
    }

    rc = sqlite3_open_v2(":memory:", &model,
                         SQLITE_OPEN_READWRITE|SQLITE_OPEN_NOMUTEX, NULL);

    if (rc == SQLITE_OK) {
        rc = sqlite3_exec(model, CONTENTLIB_SCHEMA, NULL, NULL, NULL);
    }

    if (rc == SQLITE_OK) {
        rc = contentlib_db_schema(model, &contentlib_db_expected);
    }

    if (contentlib_db_expected.len > CONTENTLIB_DB_SCHEMA) {
        contentlib_db_expected.len = 0;
        rc = SQLITE_TOOBIG;
    }

    (void) sqlite3_close(model);

    return rc;
}


/* at most CONTENTLIB_DB_SCHEMA bytes of it, and its length */

static int
contentlib_db_schema(sqlite3 *handle, ngx_str_t *schema)
{
    int            rc;
    sqlite3_stmt  *stmt;

    rc = sqlite3_prepare_v2(handle, contentlib_db_schema_text, -1, &stmt,
                            NULL);

    if (rc == SQLITE_OK) {
        rc = sqlite3_step(stmt);
    }

    if (rc == SQLITE_ROW) {
        rc = SQLITE_OK;
        schema->len = (size_t) sqlite3_column_bytes(stmt, 0);
    }

    /* the text of an empty schema is NULL */

    if (rc == SQLITE_OK && schema->len != 0) {
        ngx_memcpy(schema->data, sqlite3_column_blob(stmt, 0),
                   ngx_min(schema->len, CONTENTLIB_DB_SCHEMA));
    }

    (void) sqlite3_finalize(stmt);

    return rc;
}


static ngx_int_t
contentlib_db_prepare(contentlib_db_t *db)
{
    int         rc;
    ngx_uint_t  i;

    for (i = 0; i < CONTENTLIB_SQL_MAX; i++) {

        rc = sqlite3_prepare_v3(db->handle, contentlib_statements[i], -1,
                                SQLITE_PREPARE_PERSISTENT, &db->statements[i],
                                NULL);

        if (rc != SQLITE_OK) {
            return contentlib_db_fail(db, rc);
        }
    }

    return NGX_OK;
}


/*
 * Each statement once, with values for which it has little or nothing to do.
 * Any name contains the empty string, so the first row ends the scan.
 */

static ngx_int_t
contentlib_db_probe(contentlib_db_t *db)
{
    int                     i;
    contentlib_statement_e  sql;

    static const ngx_str_t  text = ngx_string("\"abc\"");
    static const ngx_str_t  empty = ngx_string("");

    for (sql = 0; sql < CONTENTLIB_SQL_MAX; sql++) {

        for (i = sqlite3_bind_parameter_count(db->statements[sql]); i > 0; i--)
        {
            contentlib_db_bind_text(db, sql, i,
                                    i == 1
                                    && sql != CONTENTLIB_SQL_DISPLAYED_SCAN
                                    ? &text : &empty);
        }

        (void) contentlib_db_step(db, sql);

        if (contentlib_db_reset(db, sql) != NGX_OK) {
            return NGX_ERROR;
        }
    }

    return NGX_OK;
}


static ngx_int_t
contentlib_db_read_meta(contentlib_db_t *db)
{
    int64_t                 format;
    contentlib_meta_t      *meta;
    contentlib_statement_e  sql;

    sql = CONTENTLIB_SQL_META;
    meta = &db->meta;

    if (contentlib_db_step(db, sql) != NGX_OK) {
        (void) contentlib_db_corrupt(db, "the row of \"meta\" is not valid");
        return contentlib_db_reset(db, sql);
    }

    format = contentlib_db_integer(db, sql, 0);

    meta->digest = contentlib_db_text(db, sql, 1, db->pool);
    meta->built = (time_t) contentlib_db_integer(db, sql, 2);
    meta->media_url = contentlib_db_text(db, sql, 3, db->pool);
    meta->items = (uint64_t) contentlib_db_integer(db, sql, 4);
    meta->tags = (uint64_t) contentlib_db_integer(db, sql, 5);
    meta->collections = (uint64_t) contentlib_db_integer(db, sql, 6);
    meta->longest_alt_text = (uint64_t) contentlib_db_integer(db, sql, 7);
    meta->longest_tag_name = (uint64_t) contentlib_db_integer(db, sql, 8);

    if (format != CONTENTLIB_USER_VERSION
        || meta->built < 0
        || meta->built > CONTENTLIB_DB_BUILT
        || meta->media_url.len > CONTENTLIB_DB_MEDIA_URL
        || meta->items > CONTENTLIB_DB_RECORDS
        || meta->tags > CONTENTLIB_DB_RECORDS
        || meta->collections > CONTENTLIB_DB_RECORDS
        || meta->longest_alt_text > UINT32_MAX
        || meta->longest_tag_name > UINT32_MAX
        || meta->digest.len != CONTENTLIB_DB_DIGEST)
    {
        (void) contentlib_db_corrupt(db, "the row of \"meta\" is not valid");
    }

    return contentlib_db_reset(db, sql);
}
