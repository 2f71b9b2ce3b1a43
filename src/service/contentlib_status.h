
/*
 * Copyright (C) contentlib authors
 *
 * What the workers have counted, and what they serve, as a page: JSON, text
 * for Prometheus, or whether all is well.
 *
 * Whoever asks gives the libraries and their workers, all in the pool of the
 * request; the figures are those that the workers go on to count in.
 */


#ifndef _CONTENTLIB_STATUS_H_INCLUDED_
#define _CONTENTLIB_STATUS_H_INCLUDED_


#include <service/contentlib_answer.h>
#include <service/contentlib_figures.h>


typedef struct {
    ngx_uint_t                     number;
    ngx_pid_t                      pid;     /* 0: it has ended */
    const contentlib_figures_t    *figures;

    contentlib_figures_library_t   library;  /* a copy */
} contentlib_status_worker_t;


typedef struct {
    ngx_str_t                      path;
    contentlib_status_worker_t    *workers;
    ngx_uint_t                     n;

    /* found out here */

    contentlib_figures_t           sum;
    ngx_uint_t                     live;    /* workers: they have begun and
                                               not ended */
    ngx_uint_t                     serving;
    const contentlib_status_worker_t  *idle;  /* one that is not, or NULL */
    const contentlib_status_worker_t  *latest;  /* that switched, or NULL */
} contentlib_status_library_t;


typedef struct {
    contentlib_status_library_t   *libraries;
    ngx_uint_t                     n;
    ngx_pid_t                      pid;     /* who answers */

    /* found out here */

    ngx_uint_t                     well;    /* all workers serve all */
} contentlib_status_t;


/*
 * Fills in status and text of the answer, as the argument "format" wants it,
 * and the type of the text.  NGX_OK, or NGX_ERROR if there is no memory.
 */

ngx_int_t contentlib_status_answer(contentlib_status_t *status,
    const ngx_str_t *query, ngx_pool_t *pool, contentlib_answer_t *answer,
    ngx_str_t *type);


#endif /* _CONTENTLIB_STATUS_H_INCLUDED_ */
