
/*
 * Copyright (C) contentlib authors
 *
 * Filters of the lists: which positions match.
 *
 * A search runs from start to end, or until the deadline of the connection.  It
 * uses its arguments and the connection only, so it can run in a thread that
 * uses the connection alone.
 */


#ifndef _CONTENTLIB_FILTER_H_INCLUDED_
#define _CONTENTLIB_FILTER_H_INCLUDED_


#include <api/contentlib_request.h>
#include <library/contentlib_db.h>
#include <library/contentlib_posting.h>
#include <library/contentlib_set.h>


/*
 * Errors stick, as those of statements do: after one, what a function gives or
 * has added means nothing.
 *
 * The items that match each filter of CONTENTLIB_VALUES values that is not
 * empty, or NULL if all are; the tags whose name has "name" as a part, in the
 * order of the number of items.  The set is in the pool; NULL is an error as
 * well.
 */

contentlib_set_t *contentlib_filter_items(contentlib_db_t *db,
    const ngx_str_t *values, ngx_pool_t *pool);
contentlib_set_t *contentlib_filter_tags(contentlib_db_t *db,
    const ngx_str_t *name, ngx_pool_t *pool);

/* add the items that match one value; those of a text to an empty set */

void contentlib_filter_text(contentlib_db_t *db, const ngx_str_t *text,
    ngx_pool_t *pool, contentlib_set_t *items);
void contentlib_filter_tag(contentlib_db_t *db, const ngx_str_t *name,
    ngx_pool_t *pool, contentlib_set_t *items);
void contentlib_filter_tag_slug(contentlib_db_t *db, const ngx_str_t *slug,
    ngx_pool_t *pool, contentlib_set_t *items);
void contentlib_filter_tag_partial(contentlib_db_t *db, const ngx_str_t *part,
    ngx_pool_t *pool, contentlib_set_t *items);

/*
 * Folds the case of a value, which is not empty.  NGX_OK; NGX_DECLINED if
 * nothing can match, because the value holds a NUL or is longer, folded, than
 * "longest"; NGX_ERROR if there is no memory.
 */

ngx_int_t contentlib_filter_fold(contentlib_db_t *db, const ngx_str_t *text,
    uint64_t longest, ngx_pool_t *pool, ngx_str_t *folded);

/* add the positions of a key, or of all keys that begin with it */

void contentlib_filter_postings(contentlib_db_t *db, contentlib_posting_e kind,
    const ngx_str_t *key, contentlib_set_t *set);
void contentlib_filter_beginning(contentlib_db_t *db,
    contentlib_posting_e kind, const ngx_str_t *key, contentlib_set_t *set);

/* the same for keys that are numbers, from the first to the last */

void contentlib_filter_numbers(contentlib_db_t *db, contentlib_posting_e kind,
    uint64_t first, uint64_t last, contentlib_set_t *set);

/*
 * Adds the words or tags that have all trigrams of a folded part to an empty
 * set.  If the part has more than three characters, some may not have the part.
 */

void contentlib_filter_part(contentlib_db_t *db, contentlib_posting_e kind,
    const ngx_str_t *part, ngx_pool_t *pool, contentlib_set_t *set);


/*
 * contentlib_relevance.c: the items that a search finds, in tiers: those with
 * a tag whose name or slug is the value; those in which each word of the value
 * is a word of the alt text or of the name of a tag; those in which the last
 * word is the beginning of such a word; and those that have the value as a
 * part, which are looked for if the others are none, or if the value is of a
 * script without spaces.
 *
 * The tiers in the pool, the first one first; no item is in two of them.  After
 * an error they may be NULL.
 */

#define CONTENTLIB_RELEVANCE_TIERS  4

void contentlib_relevance_find(contentlib_db_t *db,
    const ngx_str_t *value, ngx_pool_t *pool,
    contentlib_set_t *tiers[CONTENTLIB_RELEVANCE_TIERS]);


#endif /* _CONTENTLIB_FILTER_H_INCLUDED_ */
