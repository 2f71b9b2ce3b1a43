
/*
 * Copyright (C) contentlib authors
 *
 * The items that a search finds, in tiers: those with a tag whose name or slug
 * is the value; those in which each word of the value is a word of the alt
 * text or of the name of a tag; those in which the last word is the beginning
 * of such a word; and those that have the value as a part, which are looked
 * for if the others are none, or if the value is of a script without spaces.
 */


#ifndef _CONTENTLIB_RELEVANCE_H_INCLUDED_
#define _CONTENTLIB_RELEVANCE_H_INCLUDED_


#include <library/contentlib_db.h>
#include <library/contentlib_set.h>


#define CONTENTLIB_RELEVANCE_TIERS  4


/*
 * The tiers in the pool, the first one first; no item is in two of them.  After
 * an error, which is in the connection, they may be NULL.
 */

void contentlib_relevance_find(contentlib_db_t *db,
    const ngx_str_t *value, ngx_pool_t *pool,
    contentlib_set_t *tiers[CONTENTLIB_RELEVANCE_TIERS]);


#endif /* _CONTENTLIB_RELEVANCE_H_INCLUDED_ */
