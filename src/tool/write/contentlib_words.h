
/*
 * Copyright (C) contentlib authors
 *
 * The words of texts and their items, for the tables "word" and "word_item":
 * see data/schema.sql.
 */


#ifndef _CONTENTLIB_WORDS_H_INCLUDED_
#define _CONTENTLIB_WORDS_H_INCLUDED_


#include <tool/write/contentlib_collector.h>


/* "word_gram" has the trigrams of more words than that */

#define CONTENTLIB_WORDS_FREQUENT  128

/*
 * The rows of "word" out of the temporary table.  Its rows are stored in the
 * order of key and block, so that an aggregate sees the blocks of a word in
 * this order.
 */

#define CONTENTLIB_WORDS_SELECT                                               \
    "SELECT row_number() OVER (ORDER BY place) - 1 AS position, items,"       \
    " key AS folded FROM (SELECT key, min(place) AS place,"                   \
    " block_few(block, items) AS items FROM "                                 \
    contentlib_collector_list(CONTENTLIB_COLLECTOR_WORDS) " GROUP BY key)"    \
    " ORDER BY place"

/* the lists of the words that have no items in their rows */

#define contentlib_words_lists(word)                                          \
    "(SELECT w.position AS key, l.block, l.items FROM " word " AS w"          \
    " CROSS JOIN " contentlib_collector_list(CONTENTLIB_COLLECTOR_WORDS)      \
    " AS l ON l.key = w.folded WHERE w.items IS NULL)"


ngx_int_t contentlib_words_add(contentlib_collector_t *words,
    const ngx_str_t *folded, uint64_t position);

/* after the last text: fills the tables of the library */

ngx_int_t contentlib_words_write(contentlib_collector_t *words,
    contentlib_sql_t *library);


#endif /* _CONTENTLIB_WORDS_H_INCLUDED_ */
