
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
#include <text/contentlib_text.h>


/* the most bytes of a folded value */

#define CONTENTLIB_FILTER_FOLDED                                              \
    (CONTENTLIB_TEXT_GROWTH * CONTENTLIB_FILTER_MAX)

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

/*
 * 1 if all values that are not empty are whole keys of the index, each with a
 * block for 16,384 items.  The name of a tag is as many keys as tags have it: 1
 * if these are at most sixteen.
 */

ngx_uint_t contentlib_filter_by_keys(contentlib_db_t *db,
    const ngx_str_t *values);

/*
 * Add the items that match one value; those of a text to an empty set.  The
 * name of a tag is folded.
 */

void contentlib_filter_text(contentlib_db_t *db, const ngx_str_t *text,
    ngx_pool_t *pool, contentlib_set_t *items);
void contentlib_filter_tag(contentlib_db_t *db, const ngx_str_t *name,
    ngx_pool_t *pool, contentlib_set_t *items);
void contentlib_filter_tag_slug(contentlib_db_t *db, const ngx_str_t *slug,
    ngx_pool_t *pool, contentlib_set_t *items);
void contentlib_filter_tag_partial(contentlib_db_t *db, const ngx_str_t *part,
    ngx_pool_t *pool, contentlib_set_t *items);

/*
 * Folds a value.  NGX_OK; NGX_DECLINED if nothing can match, because the value
 * holds a NUL, or is empty or longer than "longest" when it is folded;
 * NGX_ERROR if there is no memory.
 */

ngx_int_t contentlib_filter_fold(contentlib_db_t *db, const ngx_str_t *text,
    uint64_t longest, ngx_pool_t *pool, ngx_str_t *folded);

/* the terms of a folded value; there are none if there is no memory */

void contentlib_filter_terms(contentlib_db_t *db, const ngx_str_t *folded,
    ngx_pool_t *pool, ngx_str_t *terms);

/* an empty set, or NULL, and the error is set */

contentlib_set_t *contentlib_filter_set(contentlib_db_t *db, ngx_pool_t *pool,
    uint64_t size);

/*
 * Add the positions of a key, or of all keys that begin with it, which has at
 * most CONTENTLIB_TERM_KEY bytes and a space.
 */

void contentlib_filter_postings(contentlib_db_t *db, contentlib_posting_e kind,
    const ngx_str_t *key, contentlib_set_t *set);
void contentlib_filter_beginning(contentlib_db_t *db,
    contentlib_posting_e kind, const ngx_str_t *key, contentlib_set_t *set);

/* the same for keys that are numbers, from the first to the last */

void contentlib_filter_numbers(contentlib_db_t *db, contentlib_posting_e kind,
    uint64_t first, uint64_t last, contentlib_set_t *set);

/*
 * Adds the words or tags that have up to nine trigrams of a folded part to an
 * empty set.  If the part has more than three characters, some may not have it.
 */

void contentlib_filter_part(contentlib_db_t *db, contentlib_posting_e kind,
    const ngx_str_t *part, ngx_pool_t *pool, contentlib_set_t *set);


/*
 * contentlib_relevance.c: the items that a search finds, in tiers.  The terms
 * of the alt text are those of the value, or begin with them; a tag has the
 * value as its name or slug; each term of the value is one of the alt text or
 * of the name of a tag; the last one begins such a term; of a script without
 * spaces, the value is a part of a text; and, if items have each of the terms,
 * terms without an ending.  A term with apostrophes may be met by its parts.
 *
 * If that finds nothing, the nearest terms take the place of those that no item
 * has: of a single term, the tiers are alt texts that are a nearest term, those
 * that begin with one, and items that have one.  If still no item has all
 * terms, the tiers are the items that have some of them, those with more terms
 * first and, of as many, those with whole terms.  Of a long value the first
 * eight terms count here.
 *
 * Returns the number of tiers, which are in the pool, the first one first; no
 * item is in two of them.  After an error there may be none.
 */

#define CONTENTLIB_RELEVANCE_TIERS  16

ngx_uint_t contentlib_relevance_find(contentlib_db_t *db,
    const ngx_str_t *value, ngx_pool_t *pool,
    contentlib_set_t *tiers[CONTENTLIB_RELEVANCE_TIERS]);


#endif /* _CONTENTLIB_FILTER_H_INCLUDED_ */
