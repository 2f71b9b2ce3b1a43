
/*
 * Copyright (C) contentlib authors
 *
 * What the sources of contentlib_db_t share; nobody else includes this file.
 */


#ifndef _CONTENTLIB_DB_PRIVATE_H_INCLUDED_
#define _CONTENTLIB_DB_PRIVATE_H_INCLUDED_


#include <library/contentlib_db.h>
#include <library/contentlib_file.h>
#include <library/contentlib_vfs.h>


struct contentlib_db_s {
    sqlite3                 *handle;
    sqlite3_stmt            *statements[CONTENTLIB_SQL_MAX];
    contentlib_db_error_t    error;
    uint64_t                 deadline;      /* microseconds, or 0 */
    pid_t                    owner;
    ngx_pool_t              *pool;          /* of meta */

    /* SQLite has a descriptor of its own, which it shows nobody */

    int                          fd;
    contentlib_file_identity_t   identity;

    contentlib_meta_t        meta;

    /* of a connection that is used by a thread */

    const ngx_atomic_t            *cancelled;
    const volatile sig_atomic_t   *terminated;
    unsigned                       limited:1;
};


/* sets the error from a result code of SQLite; returns NGX_ERROR */

ngx_int_t contentlib_db_fail(contentlib_db_t *db, int rc);

/*
 * The schema must be, to the letter, the one that SQLite makes of ours.
 * NGX_OK, or NGX_ERROR and the error is set.
 */

ngx_int_t contentlib_db_check_schema(contentlib_db_t *db);

/* run each statement once; read the row of "meta".  As above. */

ngx_int_t contentlib_db_probe(contentlib_db_t *db);
ngx_int_t contentlib_db_read_meta(contentlib_db_t *db);


#endif /* _CONTENTLIB_DB_PRIVATE_H_INCLUDED_ */
