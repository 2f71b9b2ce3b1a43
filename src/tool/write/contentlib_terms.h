
/*
 * Copyright (C) contentlib authors
 *
 * The terms of words and of the names of tags, and the items that have a term
 * with a short beginning, for the tables "term_word", "term_tag", "term_item"
 * and "beginning_item".
 *
 * Owner: whoever opened them; contentlib_terms_close() frees everything.
 */


#ifndef _CONTENTLIB_TERMS_H_INCLUDED_
#define _CONTENTLIB_TERMS_H_INCLUDED_


#include <tool/write/contentlib_collector.h>


typedef struct {
    contentlib_collector_t   *beginnings;
    contentlib_sql_t         *sql;
    sqlite3_stmt             *tag;          /* adds a term of a tag */
    sqlite3_stmt             *word;
} contentlib_terms_t;


void contentlib_terms_open(contentlib_terms_t *terms, contentlib_sql_t *sql);
void contentlib_terms_close(contentlib_terms_t *terms);

/* the folded name of a tag */

void contentlib_terms_tag(contentlib_terms_t *terms, int64_t tag,
    const ngx_str_t *folded);

/* the folded alt text of an item; positions must not descend */

void contentlib_terms_add(contentlib_terms_t *terms, const ngx_str_t *folded,
    uint64_t position);

/* when "word" and "tag_item" are complete: fills the tables */

void contentlib_terms_write(contentlib_terms_t *terms);


#endif /* _CONTENTLIB_TERMS_H_INCLUDED_ */
