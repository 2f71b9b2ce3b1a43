
/*
 * Copyright (C) contentlib authors
 *
 * The terms of items, which are those of the alt text and of the names of the
 * tags, for the table "term_item".  The terms of tags are in a temporary
 * table.
 *
 * Owner: whoever opened them; contentlib_terms_close() frees everything.
 */


#ifndef _CONTENTLIB_TERMS_H_INCLUDED_
#define _CONTENTLIB_TERMS_H_INCLUDED_


#include <tool/write/contentlib_collector.h>


typedef struct {
    contentlib_collector_t   *collector;    /* of the terms of alt texts */
    contentlib_sql_t         *sql;
    sqlite3_stmt             *insert;       /* a term of a tag */
} contentlib_terms_t;


/* NGX_ERROR with the message set; contentlib_terms_close() is to follow, too */

ngx_int_t contentlib_terms_open(contentlib_terms_t *terms,
    contentlib_sql_t *sql);
void contentlib_terms_close(contentlib_terms_t *terms);

/* the folded name of a tag */

ngx_int_t contentlib_terms_tag(contentlib_terms_t *terms, int64_t tag,
    const ngx_str_t *folded);

/* the folded alt text of an item; positions must not descend */

ngx_int_t contentlib_terms_add(contentlib_terms_t *terms,
    const ngx_str_t *folded, uint64_t position);

/*
 * After the last tag and item, when "tag_item" is complete: adds its lists to
 * the collector.
 */

ngx_int_t contentlib_terms_end(contentlib_terms_t *terms);


#endif /* _CONTENTLIB_TERMS_H_INCLUDED_ */
