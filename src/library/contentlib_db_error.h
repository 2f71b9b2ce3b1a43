
/*
 * Copyright (C) contentlib authors
 *
 * Why a library file cannot be opened or read: the kind of the failure, which
 * decides the answer to a request, and a text for the log.
 */


#ifndef _CONTENTLIB_DB_ERROR_H_INCLUDED_
#define _CONTENTLIB_DB_ERROR_H_INCLUDED_


#include <ngx_config.h>
#include <ngx_core.h>


typedef enum {
    CONTENTLIB_DB_NO_ERROR = 0,
    CONTENTLIB_DB_REJECTED,                 /* no library, as a file */
    CONTENTLIB_DB_UNREADABLE,               /* I/O error or corrupt file */
    CONTENTLIB_DB_TIMEOUT,                  /* over the deadline */
    CONTENTLIB_DB_BUSY,                     /* too much is under way */
    CONTENTLIB_DB_NO_MEMORY,
    CONTENTLIB_DB_BUG,                      /* misuse of SQLite: ours */
    CONTENTLIB_DB_FAILURES
} contentlib_db_failure_e;


typedef struct {
    contentlib_db_failure_e   failure;
    int                       code;         /* SQLite's or errno, or 0 */
    char                      text[256];    /* zero-terminated, for the log */
} contentlib_db_error_t;


#endif /* _CONTENTLIB_DB_ERROR_H_INCLUDED_ */
