
/*
 * Copyright (C) contentlib authors
 *
 * Collects the positions of each key of the table "posting", while records pass
 * by in the order of their positions.  The lists of a block are appended to a
 * temporary table of their kind when the next block begins, or when there are
 * many, so memory is bounded.
 *
 * Owner: whoever opened it; contentlib_collector_close() frees everything.
 */


#ifndef _CONTENTLIB_COLLECTOR_H_INCLUDED_
#define _CONTENTLIB_COLLECTOR_H_INCLUDED_


#include <library/contentlib_posting.h>
#include <library/contentlib_set.h>
#include <tool/contentlib_sql.h>


typedef struct contentlib_collector_s      contentlib_collector_t;
typedef struct contentlib_collector_key_s  contentlib_collector_key_t;


/*
 * The connection has temporary tables and two functions more:
 *
 *     block_join(positions)    aggregate: the union of lists and bitmaps of one
 *                              block, in the form of the library
 *     block_count(positions)   how many they are
 */

contentlib_collector_t *contentlib_collector_open(contentlib_sql_t *sql);
void contentlib_collector_close(contentlib_collector_t *collector);

/*
 * Precedes the keys of a position, which must not descend among those of a
 * kind.  The collector may forget all keys, if there are many.
 */

void contentlib_collector_begin(contentlib_collector_t *collector,
    uint64_t position);

/*
 * contentlib_collector_find() returns NULL if there is no such key;
 * contentlib_collector_key() adds it then, with a parent, or NULL, which gets
 * all positions of the key, too.  A key of the kinds "tag" and "collection" is
 * a number.
 */

contentlib_collector_key_t *contentlib_collector_find(
    contentlib_collector_t *collector, contentlib_posting_e kind,
    const ngx_str_t *text);
contentlib_collector_key_t *contentlib_collector_key(
    contentlib_collector_t *collector, contentlib_posting_e kind,
    const ngx_str_t *text, contentlib_collector_key_t *parent);

/*
 * Room for keys, of which up to "n" may be set: they get all positions of the
 * key, too.
 */

contentlib_collector_key_t **contentlib_collector_others(
    contentlib_collector_t *collector, contentlib_collector_key_t *key,
    size_t n);

/* adds the position that was begun, once; does nothing if the key is NULL */

void contentlib_collector_push(contentlib_collector_t *collector,
    contentlib_collector_key_t *key);

/* forgets all keys, for a second pass over the positions */

void contentlib_collector_restart(contentlib_collector_t *collector);

/*
 * Moves the lists of a kind to "posting".  Until then they are in the temporary
 * table "posting_N", where N is the number of the kind, with the columns "key",
 * "block" and "positions", all of them after contentlib_collector_restart(); a
 * block of a key may have several rows.  Kinds are written in ascending order,
 * because a table that grows only at its end is smaller.
 */

void contentlib_collector_write(contentlib_collector_t *collector,
    contentlib_posting_e kind);


#endif /* _CONTENTLIB_COLLECTOR_H_INCLUDED_ */
