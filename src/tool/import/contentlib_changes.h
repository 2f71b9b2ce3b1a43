
/*
 * Copyright (C) contentlib authors
 *
 * What a library has that another one has not: records as they are exported.
 */


#ifndef _CONTENTLIB_CHANGES_H_INCLUDED_
#define _CONTENTLIB_CHANGES_H_INCLUDED_


#include <tool/export/contentlib_export.h>


/*
 * Prints a line for tags, for items and for collections, and one if only their
 * order changes.  "name" is NULL without an old library; the new one is at
 * "path".
 */

void contentlib_changes(const char *name, const char *path);


#endif /* _CONTENTLIB_CHANGES_H_INCLUDED_ */
