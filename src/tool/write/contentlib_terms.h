
/*
 * Copyright (C) contentlib authors
 *
 * The terms of items, which are those of the alt text and of the names of the
 * tags, collected while the items pass by in the order of their positions, for
 * the table "term_item".  Memory is bounded, but for the names of tags: what
 * there is of a block is put away when it is much, or when the next block
 * begins.
 *
 * Owner: whoever opened them; contentlib_terms_close() frees everything.
 */


#ifndef _CONTENTLIB_TERMS_H_INCLUDED_
#define _CONTENTLIB_TERMS_H_INCLUDED_


#include <tool/contentlib_blocks.h>


#define CONTENTLIB_TERMS_TABLE  "term_item"


typedef struct contentlib_terms_s  contentlib_terms_t;


/* "sql" is a temporary database to put blocks in */

contentlib_terms_t *contentlib_terms_open(contentlib_sql_t *sql);
void contentlib_terms_close(contentlib_terms_t *terms);

/* the folded names of all tags, in the order of their positions */

ngx_int_t contentlib_terms_name(contentlib_terms_t *terms,
    const ngx_str_t *folded);

/* a folded text of an item, or a tag of it; positions must not descend */

ngx_int_t contentlib_terms_add(contentlib_terms_t *terms,
    const ngx_str_t *folded, uint64_t position);
ngx_int_t contentlib_terms_add_tag(contentlib_terms_t *terms, uint64_t tag,
    uint64_t position);

/* after the last item: all blocks are in the temporary database */

ngx_int_t contentlib_terms_end(contentlib_terms_t *terms);

/* ends, and copies the blocks to the library */

ngx_int_t contentlib_terms_write(contentlib_terms_t *terms,
    contentlib_sql_t *library);


#endif /* _CONTENTLIB_TERMS_H_INCLUDED_ */
