
/*
 * Copyright (C) contentlib authors
 *
 * The file that an import makes: built under a temporary name beside the
 * library, renamed over it when it is whole, removed when it is not.
 *
 * At most one target is open at a time, see contentlib_temporary.h.
 */


#ifndef _CONTENTLIB_TARGET_H_INCLUDED_
#define _CONTENTLIB_TARGET_H_INCLUDED_


#include <tool/contentlib_message.h>

#include <limits.h>


typedef struct {
    char                      path[PATH_MAX];
    char                      directory[PATH_MAX];
    char                      temporary[PATH_MAX];
    int                       fd;           /* of the temporary file, locked;
                                               -1: there is none */
    const char               *name;         /* as given */
    contentlib_message_t     *message;
} contentlib_target_t;


/*
 * Creates an empty temporary file, and removes those of this name that a
 * killed process left.  "name" lives as long as the target.
 */

ngx_int_t contentlib_target_open(contentlib_target_t *target,
    const char *name, contentlib_message_t *message);

/* the temporary file, which SQLite has closed, becomes the library */

ngx_int_t contentlib_target_publish(contentlib_target_t *target);

/* removes the temporary file unless it was published */

void contentlib_target_close(contentlib_target_t *target);


#endif /* _CONTENTLIB_TARGET_H_INCLUDED_ */
