
/*
 * Copyright (C) contentlib authors
 *
 * The file that an import makes: built as ".NAME.tmp" beside the library,
 * renamed over it when it is whole, removed when it is not.  It is locked, so
 * that other imports of the same library wait.
 *
 * There is one target in the life of the program.  exit(), SIGINT, SIGTERM and
 * SIGHUP remove a temporary file that was not published.
 */


#ifndef _CONTENTLIB_TARGET_H_INCLUDED_
#define _CONTENTLIB_TARGET_H_INCLUDED_


#include <tool/contentlib_message.h>

#include <limits.h>


/* room for a directory and a name, and for that of a temporary file */

#define CONTENTLIB_TARGET_PATH       (2 * PATH_MAX)
#define CONTENTLIB_TARGET_TEMPORARY  (2 * PATH_MAX + 32)


typedef struct {
    char                      path[CONTENTLIB_TARGET_PATH];
    char                      directory[PATH_MAX];
    char                      temporary[CONTENTLIB_TARGET_TEMPORARY];
    int                       fd;           /* of the temporary file, locked */
    const char               *name;         /* as given */
    uint64_t                  bytes;        /* of the file, when published */
} contentlib_target_t;


/*
 * Waits for another import of the library, and creates the temporary file, or
 * empties the one that a killed import left.  What exists and is neither empty
 * nor a library is refused.  "name" lives as long as the target.
 */

void contentlib_target_open(contentlib_target_t *target, const char *name);

/* the temporary file, which SQLite has closed, becomes the library */

void contentlib_target_publish(contentlib_target_t *target);


#endif /* _CONTENTLIB_TARGET_H_INCLUDED_ */
