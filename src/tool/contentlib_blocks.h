
/*
 * Copyright (C) contentlib authors
 *
 * Lists of positions in blocks, as in the table "tag_item", and functions for
 * them in SQL.  A list has two bytes for each position; the library has a
 * bitmap instead of a long list: see data/schema.sql.
 */


#ifndef _CONTENTLIB_BLOCKS_H_INCLUDED_
#define _CONTENTLIB_BLOCKS_H_INCLUDED_


#include <library/contentlib_set.h>
#include <tool/contentlib_sql.h>


/* a position within a block has 14 bits; bitmaps have at least 1,024 items */

#define CONTENTLIB_BLOCKS_SHIFT   14
#define CONTENTLIB_BLOCKS_DENSE   (CONTENTLIB_SET_BITMAP / 2)
#define CONTENTLIB_BLOCKS_BITMAP  CONTENTLIB_SET_BITMAP

/* a word has its items in its row up to this number */

#define CONTENTLIB_BLOCKS_FEW     64


/*
 * Adds functions to a connection:
 *
 *     block_join(items)        aggregate: the union of lists and bitmaps of one
 *                              block, in the form of the library
 *     block_few(block, items)  aggregate of this form, rows in the order of
 *                              blocks: all positions, four bytes each, or NULL
 *                              if they are more than 64
 */

void contentlib_blocks_functions(contentlib_sql_t *sql);

/* sets the bits of a list of "len" bytes */

void contentlib_blocks_bitmap(u_char *bitmap, const u_char *list, size_t len);


#endif /* _CONTENTLIB_BLOCKS_H_INCLUDED_ */
