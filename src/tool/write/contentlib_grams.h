
/*
 * Copyright (C) contentlib authors
 *
 * The keys of texts: short strings, and terms with their beginnings.
 */


#ifndef _CONTENTLIB_GRAMS_H_INCLUDED_
#define _CONTENTLIB_GRAMS_H_INCLUDED_


#include <tool/write/contentlib_collector.h>


/*
 * Collect the words, short strings and terms of an alt text at its position.
 * The pool is for what is needed meanwhile.
 */

void contentlib_grams_text(contentlib_collector_t *collector,
    const ngx_str_t *folded, ngx_pool_t *pool);

/*
 * And a tag there: its number, the short strings and the terms of its name.
 * "name" selects the folded name of a number; it is used once as long as
 * the collector has the tag.
 */

void contentlib_grams_tag(contentlib_collector_t *collector, uint64_t number,
    contentlib_sql_t *stage, sqlite3_stmt *name, ngx_pool_t *pool);

/*
 * Collect the trigrams of the rows of "word"; those of the rows of "item_text"
 * that many words have, when those of words are in "posting"; and the strings
 * of the names in "tag", or of the terms of the names, as the kind says.
 */

void contentlib_grams_words(contentlib_collector_t *collector,
    contentlib_sql_t *library);
void contentlib_grams_frequent(contentlib_collector_t *collector,
    contentlib_sql_t *library);
void contentlib_grams_names(contentlib_collector_t *collector,
    contentlib_sql_t *library, contentlib_posting_e kind);


#endif /* _CONTENTLIB_GRAMS_H_INCLUDED_ */
