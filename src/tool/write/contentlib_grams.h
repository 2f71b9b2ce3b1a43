
/*
 * Copyright (C) contentlib authors
 *
 * The items of short strings, collected while their texts pass by in the order
 * of their positions, for the table "item_gram".  Memory is bounded: blocks, or
 * parts of them, are put away as they are finished.
 *
 * Owner: whoever opened them; contentlib_grams_close() frees everything.
 */


#ifndef _CONTENTLIB_GRAMS_H_INCLUDED_
#define _CONTENTLIB_GRAMS_H_INCLUDED_


#include <tool/contentlib_blocks.h>


#define CONTENTLIB_GRAMS_TABLE  "item_gram"


typedef struct contentlib_grams_s  contentlib_grams_t;


/* "sql" is a temporary database to keep finished blocks in */

contentlib_grams_t *contentlib_grams_open(contentlib_sql_t *sql);
void contentlib_grams_close(contentlib_grams_t *grams);

/*
 * The strings of one and two characters, and those of three whose middle one is
 * a blank.  Positions must ascend.  What is not UTF-8, and NUL, which no query
 * has, are characters of no string.
 */

ngx_int_t contentlib_grams_add(contentlib_grams_t *grams,
    const ngx_str_t *folded, uint64_t position);

/*
 * After the last text: the strings of "word_gram" that stand in "item_text",
 * tables of the library that are complete.
 */

ngx_int_t contentlib_grams_add_frequent(contentlib_grams_t *grams,
    contentlib_sql_t *library);

/* at the end: all blocks are in the temporary database */

ngx_int_t contentlib_grams_end(contentlib_grams_t *grams);

/* ends, and copies the blocks to the library */

ngx_int_t contentlib_grams_write(contentlib_grams_t *grams,
    contentlib_sql_t *library);


#endif /* _CONTENTLIB_GRAMS_H_INCLUDED_ */
