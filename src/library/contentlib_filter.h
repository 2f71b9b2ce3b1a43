
/*
 * Copyright (C) contentlib authors
 *
 * Filters of the lists: which positions match.
 *
 * A pass is stepped: it visits some matches, rests, and can be dropped at any
 * time, since nothing of SQLite's stays open between two steps.
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
} contentlib_filter_t;


typedef struct contentlib_pass_s  contentlib_pass_t;


/* 1 if any filter is given */

ngx_uint_t contentlib_filter_given(const contentlib_filter_t *filter);

/*
 * A pass over the items that match the filter, or over the tags whose name
 * has "name" as a part.  NULL if there is no memory.  The pass and its set are
 * in the pool; the values of the filter must live as long.
 */

contentlib_pass_t *contentlib_pass_items(contentlib_db_t *db,
    const contentlib_filter_t *filter, ngx_pool_t *pool);
contentlib_pass_t *contentlib_pass_tags(contentlib_db_t *db,
    const ngx_str_t *name, ngx_pool_t *pool);

/*
 * Visits about "rows" rows, or a thousand matches of an index, which are less
 * work than to begin with it anew.  Returns NGX_OK when the pass is complete,
 * NGX_AGAIN when there is more to do, NGX_ERROR with the reason in
 * contentlib_db_error().
 */

ngx_int_t contentlib_pass_step(contentlib_pass_t *pass, ngx_uint_t rows);

/* what matched; complete after NGX_OK */

const contentlib_set_t *contentlib_pass_set(const contentlib_pass_t *pass);


#endif /* _CONTENTLIB_FILTER_H_INCLUDED_ */
