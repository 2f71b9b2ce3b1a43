
/*
 * Copyright (C) contentlib authors
 *
 * The answer to a request: what the web server needs to send it.  All strings
 * are in the request's pool, or held by it, or constants.
 *
 * All functions that make an answer return NGX_OK, or NGX_ERROR if there is no
 * memory for it.
 */


#ifndef _CONTENTLIB_ANSWER_H_INCLUDED_
#define _CONTENTLIB_ANSWER_H_INCLUDED_


#include <api/contentlib_request.h>
#include <cache/contentlib_cache.h>
#include <json/contentlib_json.h>
#include <library/contentlib_db.h>
#include <metrics/contentlib_metrics.h>


typedef enum {
    CONTENTLIB_BYPASS = 0,                  /* the cache was not consulted */
    CONTENTLIB_MISS,
    CONTENTLIB_HIT
} contentlib_cache_status_e;


/* W/"hexadecimal digits" */

#define CONTENTLIB_ETAG_SIZE  (2 * CONTENTLIB_CACHE_DIGEST + 4)


/* bytes: larger bodies are not compressed */

#define CONTENTLIB_ANSWER_LARGE  (1024 * 1024)


typedef struct {
    ngx_uint_t               status;
    ngx_str_t                body;
    size_t                   length;        /* of the body, not compressed */
    ngx_str_t                location;      /* of a redirect, else empty */
    ngx_str_t                etag;          /* empty: no validators */
    unsigned                 not_modified:1;  /* body left out: 304 */
    unsigned                 gzip:1;        /* the body is compressed */
    unsigned                 varies:1;      /* by Accept-Encoding */
    contentlib_failure_e     failure;       /* of a 503 */

    ngx_uint_t               route;         /* endpoint and 1, or 0 */
    ngx_str_t                endpoint;      /* for the log */
    ngx_str_t                generation;
    contentlib_cache_status_e  cache_status;
    ngx_uint_t               rows;
    uint64_t                 query_time;    /* microseconds */
} contentlib_answer_t;


/*
 * In-flight bytes of large and of small answers.  Those of a client connection
 * live as long as it, and are zeroes at first.
 */

typedef struct {
    size_t  bytes[2];
} contentlib_in_flight_t;


ngx_int_t contentlib_answer_error(contentlib_answer_t *answer,
    ngx_uint_t status, const char *detail, ngx_pool_t *pool);
ngx_int_t contentlib_answer_bad_args(contentlib_answer_t *answer,
    const contentlib_request_t *request, ngx_pool_t *pool);
ngx_int_t contentlib_answer_not_allowed(contentlib_answer_t *answer,
    const ngx_str_t *method, ngx_pool_t *pool);
ngx_int_t contentlib_answer_options(contentlib_answer_t *answer,
    const char *name, const char *description, ngx_pool_t *pool);

/* the text is not copied; only 200 has validators */

void contentlib_answer_text(contentlib_answer_t *answer, ngx_uint_t status,
    const ngx_str_t *text);

/* 503 without taking any memory */

void contentlib_answer_exhausted(contentlib_answer_t *answer);

/*
 * The answer to a request that failed in the library, or that there is none
 * (CONTENTLIB_NO_LIBRARY).
 */

ngx_int_t contentlib_answer_failure(contentlib_answer_t *answer,
    contentlib_failure_e failure, ngx_pool_t *pool);

/*
 * Counts the bytes of an answer that is being sent, until the pool is
 * destroyed.  A client that reads slowly holds them for long, so they are
 * limited: to 64 MB for all clients of this process, and to 4 MB or one answer
 * for each connection.  Answers below 16 KiB have the same limits for
 * themselves, so large ones do not prevent them.
 *
 * NGX_OK; NGX_DECLINED if the answer exceeds a limit; or NGX_ERROR if there is
 * no memory.
 */

ngx_int_t contentlib_in_flight_add(contentlib_in_flight_t *connection,
    ngx_pool_t *pool, size_t bytes);


#endif /* _CONTENTLIB_ANSWER_H_INCLUDED_ */
