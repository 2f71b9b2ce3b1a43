
/*
 * Copyright (C) contentlib authors
 *
 * The words of texts and their items, for the tables "word" and "word_item":
 * see data/schema.sql.
 */


#ifndef _CONTENTLIB_WORDS_H_INCLUDED_
#define _CONTENTLIB_WORDS_H_INCLUDED_


#include <tool/write/contentlib_collector.h>


void contentlib_words_add(contentlib_collector_t *words,
    const ngx_str_t *folded, uint64_t position);

/* after the last text: fills the tables of the library */

ngx_int_t contentlib_words_write(contentlib_collector_t *words,
    contentlib_sql_t *library);


#endif /* _CONTENTLIB_WORDS_H_INCLUDED_ */
