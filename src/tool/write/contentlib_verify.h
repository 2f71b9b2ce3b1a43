
/*
 * Copyright (C) contentlib authors
 *
 * What SQLite itself can say of a library file.
 */


#ifndef _CONTENTLIB_VERIFY_H_INCLUDED_
#define _CONTENTLIB_VERIFY_H_INCLUDED_


#include <tool/contentlib_message.h>


/*
 * Verifies the structure of the file, and each search index against the texts
 * that it is of, in a process of its own: a damaged index can crash SQLite.
 * Nothing is written.  The name is for messages.
 *
 * contentlib_verify_end() is to follow contentlib_verify_begin(); meanwhile
 * this process can do something else.
 */

void contentlib_verify_begin(const char *path, const char *name);
void contentlib_verify_end(const char *name);


#endif /* _CONTENTLIB_VERIFY_H_INCLUDED_ */
