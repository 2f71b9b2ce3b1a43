
/*
 * Copyright (C) contentlib authors
 *
 * The endpoints of the API: a table, one row each, the only place that knows
 * loading and rendering together.
 */


#ifndef _CONTENTLIB_ENDPOINTS_H_INCLUDED_
#define _CONTENTLIB_ENDPOINTS_H_INCLUDED_


#include <api/contentlib_request.h>
#include <library/contentlib_filter.h>
#include <library/contentlib_suggestions.h>
#include <service/contentlib_fragments.h>
#include <service/contentlib_work.h>


/*
 * A request that is being answered out of a library.  All in the request's
 * pool; it rests while it waits for a pass, with nothing of SQLite's open.
 */

typedef struct {
    contentlib_db_t              *db;
    contentlib_cache_t           *cache;    /* NULL: nothing is kept */
    contentlib_fragments_t        fragments;
    const contentlib_request_t   *request;
    const contentlib_view_t      *view;
    ngx_pool_t                   *pool;

    contentlib_generation_t      *generation;
    contentlib_scheduler_t       *scheduler;
    contentlib_waiter_t           waiter;

    contentlib_filter_t           filter;
    ngx_str_t                     matches_key;

    uint64_t                      count;    /* of all matches */
    uint64_t                     *positions;  /* of those on the page */
    ngx_uint_t                    n;
    ngx_uint_t                    next;     /* to be rendered */
    uint64_t                      until;    /* then others have their turn */
    size_t                        counted;  /* bytes in flight */

    ngx_str_t                     after;    /* the end of the page */
    contentlib_suggestions_t     *suggestions;  /* NULL: not begun */

    contentlib_coding_e           coding;   /* of the body: not whole */
    unsigned                      loaded:1;
    unsigned                      begun:1;
    unsigned                      opened:1;  /* the page */
    unsigned                      kept:1;   /* the answer will be */
    unsigned                      whole:1;  /* compressed whole in the end */
} contentlib_job_t;


typedef ngx_int_t (*contentlib_job_pt)(contentlib_job_t *job);
typedef ngx_int_t (*contentlib_job_render_pt)(contentlib_job_t *job,
    contentlib_body_t *body);


typedef struct {
    ngx_str_t                     name;
    const char                   *title;
    const char                   *description;

    /* is there such a record: NGX_OK, NGX_DECLINED or NGX_ERROR; or NULL */
    contentlib_job_pt             find;

    /* count and positions: NGX_OK, NGX_AGAIN to be called again when the
       waiter was woken, NGX_ERROR; or NULL */
    contentlib_job_pt             load;

    /* what it has of, one or a page */
    contentlib_record_e           record;

    /* the body: NGX_OK, NGX_AGAIN to be called again in its turn, NGX_ERROR */
    contentlib_job_render_pt      render;

    /* making it takes little, so it does not wait for all pages */
    ngx_uint_t                    brief;
} contentlib_endpoint_t;


extern const contentlib_endpoint_t  contentlib_endpoints[CONTENTLIB_ENDPOINTS];


#endif /* _CONTENTLIB_ENDPOINTS_H_INCLUDED_ */
