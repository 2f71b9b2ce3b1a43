
/*
 * Copyright (C) contentlib authors
 *
 * Writes the items that records of collections list.
 */


#ifndef _CONTENTLIB_WRITE_MEMBERS_H_INCLUDED_
#define _CONTENTLIB_WRITE_MEMBERS_H_INCLUDED_


#include <tool/write/contentlib_writer.h>


/* the rows of "collection_item"; items and collections are written */

ngx_int_t contentlib_write_members(contentlib_writer_t *writer);


#endif /* _CONTENTLIB_WRITE_MEMBERS_H_INCLUDED_ */
