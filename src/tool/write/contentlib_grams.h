
/*
 * Copyright (C) contentlib authors
 *
 * The short strings of texts, for the tables "item_gram", "tag_gram",
 * "tag_text_gram" and "suggestion_gram".
 */


#ifndef _CONTENTLIB_GRAMS_H_INCLUDED_
#define _CONTENTLIB_GRAMS_H_INCLUDED_


#include <library/contentlib_search.h>
#include <tool/write/contentlib_collector.h>


#define CONTENTLIB_GRAMS_MOST   CONTENTLIB_SEARCH_SHORT
#define CONTENTLIB_GRAMS_ITEMS  2           /* characters of all strings */


/*
 * Writes the strings of one to three characters of the names in "source", a
 * table of the library, to "table", which is one of the collector's.
 */

ngx_int_t contentlib_grams_names(contentlib_sql_t *library,
    const char *source, const char *table);

/*
 * The strings of up to "most" characters, and those of three whose middle one
 * is a blank; positions must not descend.
 */

ngx_int_t contentlib_grams_add(contentlib_collector_t *collector,
    ngx_uint_t most, const ngx_str_t *folded, uint64_t position);

/*
 * After the last text: the strings of "word_gram" that stand in "item_text",
 * tables of the library that are complete.
 */

ngx_int_t contentlib_grams_add_frequent(contentlib_collector_t *collector,
    contentlib_sql_t *library);


#endif /* _CONTENTLIB_GRAMS_H_INCLUDED_ */
