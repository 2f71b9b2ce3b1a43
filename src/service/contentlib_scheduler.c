
/*
 * Copyright (C) contentlib authors
 */


#include <service/contentlib_scheduler.h>
#include <service/contentlib_work.h>


static ngx_uint_t contentlib_scheduler_idle(
    const contentlib_scheduler_t *scheduler);
static void contentlib_scheduler_next(contentlib_scheduler_t *scheduler);
static ngx_queue_t *contentlib_scheduler_queue(
    contentlib_scheduler_t *scheduler);


void
contentlib_scheduler_init(contentlib_scheduler_t *scheduler)
{
    ngx_memzero(scheduler, sizeof(contentlib_scheduler_t));

    ngx_queue_init(&scheduler->fresh);
    ngx_queue_init(&scheduler->works);
    ngx_queue_init(&scheduler->ready);
    ngx_queue_init(&scheduler->brief);
}


ngx_int_t
contentlib_scheduler_run(contentlib_scheduler_t *scheduler)
{
    scheduler->spent = 0;

    contentlib_work_turn(scheduler);
    contentlib_scheduler_next(scheduler);

    return contentlib_scheduler_idle(scheduler) ? NGX_OK : NGX_AGAIN;
}


static ngx_uint_t
contentlib_scheduler_idle(const contentlib_scheduler_t *scheduler)
{
    return ngx_queue_empty(&scheduler->fresh)
           && ngx_queue_empty(&scheduler->works)
           && ngx_queue_empty(&scheduler->ready)
           && ngx_queue_empty(&scheduler->brief);
}


ngx_int_t
contentlib_scheduler_admit(contentlib_scheduler_t *scheduler,
    contentlib_waiter_t *waiter, ngx_uint_t brief)
{
    ngx_queue_t  *queue;

    queue = brief ? &scheduler->brief : &scheduler->ready;

    if (waiter->admitted
        || (scheduler->spent < CONTENTLIB_SCHEDULER_SHARE
            && ngx_queue_empty(queue)))
    {
        return NGX_OK;
    }

    if (scheduler->post == NULL) {
        return NGX_OK;
    }

    ngx_queue_insert_tail(queue, &waiter->queue);
    waiter->queued = 1;

    scheduler->post(scheduler->data);

    return NGX_AGAIN;
}


/* who came first goes first: if all had turns, all would be late */

ngx_int_t
contentlib_scheduler_yield(contentlib_scheduler_t *scheduler,
    contentlib_waiter_t *waiter)
{
    if (scheduler->post == NULL) {
        return NGX_OK;
    }

    ngx_queue_insert_head(&scheduler->ready, &waiter->queue);
    waiter->queued = 1;
    waiter->admitted = 0;

    scheduler->spent = CONTENTLIB_SCHEDULER_SHARE;
    scheduler->post(scheduler->data);

    return NGX_AGAIN;
}


void
contentlib_scheduler_spend(contentlib_scheduler_t *scheduler,
    uint64_t microseconds)
{
    scheduler->spent += microseconds;

    if (scheduler->spent < CONTENTLIB_SCHEDULER_SHARE) {
        contentlib_scheduler_next(scheduler);
    }
}


/* one at a time: it wakes the next one if there is time left */

static void
contentlib_scheduler_next(contentlib_scheduler_t *scheduler)
{
    ngx_queue_t          *queue, *q;
    contentlib_waiter_t  *waiter;

    queue = contentlib_scheduler_queue(scheduler);

    if (ngx_queue_empty(queue)) {
        return;
    }

    q = ngx_queue_head(queue);
    waiter = ngx_queue_data(q, contentlib_waiter_t, queue);

    ngx_queue_remove(q);
    waiter->queued = 0;
    waiter->admitted = 1;

    scheduler->brief_last = (queue == &scheduler->brief);

    if (waiter->wake != NULL) {
        waiter->wake(waiter->data);
    }
}


/*
 * Half of a turn is for those that are brief, so that they wait for no page;
 * if one took all of it, a page is the first one of the next.
 */

static ngx_queue_t *
contentlib_scheduler_queue(contentlib_scheduler_t *scheduler)
{
    ngx_uint_t  pages;

    if (ngx_queue_empty(&scheduler->brief)) {
        return &scheduler->ready;
    }

    if (ngx_queue_empty(&scheduler->ready)) {
        return &scheduler->brief;
    }

    pages = scheduler->spent == 0
            ? scheduler->brief_last
            : scheduler->spent >= CONTENTLIB_SCHEDULER_SHARE / 2;

    return pages ? &scheduler->ready : &scheduler->brief;
}
