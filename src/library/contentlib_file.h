
/*
 * Copyright (C) contentlib authors
 *
 * A library file as a file: what can be told without SQLite.  Safe in the
 * master process, which never gives a file to SQLite.
 */


#ifndef _CONTENTLIB_FILE_H_INCLUDED_
#define _CONTENTLIB_FILE_H_INCLUDED_


#include <library/contentlib_db.h>


#define CONTENTLIB_APPLICATION_ID  0x636c6962           /* "clib" */
#define CONTENTLIB_USER_VERSION    2


/* which file it is, and which content it has, as far as stat() can tell */

typedef struct {
    dev_t                    device;
    ino_t                    inode;
    off_t                    size;
    struct timespec          modified;
} contentlib_file_identity_t;


/*
 * Zeroes for a file that there is not.  Two are the same, content and all; or
 * one has been replaced by another file, not written to.
 */

void contentlib_file_identify(const char *path,
    contentlib_file_identity_t *identity);
ngx_uint_t contentlib_file_same(const contentlib_file_identity_t *one,
    const contentlib_file_identity_t *other);
ngx_uint_t contentlib_file_replaced(const contentlib_file_identity_t *one,
    const contentlib_file_identity_t *other);

/* sets the error; returns NGX_ERROR */

ngx_int_t contentlib_file_reject(contentlib_db_error_t *error, int code,
    const char *text);

/*
 * Checks that the path is a regular file without a hot journal or a
 * write-ahead log beside it, and that its first 100 bytes are the header of a
 * library of this version.  "path" is zero-terminated.
 *
 * Returns NGX_OK, or NGX_ERROR and the error is set.
 */

ngx_int_t contentlib_file_check(const char *path,
    contentlib_db_error_t *error);


#endif /* _CONTENTLIB_FILE_H_INCLUDED_ */
