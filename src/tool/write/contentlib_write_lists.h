
/*
 * Copyright (C) contentlib authors
 *
 * Writes the tags and the collections, each with its text for searches.
 */


#ifndef _CONTENTLIB_WRITE_LISTS_H_INCLUDED_
#define _CONTENTLIB_WRITE_LISTS_H_INCLUDED_


#include <tool/write/contentlib_writer.h>


ngx_int_t contentlib_write_tags(contentlib_writer_t *writer);
ngx_int_t contentlib_write_collections(contentlib_writer_t *writer);


#endif /* _CONTENTLIB_WRITE_LISTS_H_INCLUDED_ */
