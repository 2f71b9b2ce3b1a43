
/*
 * Copyright (C) contentlib authors
 *
 * Filters of the lists: which positions match.
 *
 * A search runs from start to end, until the deadline of the connection or
 * until it is cancelled.  It uses its arguments and the connection only, so it
 * can run in a thread that uses the connection alone.
 */


#ifndef _CONTENTLIB_FILTER_H_INCLUDED_
#define _CONTENTLIB_FILTER_H_INCLUDED_


#include <library/contentlib_db.h>
#include <library/contentlib_set.h>


/* an empty value is no filter; all that are given must match */

typedef struct {
    ngx_str_t                text;          /* part of alt_text */
    ngx_str_t                tag;           /* whole name of a tag */
    ngx_str_t                tag_slug;      /* slug of a tag */
    ngx_str_t                tag_partial;   /* part of a tag's name */
    ngx_str_t                collection;    /* slug of a collection */
    ngx_str_t                content_type;  /* "G" or "I" */
} contentlib_filter_t;


/*
 * The items that match the filter, or NULL if no value is given; the tags
 * whose name has "name" as a part.  The set is in the pool.  NGX_OK, or
 * NGX_ERROR with the reason in contentlib_db_error().
 */

ngx_int_t contentlib_filter_items(contentlib_db_t *db,
    const contentlib_filter_t *filter, ngx_pool_t *pool,
    contentlib_set_t **items);
ngx_int_t contentlib_filter_tags(contentlib_db_t *db, const ngx_str_t *name,
    ngx_pool_t *pool, contentlib_set_t **tags);


#endif /* _CONTENTLIB_FILTER_H_INCLUDED_ */
