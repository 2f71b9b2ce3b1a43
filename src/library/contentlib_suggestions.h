
/*
 * Copyright (C) contentlib authors
 *
 * Search suggestions out of the library file.
 */


#ifndef _CONTENTLIB_SUGGESTIONS_H_INCLUDED_
#define _CONTENTLIB_SUGGESTIONS_H_INCLUDED_


#include <library/contentlib_search.h>


typedef enum {
    CONTENTLIB_SUGGEST_COLLECTION = 0,
    CONTENTLIB_SUGGEST_TAG
} contentlib_suggestion_type_e;


typedef struct {
    contentlib_suggestion_type_e  type;
    ngx_str_t                     text;
} contentlib_suggestion_t;


/* a search for suggestions, made of steps; in the pool of its caller */

typedef struct {
    contentlib_db_t      *db;
    const ngx_str_t      *text;
    ngx_uint_t            limit;
    contentlib_search_t   search;
    ngx_array_t           found;            /* contentlib_suggestion_t */
    int64_t               after;
    ngx_uint_t            rows;             /* of the next step */
    unsigned              tags:1;           /* collections are done */
} contentlib_suggestions_t;


/*
 * At most "limit" suggestions for a text: displayed collections in stored
 * order, then tags, the most used ones first.  An empty text gives displayed
 * collections only.  The text is UTF-8 and lives as long as the pool.
 *
 * Returns NGX_OK; NGX_DECLINED if nothing can match, and nothing was found;
 * or NGX_ERROR with the reason in contentlib_db_error().
 */

ngx_int_t contentlib_suggestions_init(contentlib_suggestions_t *suggestions,
    contentlib_db_t *db, const ngx_str_t *text, ngx_uint_t limit,
    ngx_pool_t *pool);

/* NGX_OK if all are found, NGX_AGAIN to be called again, or NGX_ERROR */

ngx_int_t contentlib_suggestions_step(contentlib_suggestions_t *suggestions);


#endif /* _CONTENTLIB_SUGGESTIONS_H_INCLUDED_ */
