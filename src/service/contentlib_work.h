
/*
 * Copyright (C) contentlib authors
 *
 * Passes that take longer than a moment: they run in slices, in turns, so that
 * other requests are served in between, and requests that need the same pass
 * wait for one and the same.
 *
 * A scheduler belongs to a worker, a work to the scheduler as long as anybody
 * waits for it.  A work has a pool of its own and holds its generation.
 */


#ifndef _CONTENTLIB_WORK_H_INCLUDED_
#define _CONTENTLIB_WORK_H_INCLUDED_


#include <library/contentlib_filter.h>
#include <service/contentlib_generation.h>


typedef struct contentlib_work_s  contentlib_work_t;


typedef struct {
    ngx_queue_t               works;        /* under way, the next one first */
    ngx_uint_t                n;

    /* asks for contentlib_scheduler_run() to be called soon */

    void                    (*post)(void *data);
    void                     *data;
} contentlib_scheduler_t;


/* a request that waits for a work; in the request's pool */

typedef struct {
    ngx_queue_t               queue;        /* in the work */
    contentlib_work_t        *work;         /* NULL: for none */
    uint64_t                  deadline;     /* monotonic, in milliseconds */

    /* called when the work is done, or the deadline has passed; or NULL */

    void                    (*wake)(void *data);
    void                     *data;
} contentlib_waiter_t;


/*
 * Runs a slice of the work that is next.  Returns NGX_AGAIN if there is more
 * to run, or NGX_OK.
 */

ngx_int_t contentlib_scheduler_run(contentlib_scheduler_t *scheduler);

/*
 * Waits for the pass with the key over a generation: joins one that is under
 * way, or begins one.  "list" is the list that is filtered; values are copied.
 *
 * NGX_OK if it is done, NGX_AGAIN if the waiter will be woken, NGX_DECLINED
 * if too many are under way, NGX_ERROR if there is no memory.  The waiter
 * stays with the work until it leaves, which it must before its memory goes.
 */

ngx_int_t contentlib_work_wait(contentlib_scheduler_t *scheduler,
    contentlib_generation_t *generation, const ngx_str_t *key,
    const contentlib_filter_t *filter, const ngx_str_t *name,
    contentlib_waiter_t *waiter);
void contentlib_work_leave(contentlib_waiter_t *waiter);

/* of a work that is done: what matched, or NULL and how it failed */

const contentlib_set_t *contentlib_work_set(const contentlib_work_t *work,
    contentlib_db_error_t *error);
unsigned contentlib_work_done(const contentlib_work_t *work);


#endif /* _CONTENTLIB_WORK_H_INCLUDED_ */
