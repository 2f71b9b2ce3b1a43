
/*
 * Copyright (C) contentlib authors
 *
 * Opens a library file and validates it in this order: the file, its header,
 * the statements, the row of "meta".  Nothing that a schema may contain is
 * executed: no views, triggers, extensions, virtual tables and generated
 * columns.  A file that was made to do harm fails one of these steps, in a
 * limited time.
 */


#include <library/contentlib_db.h>
#include <library/contentlib_vfs.h>


#define CONTENTLIB_DB_POOL       4096
#define CONTENTLIB_DB_OPCODES    100       /* between looks at the clock */
#define CONTENTLIB_DB_OPENING    250000    /* microseconds */
#define CONTENTLIB_DB_BUILT      253402300799   /* the end of 9999 */

/*
 * Bytes of a value: of the schema, with which SQLite reads statistics, which
 * may be expressions; and of a library whose schema has been examined.
 */

#define CONTENTLIB_DB_SCHEMA     16384
#define CONTENTLIB_DB_LONGEST    (4 * 1024 * 1024)


typedef struct {
    int          name;
    int          value;
} contentlib_db_setting_t;


typedef struct {
    const char  *sql;
    int64_t      expected;
    const char  *text;                      /* the error */
} contentlib_db_test_t;


static ngx_int_t contentlib_db_validate(contentlib_db_t *db, const char *path,
    int64_t format, const char *const statements[CONTENTLIB_SQL_MAX]);
static ngx_int_t contentlib_db_open_file(contentlib_db_t *db,
    const char *path);
static int contentlib_db_opening(void *data);
static uint64_t contentlib_db_processor_time(void);
static ngx_int_t contentlib_db_harden(contentlib_db_t *db);
static ngx_int_t contentlib_db_examine(contentlib_db_t *db, int64_t format);
static int contentlib_db_number(contentlib_db_t *db, const char *sql,
    int64_t *number);
static ngx_int_t contentlib_db_prepare(contentlib_db_t *db,
    const char *const statements[CONTENTLIB_SQL_MAX]);
static ngx_int_t contentlib_db_read_meta(contentlib_db_t *db, int64_t format);


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
    { SQLITE_LIMIT_LENGTH, CONTENTLIB_DB_SCHEMA },
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
    "PRAGMA cache_size = -4096;";


/* an expression of the file could take hours, and cannot be interrupted */

static const char  contentlib_db_generated[] =
    "SELECT count(*) FROM sqlite_schema AS s, pragma_table_xinfo(s.name) AS c"
    " WHERE s.rootpage > 0 AND c.hidden > 1";


ngx_int_t
contentlib_db_open(contentlib_db_t **result, const char *path,
    contentlib_error_t *error, ngx_log_t *log)
{
    return contentlib_db_open_format(result, path, CONTENTLIB_USER_VERSION,
                                     contentlib_statements, error, log);
}


ngx_int_t
contentlib_db_open_format(contentlib_db_t **result, const char *path,
    int64_t format, const char *const statements[CONTENTLIB_SQL_MAX],
    contentlib_error_t *error, ngx_log_t *log)
{
    ngx_pool_t       *pool;
    contentlib_db_t  *db;

    (void) contentlib_file_reject(error, ENOMEM, strerror(ENOMEM));

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
    db->fd = -1;

    if (contentlib_db_validate(db, path, format, statements) != NGX_OK) {
        *error = db->error;
        contentlib_db_close(db);
        return NGX_ERROR;
    }

    *result = db;

    return NGX_OK;
}


/*
 * Cheap checks first.  SQLite opens by name.  If the file of our descriptor has
 * the name at the end, both have the same file, because a file that is renamed
 * over does not come back.
 */

static ngx_int_t
contentlib_db_validate(contentlib_db_t *db, const char *path, int64_t format,
    const char *const statements[CONTENTLIB_SQL_MAX])
{
    contentlib_file_identity_t  after;

    db->deadline = contentlib_db_processor_time() + CONTENTLIB_DB_OPENING;

    if (contentlib_db_open_file(db, path) != NGX_OK
        || contentlib_db_harden(db) != NGX_OK
        || contentlib_db_examine(db, format) != NGX_OK)
    {
        return NGX_ERROR;
    }

    (void) sqlite3_limit(db->handle, SQLITE_LIMIT_LENGTH,
                         CONTENTLIB_DB_LONGEST);

    if (contentlib_db_prepare(db, statements) != NGX_OK
        || contentlib_db_read_meta(db, format) != NGX_OK
        || contentlib_file_examine(path, &after, &db->error) != NGX_OK)
    {
        return NGX_ERROR;
    }

    if (!contentlib_file_same(&after, &db->identity)) {
        return contentlib_file_reject(&db->error, EAGAIN,
                                      "it changed while it was opened");
    }

    /* most of the pages that are in memory now are not read again */

    (void) sqlite3_db_release_memory(db->handle);

    sqlite3_progress_handler(db->handle, CONTENTLIB_DB_OPCODES,
                             contentlib_db_progress, db);
    db->deadline = 0;

    return NGX_OK;
}


void
contentlib_db_close(contentlib_db_t *db)
{
    ngx_uint_t  i;

    for (i = 0; i < CONTENTLIB_SQL_MAX; i++) {
        (void) sqlite3_finalize(db->statements[i]);
    }

    (void) sqlite3_close(db->handle);

    if (db->fd != -1) {
        (void) close(db->fd);
    }

    ngx_destroy_pool(db->pool);
}


static ngx_int_t
contentlib_db_open_file(contentlib_db_t *db, const char *path)
{
    int  rc, err;

    db->fd = contentlib_file_open(path, &db->identity, &db->error);

    if (db->fd == -1) {
        return NGX_ERROR;
    }

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
                             contentlib_db_opening, db);

    return NGX_OK;
}


