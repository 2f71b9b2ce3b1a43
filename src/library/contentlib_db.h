
/*
 * Copyright (C) contentlib authors
 *
 * A library file, opened read-only through SQLite, and its statements.  In the
 * module only these sources and the VFS use SQLite.
 *
 * The caller of contentlib_db_open() owns the connection.  Only the process
 * that opened it may use or close it.
 *
 * Nothing is logged here.  A function that returns NGX_ERROR stores the reason
 * as the error, which stays until contentlib_db_clear_error().
 */


#ifndef _CONTENTLIB_DB_H_INCLUDED_
#define _CONTENTLIB_DB_H_INCLUDED_


#include <library/contentlib_file.h>
#include <library/contentlib_statements.h>


/* the row of "meta", which describes the library */

typedef struct {
    int64_t                  format;
    ngx_str_t                digest;        /* hexadecimal digits */
    time_t                   built;
    ngx_str_t                media_url;
    uint64_t                 items;
    uint64_t                 tags;
    uint64_t                 collections;
    uint64_t                 longest_alt_text;
    uint64_t                 longest_tag_name;
    uint64_t                 words;
} contentlib_meta_t;


/*
 * A connection.  Only the sources of contentlib_db_t use SQLite, so this
 * header names its types without including sqlite3.h.
 *
 * Statements fail with CONTENTLIB_TIMEOUT once contentlib_db_clock() has
 * passed the deadline.  In a thread they also do as soon as the worker is to
 * terminate, because nginx waits for the thread.
 */

typedef struct {
    struct sqlite3               *handle;
    struct sqlite3_stmt          *statements[CONTENTLIB_SQL_MAX];
    contentlib_error_t            error;    /* the first one */
    uint64_t                      deadline; /* 0: never */
    ngx_pool_t                   *pool;     /* of meta */

    /* the same file, because SQLite does not show its own descriptor */

    int                           fd;
    contentlib_file_identity_t    identity;

    contentlib_meta_t             meta;
    struct contentlib_tags_s     *tags;     /* see contentlib_tags.h */

    unsigned                      thread:1; /* a thread uses it */
} contentlib_db_t;


#define CONTENTLIB_DIGEST_LEN  64           /* hexadecimal digits */

/* items, tags or collections of a library: a set of positions has 2 MiB */

#define CONTENTLIB_DB_RECORDS  (16 * 1024 * 1024)

/* words of a library */

#define CONTENTLIB_DB_WORDS  (64 * 1024 * 1024)

/* bytes of the media URL, which a record may have in 2,000 places */

#define CONTENTLIB_DB_MEDIA_URL  255

/*
 * Opens and validates the file: cheap checks first, SQLite only then.  A
 * hostile file could take long, so this ends after a quarter of a second of the
 * processor.  "error" has the reason of NGX_ERROR.  "path" has a slash, since
 * ":memory:" is no file to SQLite.  "log" is for nginx's pools and must live as
 * long as the connection.
 */

ngx_int_t contentlib_db_open(contentlib_db_t **db, const char *path,
    contentlib_error_t *error, ngx_log_t *log);

/*
 * A library of another format, with its own statements; NULL: there is none.
 * Its records are whole: they refer to no others.
 */

ngx_int_t contentlib_db_open_format(contentlib_db_t **db, const char *path,
    int64_t format, const char *const statements[CONTENTLIB_SQL_MAX],
    contentlib_error_t *error, ngx_log_t *log);

void contentlib_db_close(contentlib_db_t *db);

#define contentlib_db_clear_error(db)                                         \
    (db)->error.failure = CONTENTLIB_NO_ERROR

/* anything has failed since then */

#define contentlib_db_failed(db)                                              \
    ((db)->error.failure != CONTENTLIB_NO_ERROR)

/* the monotonic clock, in microseconds */

static ngx_inline uint64_t
contentlib_db_clock(void)
{
    struct timespec  now;

    (void) clock_gettime(CLOCK_MONOTONIC, &now);

    return (uint64_t) now.tv_sec * 1000000 + (uint64_t) now.tv_nsec / 1000;
}


/* SQLite's progress handler: not 0 if the statement is to end */

int contentlib_db_progress(void *data);

/* NGX_OK, or NGX_ERROR with CONTENTLIB_TIMEOUT once it has passed */

ngx_int_t contentlib_db_on_time(contentlib_db_t *db);

/*
 * One statement: bind all values, from 1 on, then step and read columns, from
 * 0 on, then reset.  Errors are sticky: after one, stepping returns NGX_ERROR.
 *
 * contentlib_db_step() returns NGX_OK for a row, NGX_DONE after the last one,
 * or NGX_ERROR.  Every path ends in contentlib_db_reset(), which returns
 * NGX_ERROR if anything has failed since the error was last cleared.
 */

void contentlib_db_bind_integer(contentlib_db_t *db,
    contentlib_statement_e statement, int index, int64_t value);
void contentlib_db_bind_text(contentlib_db_t *db,
    contentlib_statement_e statement, int index, const ngx_str_t *value);
ngx_int_t contentlib_db_step(contentlib_db_t *db,
    contentlib_statement_e statement);
ngx_int_t contentlib_db_reset(contentlib_db_t *db,
    contentlib_statement_e statement);

/*
 * These set the error, unless one is set already, and return NGX_ERROR; the
 * first one takes a result code of SQLite.
 */

ngx_int_t contentlib_db_fail(contentlib_db_t *db, int rc);
ngx_int_t contentlib_db_no_memory(contentlib_db_t *db);
ngx_int_t contentlib_db_corrupt(contentlib_db_t *db, const char *text);
ngx_int_t contentlib_db_busy(contentlib_db_t *db, const char *text);

/*
 * Columns of the current row.  A value of another type than asked for means
 * a corrupt file and sets the error.  The text is copied to the pool, U+FFFD
 * in place of what is not UTF-8.  The bytes, of a text or of a blob, are
 * SQLite's and live until the next step or reset.
 */

int64_t contentlib_db_integer(contentlib_db_t *db,
    contentlib_statement_e statement, int column);
ngx_str_t contentlib_db_text(contentlib_db_t *db,
    contentlib_statement_e statement, int column, ngx_pool_t *pool);
ngx_str_t contentlib_db_blob(contentlib_db_t *db,
    contentlib_statement_e statement, int column);
ngx_str_t contentlib_db_text_bytes(contentlib_db_t *db,
    contentlib_statement_e statement, int column);


#endif /* _CONTENTLIB_DB_H_INCLUDED_ */
