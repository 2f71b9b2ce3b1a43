
/*
 * Copyright (C) contentlib authors
 *
 * The answer to a request: what the web server needs to send it.  All strings
 * are in the request's pool, or held by it, or constants.
 *
 * This is where statuses are decided: one function for each kind of answer.
 * All return NGX_OK, or NGX_ERROR if not even the answer could be made.
 */


#ifndef _CONTENTLIB_ANSWER_H_INCLUDED_
#define _CONTENTLIB_ANSWER_H_INCLUDED_


#include <api/contentlib_request.h>
#include <library/contentlib_db.h>
#include <metrics/contentlib_metrics.h>


typedef enum {
    CONTENTLIB_BYPASS = 0,                  /* the cache was not consulted */
    CONTENTLIB_MISS,
    CONTENTLIB_HIT
} contentlib_cache_status_e;


/* W/"32 hexadecimal digits" */

#define CONTENTLIB_ETAG_SIZE  36


typedef struct {
    ngx_uint_t               status;
    ngx_str_t                body;
    size_t                   length;        /* of the body, not compressed */
    ngx_str_t                location;      /* of a redirect, else empty */
    ngx_str_t                etag;          /* empty: no validators */
    time_t                   last_modified;
    unsigned                 not_modified:1;  /* body left out: 304 */
    unsigned                 gzip:1;        /* the body is compressed */
    unsigned                 varies:1;      /* by Accept-Encoding */
    unsigned                 retry:1;       /* send Retry-After */
    contentlib_reason_e      reason;        /* of a 503 */

    ngx_uint_t               route;         /* endpoint and 1, or 0 */
    ngx_str_t                endpoint;      /* for the log */
    ngx_str_t                generation;
    contentlib_cache_status_e  cache_status;
    ngx_uint_t               rows;
    uint64_t                 query_time;    /* microseconds */
} contentlib_answer_t;


void contentlib_answer_ok(contentlib_answer_t *answer, const ngx_str_t *text);
ngx_int_t contentlib_answer_redirect(contentlib_answer_t *answer,
    const ngx_str_t *location);
ngx_int_t contentlib_answer_bad_request(contentlib_answer_t *answer,
    const char *detail, ngx_pool_t *pool);
ngx_int_t contentlib_answer_bad_args(contentlib_answer_t *answer,
    const contentlib_request_t *request, ngx_pool_t *pool);
ngx_int_t contentlib_answer_not_found(contentlib_answer_t *answer,
    ngx_pool_t *pool);
ngx_int_t contentlib_answer_not_allowed(contentlib_answer_t *answer,
    const ngx_str_t *method, ngx_pool_t *pool);
ngx_int_t contentlib_answer_not_acceptable(contentlib_answer_t *answer,
    ngx_pool_t *pool);
ngx_int_t contentlib_answer_unavailable(contentlib_answer_t *answer,
    ngx_pool_t *pool);

/* makes a text the body; it is not copied */

void contentlib_answer_text(contentlib_answer_t *answer,
    const ngx_str_t *text);

/* 503 without taking any memory */

void contentlib_answer_exhausted(contentlib_answer_t *answer);

/* counts an answer that was sent, with its body or without */

void contentlib_answer_count(const contentlib_answer_t *answer,
    contentlib_metrics_t *metrics, ngx_uint_t status, ngx_uint_t sent);

/* the answer to a request that failed in the library */

ngx_int_t contentlib_answer_failure(contentlib_answer_t *answer,
    contentlib_db_failure_e failure, ngx_pool_t *pool);


#endif /* _CONTENTLIB_ANSWER_H_INCLUDED_ */
