
/*
 * Copyright (C) contentlib authors
 *
 * What the sources of the filter share; nobody else includes this file.
 */


#ifndef _CONTENTLIB_FILTER_PRIVATE_H_INCLUDED_
#define _CONTENTLIB_FILTER_PRIVATE_H_INCLUDED_


#include <library/contentlib_filter.h>
#include <library/contentlib_search.h>


#define CONTENTLIB_PASS_CONDITIONS  4


typedef struct contentlib_condition_s  contentlib_condition_t;

typedef ngx_int_t (*contentlib_stage_pt)(contentlib_pass_t *pass,
    contentlib_condition_t *condition, ngx_uint_t *rows);


struct contentlib_condition_s {
    contentlib_stage_pt      find;          /* fills tags or the set */
    contentlib_stage_pt      unite;         /* tags to items, or NULL */
    const ngx_str_t         *value;
    contentlib_statement_e   first;         /* of a search */
    contentlib_search_t      search;
    int64_t                  after;         /* last position or block done */
    uint64_t                 lacking;       /* all items before it are in */
    contentlib_set_t        *tags;
    contentlib_set_t        *set;
    contentlib_set_t        *other;         /* to be intersected with it */
    ngx_uint_t               pairs;         /* of characters, looked up */
    unsigned                 searching:1;
    unsigned                 paired:1;      /* the set has candidates */
    unsigned                 phrase:1;      /* that are too many */
    unsigned                 found:1;
};


struct contentlib_pass_s {
    contentlib_db_t         *db;
    ngx_pool_t              *pool;
    uint64_t                 size;          /* of the list */
    contentlib_set_t        *set;
    ngx_uint_t               current;
    ngx_uint_t               n;
    contentlib_condition_t   conditions[CONTENTLIB_PASS_CONDITIONS];
};


/*
 * Stages of conditions.  Each goes on from where the condition rested, takes
 * what it visits off "rows", and returns NGX_OK when it is complete, NGX_AGAIN
 * when the rows are used up, NGX_ERROR with the error set.
 */

ngx_int_t contentlib_condition_find_slug(contentlib_pass_t *pass,
    contentlib_condition_t *condition, ngx_uint_t *rows);
ngx_int_t contentlib_condition_find_named(contentlib_pass_t *pass,
    contentlib_condition_t *condition, ngx_uint_t *rows);
ngx_int_t contentlib_condition_search(contentlib_pass_t *pass,
    contentlib_condition_t *condition, ngx_uint_t *rows);
ngx_int_t contentlib_condition_unite(contentlib_pass_t *pass,
    contentlib_condition_t *condition, ngx_uint_t *rows);

/* of items by a text of more than two characters */

ngx_int_t contentlib_condition_search_candidates(contentlib_pass_t *pass,
    contentlib_condition_t *condition, ngx_uint_t *rows);

/* adds the matches of the index, a thousand or so in a step */

ngx_int_t contentlib_condition_search_matches(contentlib_pass_t *pass,
    contentlib_condition_t *condition, ngx_uint_t *rows);

/* adds the items of a string of one or two characters to a set */

ngx_int_t contentlib_condition_add_gram(contentlib_pass_t *pass,
    contentlib_condition_t *condition, const ngx_str_t *gram,
    contentlib_set_t *set, ngx_uint_t *rows);


#endif /* _CONTENTLIB_FILTER_PRIVATE_H_INCLUDED_ */
