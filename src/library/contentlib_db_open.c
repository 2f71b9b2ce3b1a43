
/*
 * Copyright (C) contentlib authors
 */


#include <library/contentlib_db_private.h>


#define CONTENTLIB_DB_POOL       4096
#define CONTENTLIB_DB_OPCODES    100       /* between looks at the clock */
#define CONTENTLIB_DB_PATIENCE   250000    /* microseconds to open a file */
#define CONTENTLIB_DB_ATTEMPTS   3
#define CONTENTLIB_DB_SOFT_HEAP  (48 * 1024 * 1024)
#define CONTENTLIB_DB_HARD_HEAP  (64 * 1024 * 1024)

/* of a thread: the rest is for the event loop */

#define CONTENTLIB_DB_LIMIT      (56 * 1024 * 1024)


typedef struct {
    int          name;
    int          value;
} contentlib_db_setting_t;


static void contentlib_db_log(void *data, int code, const char *text);
static ngx_int_t contentlib_db_validate(contentlib_db_t *db,
    const ngx_str_t *path);
static void contentlib_db_patience(contentlib_db_t *db);
static ngx_int_t contentlib_db_open_file(contentlib_db_t *db,
    const ngx_str_t *path);
static ngx_int_t contentlib_db_open_handle(contentlib_db_t *db,
    const char *uri);
static void contentlib_db_close_file(contentlib_db_t *db);
static ngx_int_t contentlib_db_harden(contentlib_db_t *db);
static ngx_int_t contentlib_db_prepare(contentlib_db_t *db);
static int contentlib_db_progress(void *data);
static char *contentlib_db_uri(const ngx_str_t *path, ngx_pool_t *pool);


static void  (*contentlib_db_log_handler)(void *data, int code,
    const char *text);


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
    "PRAGMA mmap_size = 0;"
    "PRAGMA cell_size_check = 1;"
    "PRAGMA temp_store = 2;"
    "PRAGMA cache_size = -8192;";


void
contentlib_db_init_process(void (*log)(void *data, int code,
    const char *text))
{
    contentlib_db_log_handler = log;

    (void) sqlite3_config(SQLITE_CONFIG_LOG, contentlib_db_log, NULL);
    (void) sqlite3_config(SQLITE_CONFIG_MMAP_SIZE, (sqlite3_int64) 0,
                          (sqlite3_int64) 0);

    (void) sqlite3_soft_heap_limit64(CONTENTLIB_DB_SOFT_HEAP);
    (void) sqlite3_hard_heap_limit64(CONTENTLIB_DB_HARD_HEAP);
}


/* it is usual that a search does not finish at once */

