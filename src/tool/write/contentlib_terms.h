
/*
 * Copyright (C) contentlib authors
 *
 * The terms of items, which are those of the alt text and of the names of the
 * tags, for the table "term_item".  The names of all tags are in memory.
 *
 * Owner: whoever opened them; contentlib_terms_close() frees everything.
 */


#ifndef _CONTENTLIB_TERMS_H_INCLUDED_
#define _CONTENTLIB_TERMS_H_INCLUDED_


#include <tool/write/contentlib_collector.h>


typedef struct {
    contentlib_collector_t   *collector;
    contentlib_message_t     *message;
    ngx_pool_t               *pool;
    ngx_array_t               names;        /* of tags, by position */
} contentlib_terms_t;


/* NGX_ERROR with the message set; contentlib_terms_close() is to follow, too */

ngx_int_t contentlib_terms_open(contentlib_terms_t *terms,
    contentlib_sql_t *sql);
void contentlib_terms_close(contentlib_terms_t *terms);

/* the folded names of all tags, in the order of their positions */

ngx_int_t contentlib_terms_name(contentlib_terms_t *terms,
    const ngx_str_t *folded);

/* a folded text of an item, or a tag of it; positions must not descend */

ngx_int_t contentlib_terms_add(contentlib_terms_t *terms,
    const ngx_str_t *folded, uint64_t position);
ngx_int_t contentlib_terms_add_tag(contentlib_terms_t *terms, uint64_t tag,
    uint64_t position);


#endif /* _CONTENTLIB_TERMS_H_INCLUDED_ */
