
/*
 * Copyright (C) contentlib authors
 *
 * Looks at a library file without SQLite.
 */


#ifndef _CONTENTLIB_FILE_H_INCLUDED_
#define _CONTENTLIB_FILE_H_INCLUDED_


#include <ngx_config.h>
#include <ngx_core.h>


#define CONTENTLIB_APPLICATION_ID  0x636c6962           /* "clib" */
#define CONTENTLIB_USER_VERSION    7


/*
 * Why a library file cannot be opened or read: the kind of the failure, which
 * decides the answer to a request, and a text for the log.  The failures
 * between the blank lines are the reasons of a 503, in the order of the labels
 * in metrics/contentlib_metrics.c.
 */

typedef enum {
    CONTENTLIB_NO_ERROR = 0,

    CONTENTLIB_NO_LIBRARY,                  /* none is open */
    CONTENTLIB_UNREADABLE,                  /* I/O error or corrupt file */
    CONTENTLIB_TIMEOUT,                     /* over the deadline */
    CONTENTLIB_BUSY,                        /* too much is under way */
    CONTENTLIB_NO_MEMORY,

    CONTENTLIB_REJECTED,                    /* opening: not a library */
    CONTENTLIB_BUG,                         /* misuse of SQLite: ours */
    CONTENTLIB_FAILURES
} contentlib_failure_e;


typedef struct {
    contentlib_failure_e     failure;
    int                      code;          /* SQLite's or errno, or 0 */
    char                     text[256];     /* zero-terminated, for the log */
    ngx_uint_t               passing;       /* 1: not of the content, so the
                                               same file may be opened later */
} contentlib_error_t;


/* the file and its content, as far as stat() can tell */

typedef ngx_file_info_t  contentlib_file_identity_t;


/*
 * 1 if the two identities are: of one unchanged file; of two files; of one file
 * that was written to.  All are 0 if the file was renamed, has another mode or
 * another link, or was written to and its modification time was set back.
 */

ngx_uint_t contentlib_file_same(const contentlib_file_identity_t *one,
    const contentlib_file_identity_t *other);
ngx_uint_t contentlib_file_replaced(const contentlib_file_identity_t *one,
    const contentlib_file_identity_t *other);
ngx_uint_t contentlib_file_modified(const contentlib_file_identity_t *one,
    const contentlib_file_identity_t *other);

/* sets the error, which passes if it has a code; returns NGX_ERROR */

ngx_int_t contentlib_file_reject(contentlib_error_t *error, int code,
    const char *text);

/*
 * NGX_OK if the path is a regular file, and the identity is set; or NGX_ERROR,
 * and the error is set.  It is safe in the master process, which runs as root.
 */

ngx_int_t contentlib_file_examine(const char *path,
    contentlib_file_identity_t *identity, contentlib_error_t *error);

/*
 * NGX_ERROR, and the error is set, if a hot journal or a write-ahead log is
 * beside the path, which is not that of a link.
 */

ngx_int_t contentlib_file_sidecars(const char *path,
    contentlib_error_t *error);

/*
 * Opens a regular file that begins as an SQLite file, unless a hot journal or a
 * write-ahead log is beside it.
 *
 * Returns the descriptor, and the identity is set; or -1, and the error is set.
 */

int contentlib_file_open(const char *path,
    contentlib_file_identity_t *identity, contentlib_error_t *error);


#endif /* _CONTENTLIB_FILE_H_INCLUDED_ */
