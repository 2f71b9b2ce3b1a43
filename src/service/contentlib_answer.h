
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
#include <library/contentlib_db.h>
#include <library/contentlib_suggestions.h>
#include <metrics/contentlib_metrics.h>


#define CONTENTLIB_IN_FLIGHT_MAX      (64 * 1024 * 1024)
#define CONTENTLIB_IN_FLIGHT_RESERVE  (CONTENTLIB_IN_FLIGHT_MAX / 4)
#define CONTENTLIB_IN_FLIGHT_LARGEST                                          \
    (CONTENTLIB_IN_FLIGHT_MAX - CONTENTLIB_IN_FLIGHT_RESERVE)


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
    contentlib_failure_e     failure;       /* of a 503 */

    ngx_uint_t               route;         /* endpoint and 1, or 0 */
    ngx_str_t                endpoint;      /* for the log */
    ngx_str_t                generation;
    contentlib_cache_status_e  cache_status;
    ngx_uint_t               rows;
    uint64_t                 query_time;    /* microseconds */
} contentlib_answer_t;


/* of one client connection; zeroes at first, lives as long as it */

typedef struct {
    size_t  bytes;
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
 * The answer to a request that failed in the library, or, without an error,
 * that there is no library.
 */

ngx_int_t contentlib_answer_failure(contentlib_answer_t *answer,
    contentlib_failure_e failure, ngx_pool_t *pool);

/*
 * The small bodies and the envelope of a list, in the order of the tables of
 * the specification, in the pool.  NGX_OK or NGX_ERROR.
 *
 * A bare array.
 */

ngx_int_t contentlib_body_suggestions(
    const contentlib_suggestion_t *suggestions, ngx_uint_t n,
    ngx_pool_t *pool, ngx_str_t *json);

/*
 * The envelope of a list, without results: these belong before its last
 * CONTENTLIB_BODY_TAIL bytes.  "next" and "previous" are NULL for null.
 */

#define CONTENTLIB_BODY_TAIL  2             /* "]}" */

ngx_int_t contentlib_body_page(uint64_t count, const ngx_str_t *next,
    const ngx_str_t *previous, ngx_pool_t *pool, ngx_str_t *json);

/* the addresses of the four lists */

ngx_int_t contentlib_body_root(const contentlib_view_t *view,
    ngx_pool_t *pool, ngx_str_t *json);

/*
 * The in-flight bytes: the memory of answers that are being sent, in this
 * process.  A client that reads slowly holds them for long, so they are
 * limited, for all clients together and for each connection.
 *
 * A connection may have one answer, or a sixteenth of the free bytes (4 MB if
 * nothing is in flight), and must leave a quarter of the total free, so no
 * answer is larger than three quarters.  Within the last quarter a connection
 * may have 1/256 of the free bytes, less than 64 kB.  So small answers are made
 * when large ones are not, and slow clients cannot use up the last bytes.
 */

/*
 * 1 if an answer of so many bytes may be made.  Without a connection (NULL)
 * the limit is that of a connection with no other answer.
 */

ngx_uint_t contentlib_in_flight_allowed(
    const contentlib_in_flight_t *connection, size_t bytes);

/*
 * 1 if answers may be stored in a cache.  Answers from a cache are not
 * limited here, and are not freed while they are sent, so slow clients could
 * hold all entries that a cache has dropped.
 */

ngx_uint_t contentlib_in_flight_storable(void);

/*
 * Counts bytes until the pool is destroyed.  NGX_OK, or NGX_ERROR if there is
 * no memory.
 */

ngx_int_t contentlib_in_flight_add(contentlib_in_flight_t *connection,
    ngx_pool_t *pool, size_t bytes);


#endif /* _CONTENTLIB_ANSWER_H_INCLUDED_ */
