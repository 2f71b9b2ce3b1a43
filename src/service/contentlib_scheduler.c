
/*
 * Copyright (C) contentlib authors
 *
 * A turn of the searches, and of the requests that wait for nothing but the
 * next turn.
 */


#include <service/contentlib_scheduler.h>
#include <service/contentlib_work.h>


static void contentlib_scheduler_wake(contentlib_scheduler_t *scheduler);


void
contentlib_scheduler_init(contentlib_scheduler_t *scheduler)
{
    ngx_memzero(scheduler, sizeof(contentlib_scheduler_t));

    ngx_queue_init(&scheduler->fresh);
    ngx_queue_init(&scheduler->works);
    ngx_queue_init(&scheduler->ready);
}


ngx_int_t
contentlib_scheduler_run(contentlib_scheduler_t *scheduler)
{
    scheduler->spent = 0;

    contentlib_work_turn(scheduler);
    contentlib_scheduler_wake(scheduler);

    return ngx_queue_empty(&scheduler->fresh)
           && ngx_queue_empty(&scheduler->works)
           && ngx_queue_empty(&scheduler->ready)
           ? NGX_OK : NGX_AGAIN;
}


ngx_int_t
contentlib_scheduler_yield(contentlib_scheduler_t *scheduler,
    contentlib_waiter_t *waiter)
{
    if (scheduler->post == NULL) {
        return NGX_OK;
    }

    ngx_queue_insert_tail(&scheduler->ready, &waiter->queue);
    waiter->queued = 1;

    scheduler->post(scheduler->data);

    return NGX_AGAIN;
}


/* a waiter is woken by an event, so none is added meanwhile */

static void
contentlib_scheduler_wake(contentlib_scheduler_t *scheduler)
{
    ngx_queue_t          *q;
    contentlib_waiter_t  *waiter;

    while (!ngx_queue_empty(&scheduler->ready)) {

        q = ngx_queue_head(&scheduler->ready);
        waiter = ngx_queue_data(q, contentlib_waiter_t, queue);

        ngx_queue_remove(q);
        waiter->queued = 0;

        if (waiter->wake != NULL) {
            waiter->wake(waiter->data);
        }
    }
}
