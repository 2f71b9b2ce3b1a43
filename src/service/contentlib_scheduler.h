
/*
 * Copyright (C) contentlib authors
 *
 * Which search runs next in a worker.  Searches have a share of each turn of
 * the event loop, in the order of their arrival, so that other requests are
 * served soon whatever is searched.
 *
 * A scheduler belongs to a worker; a request that waits is in the queue of the
 * scheduler or of a search, with memory of its own.
 */


#ifndef _CONTENTLIB_SCHEDULER_H_INCLUDED_
#define _CONTENTLIB_SCHEDULER_H_INCLUDED_


#include <ngx_config.h>
#include <ngx_core.h>


#define CONTENTLIB_SCHEDULER_SHARE  500     /* microseconds of a turn */


typedef struct contentlib_work_s  contentlib_work_t;


typedef struct {
    ngx_queue_t               fresh;        /* works that have not run yet */
    ngx_queue_t               works;        /* works that have */
    ngx_uint_t                nfresh;
    ngx_uint_t                nworks;
    uint64_t                  late_at;      /* to look for who is, not before */

    ngx_queue_t               ready;        /* waiters to wake next turn */
    uint64_t                  spent;        /* of this turn */

    /* asks for contentlib_scheduler_run() in the next turn; or NULL: there
       are no turns, and nobody waits for one */

    void                    (*post)(void *data);
    void                     *data;
} contentlib_scheduler_t;


/* a request that waits; zeroed, in the request's pool */

typedef struct {
    ngx_queue_t               queue;
    contentlib_work_t        *work;         /* NULL: for none */
    uint64_t                  deadline;     /* monotonic, in milliseconds */
    unsigned                  queued:1;

    /* called when the request can go on, or the deadline has passed */

    void                    (*wake)(void *data);
    void                     *data;
} contentlib_waiter_t;


void contentlib_scheduler_init(contentlib_scheduler_t *scheduler);

/* one turn; returns NGX_AGAIN if somebody waits for the next, or NGX_OK */

ngx_int_t contentlib_scheduler_run(contentlib_scheduler_t *scheduler);

/*
 * Leaves the rest to the next turn: NGX_AGAIN, and the waiter will be woken;
 * or NGX_OK if there are no turns.
 */

ngx_int_t contentlib_scheduler_yield(contentlib_scheduler_t *scheduler,
    contentlib_waiter_t *waiter);


#endif /* _CONTENTLIB_SCHEDULER_H_INCLUDED_ */
