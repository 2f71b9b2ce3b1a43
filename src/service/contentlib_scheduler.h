
/*
 * Copyright (C) contentlib authors
 *
 * Who is next in a worker.  What is kept is answered at once.  What is to be
 * made has a share of each turn of the event loop, in the order of coming, and
 * so have passes, so that whatever is under way, the next request is looked at
 * soon.  Single records do not wait for all pages, nor pages for all records.
 *
 * A scheduler belongs to a worker; whoever waits is in the queue of it or of
 * a work, with memory of its own.
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

    ngx_queue_t               ready;        /* waiters that want their turn */
    ngx_queue_t               brief;        /* those that want little of it */
    unsigned                  brief_last:1; /* has been woken */
    uint64_t                  spent;        /* on answers, in this turn */

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
    unsigned                  admitted:1;   /* its turn has come */

    /* called when the request can go on, or the deadline has passed */

    void                    (*wake)(void *data);
    void                     *data;
} contentlib_waiter_t;


void contentlib_scheduler_init(contentlib_scheduler_t *scheduler);

/* one turn; returns NGX_AGAIN if somebody waits for the next, or NGX_OK */

ngx_int_t contentlib_scheduler_run(contentlib_scheduler_t *scheduler);

/*
 * May an answer be made now, one that is brief, or a page?  NGX_OK; or
 * NGX_AGAIN: the waiter will be woken when it may.
 */

ngx_int_t contentlib_scheduler_admit(contentlib_scheduler_t *scheduler,
    contentlib_waiter_t *waiter, ngx_uint_t brief);

/*
 * Leaves the rest to a later turn, with the share of this one used up:
 * NGX_AGAIN; or NGX_OK if there are no turns.
 */

ngx_int_t contentlib_scheduler_yield(contentlib_scheduler_t *scheduler,
    contentlib_waiter_t *waiter);

/* tells of the time that an answer took; another one may go on then */

void contentlib_scheduler_spend(contentlib_scheduler_t *scheduler,
    uint64_t microseconds);


#endif /* _CONTENTLIB_SCHEDULER_H_INCLUDED_ */
