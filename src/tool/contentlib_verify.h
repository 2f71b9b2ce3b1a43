
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
    pid_t                     pid;
    int                       fd;           /* the message comes here */
} contentlib_verify_t;


/*
 * The structure of the file, and each search index against the texts that it
 * is of.  Nothing is written.  The first fault is the message.
 */

ngx_int_t contentlib_verify(const char *path, const char *name,
    contentlib_message_t *message);

/*
 * The same in a process of its own, while this one does something else.
 * After NGX_OK, contentlib_verify_end() must be called.
 */

ngx_int_t contentlib_verify_begin(contentlib_verify_t *verify,
    const char *path, const char *name, contentlib_message_t *message);
ngx_int_t contentlib_verify_end(contentlib_verify_t *verify,
    contentlib_message_t *message);


#endif /* _CONTENTLIB_VERIFY_H_INCLUDED_ */
