
/*
 * Copyright (C) contentlib authors
 *
 * The terms of a library that are nearest to the terms of a value.
 */


#ifndef _CONTENTLIB_NEAREST_H_INCLUDED_
#define _CONTENTLIB_NEAREST_H_INCLUDED_


#include <library/contentlib_db.h>


/* the most nearest terms of a term */

#define CONTENTLIB_NEAREST_TERMS  8


typedef struct contentlib_nearest_s  contentlib_nearest_t;

struct contentlib_nearest_s {
    ngx_str_t               term;           /* of the value */
    ngx_uint_t              n;
    ngx_str_t               nearest[CONTENTLIB_NEAREST_TERMS];
    contentlib_nearest_t   *previous;
};


/* the members that follow the pool are zero before the first term */

typedef struct {
    contentlib_db_t        *db;
    ngx_pool_t             *pool;
    contentlib_nearest_t   *last;
    ngx_uint_t              keys;           /* looked at */
} contentlib_nearest_value_t;


/*
 * The nearest terms are all equally near, and in the order of their bytes:
 * those with one difference and the same first character; if there are none,
 * with one difference, unless the script is one without spaces; if there are
 * none, of a term with seven characters or more, with two differences and the
 * same first character.  A difference is a character that is inserted, removed,
 * replaced or exchanged with the next one.  A term of less than four characters
 * has no nearest term.
 *
 * Of the keys of a library, 4,000 are looked at for all terms of a value.  If
 * this is not enough, the terms that have been found are the nearest ones.
 *
 * The terms are in the pool.  NULL means that the error of the connection is
 * set.
 */

const contentlib_nearest_t *contentlib_nearest_find(
    contentlib_nearest_value_t *value, const ngx_str_t *term);


#endif /* _CONTENTLIB_NEAREST_H_INCLUDED_ */
