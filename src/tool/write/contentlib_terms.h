
/*
 * Copyright (C) contentlib authors
 *
 * The terms of words and of the names of tags, and the items that have a term
 * with a short beginning, for the tables "term_word", "term_tag", "term_item"
 * and "beginning_item".
 */


#ifndef _CONTENTLIB_TERMS_H_INCLUDED_
#define _CONTENTLIB_TERMS_H_INCLUDED_


#include <tool/write/contentlib_collector.h>


/*
 * "beginnings" is the collector of "beginning_item".  The text is the folded
 * alt text of an item; positions must not descend.
 */

void contentlib_terms_add(contentlib_collector_t *beginnings,
    const ngx_str_t *folded, uint64_t position);

/* when "word", "tag_text" and "tag_item" are complete: fills the tables */

void contentlib_terms_write(contentlib_collector_t *beginnings,
    contentlib_sql_t *library);


#endif /* _CONTENTLIB_TERMS_H_INCLUDED_ */
