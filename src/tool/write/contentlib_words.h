
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

/* a temporary table of the blocks of all words, by key and block */

#define CONTENTLIB_WORDS_BLOCKS  "temp.word_block"

/* the rows of "word" */

#define CONTENTLIB_WORDS_SELECT                                               \
    "SELECT row_number() OVER (ORDER BY key) - 1 AS position,"                \
    " block_few(block, items) AS items, key AS folded FROM "                  \
    CONTENTLIB_WORDS_BLOCKS " GROUP BY key ORDER BY key"

/* those of "word_item", for the words that have no items in their rows */

#define contentlib_words_blocks(word)                                         \
    "SELECT w.position AS key, b.block, b.items FROM " word " AS w"           \
    " CROSS JOIN " CONTENTLIB_WORDS_BLOCKS " AS b ON b.key = w.folded"        \
    " WHERE w.items IS NULL ORDER BY w.position, b.block"


ngx_int_t contentlib_words_add(contentlib_collector_t *words,
    const ngx_str_t *folded, uint64_t position);

/* after the last text: fills the temporary table */

ngx_int_t contentlib_words_end(contentlib_collector_t *words,
    contentlib_sql_t *sql);

/* ends, and fills the tables of the library */

ngx_int_t contentlib_words_write(contentlib_collector_t *words,
    contentlib_sql_t *library);


#endif /* _CONTENTLIB_WORDS_H_INCLUDED_ */
