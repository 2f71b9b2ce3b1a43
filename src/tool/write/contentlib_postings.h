
/*
 * Copyright (C) contentlib authors
 *
 * The items of each tag, of each collection or of each type of content,
 * collected while the items pass by in the order of their positions.
 *
 * Owner: whoever opened them; contentlib_postings_close() frees everything.
 */


#ifndef _CONTENTLIB_POSTINGS_H_INCLUDED_
#define _CONTENTLIB_POSTINGS_H_INCLUDED_


#include <tool/contentlib_blocks.h>


#define CONTENTLIB_POSTINGS_TAGS         "tag_item"
#define CONTENTLIB_POSTINGS_COLLECTIONS  "collection_item"
#define CONTENTLIB_POSTINGS_TYPES        "content_type_item"

#define CONTENTLIB_POSTINGS_TYPES_MAX    256    /* letters */


typedef struct contentlib_postings_s  contentlib_postings_t;


/*
 * "sql" is a temporary database to keep finished blocks in, "table" one of
 * those above.  What is said of tags here is so of the keys of any table.
 */

contentlib_postings_t *contentlib_postings_open(contentlib_sql_t *sql,
    const char *table, uint64_t tags);
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
