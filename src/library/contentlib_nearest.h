
/*
 * Copyright (C) contentlib authors
 *
 * The terms of a library that are spelled like another one.
 */


#ifndef _CONTENTLIB_NEAREST_H_INCLUDED_
#define _CONTENTLIB_NEAREST_H_INCLUDED_


#include <library/contentlib_filter.h>


#define CONTENTLIB_NEAREST_TERMS  8
#define CONTENTLIB_NEAREST_MOST   2         /* differences */


typedef struct {
    ngx_str_t                term;          /* in the pool */
    ngx_uint_t               distance;
} contentlib_nearest_t;


/*
 * The terms that are nearest to a term, the nearest ones first: one insertion,
 * deletion, replacement or exchange of neighbours away, or two if the term has
 * seven characters or more.  A term of less than four characters has none.  The
 * first character is the same.  Returns their number.
 */

ngx_uint_t contentlib_nearest_find(contentlib_db_t *db, const ngx_str_t *term,
    ngx_pool_t *pool, contentlib_nearest_t nearest[CONTENTLIB_NEAREST_TERMS]);


#endif /* _CONTENTLIB_NEAREST_H_INCLUDED_ */
