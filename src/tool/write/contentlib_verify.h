
/*
 * Copyright (C) contentlib authors
 *
 * What SQLite itself can say of a library file.
 */


#ifndef _CONTENTLIB_VERIFY_H_INCLUDED_
#define _CONTENTLIB_VERIFY_H_INCLUDED_


#include <tool/contentlib_message.h>


/* a process that verifies a file */

typedef struct {
    const char               *name;         /* of the file, for messages */
    pid_t                     pid;
} contentlib_verify_t;


/*
 * Verifies the structure of the file, and each search index against the texts
 * that it is of, in a process of its own: a damaged index can crash SQLite.
 * Nothing is written.  The first fault is printed: there is no message then.
 *
 * After NGX_OK of contentlib_verify_begin(), contentlib_verify_end() must be
 * called; meanwhile this process can do something else.
 */

ngx_int_t contentlib_verify_begin(contentlib_verify_t *verify,
    const char *path, const char *name, contentlib_message_t *message);
ngx_int_t contentlib_verify_end(contentlib_verify_t *verify,
    contentlib_message_t *message);


#endif /* _CONTENTLIB_VERIFY_H_INCLUDED_ */
