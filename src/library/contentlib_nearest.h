
/*
 * Copyright (C) contentlib authors
 *
 * The terms of a library that are spelled like another one.
 */


#ifndef _CONTENTLIB_NEAREST_H_INCLUDED_
#define _CONTENTLIB_NEAREST_H_INCLUDED_


#include <library/contentlib_filter.h>


/*
 * Adds the items of the terms that are nearest to a term, which no item has:
 * one insertion, deletion, replacement or exchange of neighbours away, or two
 * if the term has seven characters or more.  Shorter terms than four characters
 * have none.  A near term begins with the same character.
 */

void contentlib_nearest_items(contentlib_db_t *db, const ngx_str_t *term,
    ngx_pool_t *pool, contentlib_set_t *items);


#endif /* _CONTENTLIB_NEAREST_H_INCLUDED_ */
