
/*
 * Copyright (C) contentlib authors
 *
 * Blocks of the table "posting" in the functions of SQL, see contentlib_set.h.
 */


#ifndef _CONTENTLIB_BLOCKS_H_INCLUDED_
#define _CONTENTLIB_BLOCKS_H_INCLUDED_


#include <library/contentlib_set.h>
#include <tool/contentlib_sql.h>


/* a position within a block has 14 bits; bitmaps have at least 1,024 */

#define CONTENTLIB_BLOCKS_SHIFT   14
#define CONTENTLIB_BLOCKS_DENSE   (CONTENTLIB_SET_BITMAP / 2)
#define CONTENTLIB_BLOCKS_BITMAP  CONTENTLIB_SET_BITMAP

/*
 * Adds functions to a connection:
 *
 *     block_join(positions)    aggregate: the union of lists and bitmaps of one
 *                              block, in the form of the library
 *     block_count(positions)   how many they are
 */

void contentlib_blocks_functions(contentlib_sql_t *sql);

/* sets the bits of a list of "len" bytes */

void contentlib_blocks_bitmap(u_char *bitmap, const u_char *list, size_t len);


#endif /* _CONTENTLIB_BLOCKS_H_INCLUDED_ */
