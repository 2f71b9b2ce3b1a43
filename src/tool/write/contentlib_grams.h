
/*
 * Copyright (C) contentlib authors
 *
 * The short strings of texts and their items, for the table "item_gram".
 */


#ifndef _CONTENTLIB_GRAMS_H_INCLUDED_
#define _CONTENTLIB_GRAMS_H_INCLUDED_


#include <tool/write/contentlib_collector.h>


/*
 * The strings of one and two characters, and those of three whose middle one is
 * a blank.  What is not UTF-8, and NUL, which no query has, are characters of
 * no string.
 */

ngx_int_t contentlib_grams_add(contentlib_collector_t *grams,
    const ngx_str_t *folded, uint64_t position);

/*
 * After the last text: the strings of "word_gram" that stand in "item_text",
 * tables of the library that are complete.
 */

ngx_int_t contentlib_grams_add_frequent(contentlib_collector_t *grams,
    contentlib_sql_t *library);


#endif /* _CONTENTLIB_GRAMS_H_INCLUDED_ */