/* SQLite's progress handler while the file is validated */

static int
contentlib_db_opening(void *data)
{
    contentlib_db_t *db = data;

    return contentlib_db_processor_time() > db->deadline
           && contentlib_file_reject(&db->error, 0,
                                     "it takes too long to open")
              != NGX_OK;
}


/* the time of a slow disk does not count */

static uint64_t
contentlib_db_processor_time(void)
{
    struct timespec  now;

    (void) clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);

    return (uint64_t) now.tv_sec * 1000000 + (uint64_t) now.tv_nsec / 1000;
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

    /* a virtual table may need any time and memory */

    rc = sqlite3_drop_modules(db->handle, NULL);

    if (rc != SQLITE_OK) {
        return contentlib_db_fail(db, rc);
    }

    return NGX_OK;
}


/* SQLite would read a file that ends within its last page */

static ngx_int_t
contentlib_db_examine(contentlib_db_t *db, int64_t format)
{
    int         rc;
    off_t       size;
    int64_t     number;
    ngx_uint_t  i;

    size = db->identity.st_size;

    const contentlib_db_test_t  tests[] = {
        { "PRAGMA page_size", CONTENTLIB_VFS_PAGE, "not a contentlib library" },
        { "PRAGMA application_id", CONTENTLIB_APPLICATION_ID,
          "not a contentlib library" },
        { "PRAGMA user_version", format,
          "a library of another format: convert it with \"contentlib "
          "export\" and \"contentlib import\"" },
        { "PRAGMA page_count",
          size % CONTENTLIB_VFS_PAGE ? 0 : size / CONTENTLIB_VFS_PAGE,
          "its size does not match its number of pages" },
        { contentlib_db_generated, 0, "it has generated columns" }
    };

    for (i = 0; i < sizeof(tests) / sizeof(tests[0]); i++) {

        rc = contentlib_db_number(db, tests[i].sql, &number);

        if (rc != SQLITE_OK) {
            return contentlib_db_fail(db, rc);
        }

        if (number != tests[i].expected) {
            return contentlib_file_reject(&db->error, 0, tests[i].text);
        }
    }

    return NGX_OK;
}


static int
contentlib_db_number(contentlib_db_t *db, const char *sql, int64_t *number)
{
    int            rc;
    sqlite3_stmt  *stmt;

    *number = 0;

    rc = sqlite3_prepare_v2(db->handle, sql, -1, &stmt, NULL);

    if (rc != SQLITE_OK) {
        return rc;
    }

    rc = sqlite3_step(stmt);

    if (rc == SQLITE_ROW) {
        *number = sqlite3_column_int64(stmt, 0);
        rc = SQLITE_OK;
    }

    (void) sqlite3_finalize(stmt);

    return rc;
}


static ngx_int_t
contentlib_db_prepare(contentlib_db_t *db,
    const char *const statements[CONTENTLIB_SQL_MAX])
{
    int         rc;
    ngx_uint_t  i;

    rc = sqlite3_exec(db->handle, contentlib_db_pragmas, NULL, NULL, NULL);

    for (i = 0; i < CONTENTLIB_SQL_MAX && rc == SQLITE_OK; i++) {
        if (statements[i] != NULL) {
            rc = sqlite3_prepare_v3(db->handle, statements[i], -1,
                                    SQLITE_PREPARE_PERSISTENT,
                                    &db->statements[i], NULL);
        }
    }

    return rc == SQLITE_OK ? NGX_OK : contentlib_db_fail(db, rc);
}


static ngx_int_t
contentlib_db_read_meta(contentlib_db_t *db, int64_t format)
{
    contentlib_meta_t      *meta;
    contentlib_statement_e  sql;

    sql = CONTENTLIB_SQL_META;
    meta = &db->meta;

    if (contentlib_db_step(db, sql) != NGX_OK) {
        (void) contentlib_db_corrupt(db, "the row of \"meta\" is not valid");
        return contentlib_db_reset(db, sql);
    }

    meta->format = contentlib_db_integer(db, sql, 0);
    meta->digest = contentlib_db_text(db, sql, 1, db->pool);
    meta->built = (time_t) contentlib_db_integer(db, sql, 2);
    meta->media_url = contentlib_db_text(db, sql, 3, db->pool);
    meta->items = (uint64_t) contentlib_db_integer(db, sql, 4);
    meta->tags = (uint64_t) contentlib_db_integer(db, sql, 5);
    meta->collections = (uint64_t) contentlib_db_integer(db, sql, 6);
    meta->longest_alt_text = (uint64_t) contentlib_db_integer(db, sql, 7);
    meta->longest_tag_name = (uint64_t) contentlib_db_integer(db, sql, 8);
    meta->words = (uint64_t) contentlib_db_integer(db, sql, 9);

    if (meta->format != format
        || meta->built < 0
        || meta->built > CONTENTLIB_DB_BUILT
        || meta->media_url.len > CONTENTLIB_DB_MEDIA_URL
        || meta->items > CONTENTLIB_DB_RECORDS
        || meta->tags > CONTENTLIB_DB_RECORDS
        || meta->collections > CONTENTLIB_DB_RECORDS
        || meta->longest_alt_text > UINT32_MAX
        || meta->longest_tag_name > UINT32_MAX
        || meta->words > CONTENTLIB_DB_WORDS
        || meta->digest.len != CONTENTLIB_DIGEST_LEN)
    {
        (void) contentlib_db_corrupt(db, "the row of \"meta\" is not valid");
    }

    return contentlib_db_reset(db, sql);
}
