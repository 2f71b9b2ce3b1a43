
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
 * Nothing is written.  The first fault is printed: there is no message then.
 * The name is for messages.
 *
 * After NGX_OK of contentlib_verify_begin(), contentlib_verify_end() must be
 * called; meanwhile this process can do something else.
 */

ngx_int_t contentlib_verify_begin(const char *path, const char *name,
    contentlib_message_t *message);
ngx_int_t contentlib_verify_end(const char *name,
    contentlib_message_t *message);


#endif /* _CONTENTLIB_VERIFY_H_INCLUDED_ */
