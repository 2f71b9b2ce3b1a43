
/*
 * Copyright (C) contentlib authors
 *
 * The items of each key of a table such as "tag_item", collected while the
 * items pass by in the order of their positions.  The lists of a block are
 * appended to a temporary table when the next block begins, or when they are
 * long, so memory is bounded.
 *
 * Owner: whoever opened it; contentlib_collector_close() frees everything.
 */


#ifndef _CONTENTLIB_COLLECTOR_H_INCLUDED_
#define _CONTENTLIB_COLLECTOR_H_INCLUDED_


#include <tool/contentlib_blocks.h>


/* tables of the library */

#define CONTENTLIB_COLLECTOR_TAGS         "tag_item"
#define CONTENTLIB_COLLECTOR_COLLECTIONS  "collection_item"
#define CONTENTLIB_COLLECTOR_TYPES        "content_type_item"
#define CONTENTLIB_COLLECTOR_BEGINNINGS   "beginning_item"
#define CONTENTLIB_COLLECTOR_WORDS        "word_block"  /* temporary */
#define CONTENTLIB_COLLECTOR_GRAMS        "item_gram"
#define CONTENTLIB_COLLECTOR_TAG_GRAMS    "tag_gram"
#define CONTENTLIB_COLLECTOR_TAG_NAMES    "tag_text_gram"
#define CONTENTLIB_COLLECTOR_SUGGESTIONS  "suggestion_gram"

/*
 * The temporary table of a table has the columns "key", "block" and "items", in
 * the form of the library.  A block of a key may have several rows.
 */

#define contentlib_collector_list(table)  "temp." table "_list"


typedef struct contentlib_collector_s      contentlib_collector_t;
typedef struct contentlib_collector_key_s  contentlib_collector_key_t;


/* "table" is one of those above */

contentlib_collector_t *contentlib_collector_open(contentlib_sql_t *sql,
    const char *table);
void contentlib_collector_close(contentlib_collector_t *collector);

/* adds a position to a key; positions must not descend; keys are of one type */

void contentlib_collector_add(contentlib_collector_t *collector,
    const ngx_str_t *key, uint64_t position);
void contentlib_collector_add_number(contentlib_collector_t *collector,
    uint64_t number, uint64_t position);

/*
 * The same in steps.  contentlib_collector_begin() precedes the keys of a
 * position: the collector may forget all keys then, if there are many, and
 * returns NGX_DONE.  contentlib_collector_find() returns NULL if there is no
 * such key; contentlib_collector_key() adds it then, with a parent, or NULL,
 * which gets all positions of the key, too.  contentlib_collector_push() does
 * nothing if the key is NULL.  What contentlib_collector_alloc() returns lives
 * as long as the keys.
 */

ngx_int_t contentlib_collector_begin(contentlib_collector_t *collector,
    uint64_t position);
contentlib_collector_key_t *contentlib_collector_find(
    contentlib_collector_t *collector, const ngx_str_t *key);
contentlib_collector_key_t *contentlib_collector_key(
    contentlib_collector_t *collector, const ngx_str_t *key,
    contentlib_collector_key_t *parent);
void contentlib_collector_push(contentlib_collector_t *collector,
    contentlib_collector_key_t *key, uint64_t position);
void *contentlib_collector_alloc(contentlib_collector_t *collector,
    size_t size);

/* forgets all keys, for a second pass over the positions */

void contentlib_collector_restart(contentlib_collector_t *collector);

/* ends, and moves the lists to the table: keys, blocks and items */

void contentlib_collector_write(contentlib_collector_t *collector);


#endif /* _CONTENTLIB_COLLECTOR_H_INCLUDED_ */
