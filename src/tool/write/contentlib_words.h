
/*
 * Copyright (C) contentlib authors
 *
 * The words of texts and their items, collected while the texts pass by in
 * the order of their positions, for the tables "word" and "word_item".
 * Memory is bounded: what there is of a block is put away when it is much, or
 * when the next block begins.
 *
 * Owner: whoever opened them; contentlib_words_close() frees everything.
 */


#ifndef _CONTENTLIB_WORDS_H_INCLUDED_
#define _CONTENTLIB_WORDS_H_INCLUDED_


#include <tool/contentlib_blocks.h>


#define CONTENTLIB_WORDS_TABLE  "word_item"

/* "word_gram" has the trigrams of more words than that */

#define CONTENTLIB_WORDS_FREQUENT  128


typedef struct contentlib_words_s  contentlib_words_t;


/* "sql" is a temporary database to put words and blocks in */

contentlib_words_t *contentlib_words_open(contentlib_sql_t *sql);
void contentlib_words_close(contentlib_words_t *words);

/* positions must ascend */

ngx_int_t contentlib_words_add(contentlib_words_t *words,
    const ngx_str_t *folded, uint64_t position);

/* after the last text: all is in the temporary database */

ngx_int_t contentlib_words_end(contentlib_words_t *words);

/* a select of position, items and text, in order, from either database */

sqlite3_stmt *contentlib_words_select(contentlib_sql_t *sql);

/* ends, and copies the words and their blocks to the library */

ngx_int_t contentlib_words_write(contentlib_words_t *words,
    contentlib_sql_t *library);


#endif /* _CONTENTLIB_WORDS_H_INCLUDED_ */
