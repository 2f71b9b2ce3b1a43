
/*
 * Copyright (C) contentlib authors
 *
 * The temporary file of an import.  It is locked, so that others can tell it
 * from one that a killed process left.  At most one exists at a time; SIGINT,
 * SIGTERM and SIGHUP remove it before they end the program.
 */


#ifndef _CONTENTLIB_TEMPORARY_H_INCLUDED_
#define _CONTENTLIB_TEMPORARY_H_INCLUDED_


#include <ngx_config.h>
#include <ngx_core.h>

#include <limits.h>


/*
 * Creates an empty file.  "path" ends in XXXXXX, which is replaced, and is in
 * the directory.  Files of this name that nobody has locked are removed
 * before.  Returns the descriptor, or -1 with errno set.
 */

int contentlib_temporary_create(char path[PATH_MAX], const char *directory);

/* signals are as before; the file was removed, or renamed */

void contentlib_temporary_release(void);


#endif /* _CONTENTLIB_TEMPORARY_H_INCLUDED_ */
