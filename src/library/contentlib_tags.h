
/*
 * Copyright (C) contentlib authors
 *
 * The tags of items.  An item has the numbers of its tags.  A connection keeps
 * tags as they are stored, in a table of fixed size with a place for each
 * number modulo its size.  What is kept does not depend on requests, so no
 * client can make it useless.
 */


#ifndef _CONTENTLIB_TAGS_H_INCLUDED_
#define _CONTENTLIB_TAGS_H_INCLUDED_


#include <library/contentlib_db.h>
#include <library/contentlib_marks.h>


#define CONTENTLIB_TAGS_KEPT    16384       /* places of the table */
#define CONTENTLIB_TAGS_NUMBER  3           /* bytes, little-endian */

#define contentlib_tags_number(p)                                             \
    ((uint32_t) (p)[0] | (uint32_t) (p)[1] << 8 | (uint32_t) (p)[2] << 16)


/*
 * Writes the tags with the numbers, with commas between them, and adds to
 * "size" their bytes as contentlib_records_size() counts them.  NGX_OK, or
 * NGX_ERROR with the error set.
 */

ngx_int_t contentlib_tags_write(contentlib_db_t *db, const ngx_str_t *numbers,
    contentlib_output_t *output, size_t *size);


#endif /* _CONTENTLIB_TAGS_H_INCLUDED_ */
