
/*
 * Copyright (C) contentlib authors
 *
 * The short strings of texts, for the tables "item_gram", "tag_gram",
 * "tag_text_gram" and "suggestion_gram": strings of one or two characters, and
 * of three characters with a blank in the middle.
 */


#ifndef _CONTENTLIB_GRAMS_H_INCLUDED_
#define _CONTENTLIB_GRAMS_H_INCLUDED_


#include <tool/write/contentlib_collector.h>


/*
 * Writes the short strings of the names in "source", a table of the library, to
 * "table", which is one of the collector's.
 */

void contentlib_grams_names(contentlib_sql_t *library, const char *source,
    const char *table);

/* adds a position to the short strings of a text; it must not descend */

void contentlib_grams_add(contentlib_collector_t *collector,
    const ngx_str_t *folded, uint64_t position);

/*
 * The keys of these strings and NULL, until contentlib_collector_begin()
 * returns NGX_DONE.
 */

contentlib_collector_key_t **contentlib_grams_keys(
    contentlib_collector_t *collector, const ngx_str_t *folded);

/*
 * After the last text: the most frequent strings of "word_gram", in the texts
 * of "item_text".
 */

void contentlib_grams_add_frequent(contentlib_collector_t *collector,
    contentlib_sql_t *library);


#endif /* _CONTENTLIB_GRAMS_H_INCLUDED_ */