static void
contentlib_db_log(void *data, int code, const char *text)
{
    if ((code & 0xff) != SQLITE_INTERRUPT) {
        contentlib_db_log_handler(data, code, text);
    }
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
contentlib_db_open(contentlib_db_t **result, const ngx_str_t *path,
    contentlib_db_error_t *error, ngx_log_t *log)
{
    ngx_pool_t       *pool;
    contentlib_db_t  *db;

    error->failure = CONTENTLIB_DB_NO_MEMORY;
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

    if (contentlib_db_validate(db, path) != NGX_OK) {
        *error = db->error;
        contentlib_db_close(db);
        return NGX_ERROR;
    }

    *result = db;

    return NGX_OK;
}


/*
 * Cheap checks first.  Nobody may write to the file meanwhile; that another
 * one takes its name is of no matter.
 */

static ngx_int_t
contentlib_db_validate(contentlib_db_t *db, const ngx_str_t *path)
{
    contentlib_db_patience(db);

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

    db->deadline = 0;

    return NGX_OK;
}


/* a hostile schema could keep the parser busy for minutes */

static void
contentlib_db_patience(contentlib_db_t *db)
{
    db->deadline = contentlib_db_clock() + CONTENTLIB_DB_PATIENCE;
}


const contentlib_file_identity_t *
contentlib_db_identity(contentlib_db_t *db)
{
    return &db->identity;
}


ngx_int_t
contentlib_db_unwritten(contentlib_db_t *db)
{
    contentlib_file_identity_t  now;

    if (contentlib_file_identify_open(db->fd, &now) == 0
        && contentlib_file_written(&now, &db->identity))
    {
        return NGX_ERROR;
    }

    return NGX_OK;
}


void
contentlib_db_close(contentlib_db_t *db)
{
    ngx_uint_t  i;

    /* a connection must not be closed by a child of the process it is of */

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
 * SQLite opens by name.  If the name leads to the file that was opened before
 * still, or again, then SQLite has it, too: it cannot have been away.  If it
 * leads to another one by now, then that one is tried, whatever has come of
 * this one: it may have been deleted.
 */

static ngx_int_t
contentlib_db_open_file(contentlib_db_t *db, const ngx_str_t *path)
{
    char                        *name, *uri;
    ngx_int_t                    rc;
    ngx_uint_t                   i;
    contentlib_file_identity_t   now;

    name = ngx_pnalloc(db->pool, path->len + 1);
    uri = contentlib_db_uri(path, db->pool);

    if (name == NULL || uri == NULL) {
        return contentlib_db_fail(db, SQLITE_NOMEM);
    }

    ngx_memcpy(name, path->data, path->len);
    name[path->len] = '\0';

    rc = NGX_ERROR;

    for (i = 0; i < CONTENTLIB_DB_ATTEMPTS; i++) {

        contentlib_db_close_file(db);
        contentlib_db_clear_error(db);

        db->fd = contentlib_file_open(name, &db->identity, &db->error);
        rc = (db->fd != -1) ? contentlib_db_open_handle(db, uri) : NGX_ERROR;

        if (contentlib_file_identify(name, &now) == 0
            && !contentlib_file_replaced(&now, &db->identity))
        {
            return rc;
        }
    }

    return rc == NGX_OK ? contentlib_file_reject(&db->error, 0,
                                       "others took its name again and again")
                        : NGX_ERROR;
}


static ngx_int_t
contentlib_db_open_handle(contentlib_db_t *db, const char *uri)
{
    int  rc, err;

    rc = contentlib_vfs_register();

    if (rc != SQLITE_OK) {
        return contentlib_db_fail(db, rc);
    }

    /* without "immutable" each statement would lock and stat the file */

    rc = sqlite3_open_v2(uri, &db->handle,
                         SQLITE_OPEN_READONLY|SQLITE_OPEN_URI
                         |SQLITE_OPEN_NOMUTEX|SQLITE_OPEN_PRIVATECACHE
                         |SQLITE_OPEN_EXRESCODE, CONTENTLIB_VFS);

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

        if (!sqlite3_stmt_readonly(db->statements[i])) {
            return contentlib_db_fail(db, SQLITE_MISUSE);
        }
    }

    return NGX_OK;
}


static int
contentlib_db_progress(void *data)
{
    contentlib_db_t *db = data;

    if ((db->cancelled != NULL
         && __atomic_load_n(db->cancelled, __ATOMIC_RELAXED))
        || (db->terminated != NULL
            && __atomic_load_n(db->terminated, __ATOMIC_RELAXED)))
    {
        return contentlib_db_fail(db, SQLITE_INTERRUPT) != NGX_OK;
    }

    if (db->limited && sqlite3_memory_used() > CONTENTLIB_DB_LIMIT) {
        return contentlib_db_fail(db, SQLITE_NOMEM) != NGX_OK;
    }

    return contentlib_db_on_time(db) != NGX_OK;
}


/*
 * "%", "?" and "#" mean something in a URI.  So does "//" after "file:": what
 * follows is a host.  An absolute path therefore stands behind an empty one;
 * a relative path, which the prefix of nginx may make, has none.
 */

static char *
contentlib_db_uri(const ngx_str_t *path, ngx_pool_t *pool)
{
    char    *uri, *p;
    size_t   i;
    u_char   c;

    static const char  scheme[] = "file:";
    static const char  host[] = "//";
    static const char  query[] = "?immutable=1&cache=private";
    static const char  hex[] = "0123456789abcdef";

    uri = ngx_pnalloc(pool, sizeof(scheme) + sizeof(host) + path->len * 3
                            + sizeof(query));
    if (uri == NULL) {
        return NULL;
    }

    p = (char *) ngx_cpymem(uri, scheme, sizeof(scheme) - 1);

    if (path->len && path->data[0] == '/') {
        p = (char *) ngx_cpymem(p, host, sizeof(host) - 1);
    }

    for (i = 0; i < path->len; i++) {
        c = path->data[i];

        if (c == '%' || c == '?' || c == '#') {
            *p++ = '%';
            *p++ = hex[c >> 4];
            *p++ = hex[c & 15];
            continue;
        }

        *p++ = (char) c;
    }

    ngx_memcpy(p, query, sizeof(query));

    return uri;
}
