
/*
 * Copyright (C) contentlib authors
 *
 * The items of each tag, collected while the items pass by in the order of
 * their positions, for the table "tag_item".
 *
 * Owner: whoever opened them; contentlib_postings_close() frees everything.
 */


#ifndef _CONTENTLIB_POSTINGS_H_INCLUDED_
#define _CONTENTLIB_POSTINGS_H_INCLUDED_


#include <tool/contentlib_blocks.h>


#define CONTENTLIB_POSTINGS_TABLE  "tag_item"


typedef struct contentlib_postings_s  contentlib_postings_t;


/* "sql" is a temporary database to keep finished blocks in */

contentlib_postings_t *contentlib_postings_open(contentlib_sql_t *sql,
    uint64_t tags);
void contentlib_postings_close(contentlib_postings_t *postings);

/* positions must not descend */

ngx_int_t contentlib_postings_add(contentlib_postings_t *postings,
    uint64_t tag, uint64_t position);

/* after the last item: all blocks are in the temporary database */

ngx_int_t contentlib_postings_end(contentlib_postings_t *postings);

/* ends, and copies the blocks to the library */

ngx_int_t contentlib_postings_write(contentlib_postings_t *postings,
    contentlib_sql_t *library);

/* how many items carry the tag */

uint64_t contentlib_postings_count(contentlib_postings_t *postings,
    uint64_t tag);


#endif /* _CONTENTLIB_POSTINGS_H_INCLUDED_ */
