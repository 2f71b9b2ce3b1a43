
/*
 * Copyright (C) contentlib authors
 *
 * The works of a scheduler, running in turns.
 */


#include <service/contentlib_work_private.h>
#include <library/contentlib_search.h>
#include <library/contentlib_matches.h>


#define CONTENTLIB_WORK_MAX        64       /* that have run */
#define CONTENTLIB_WORK_TURNS      4

/* milliseconds */

#define CONTENTLIB_WORK_STEP_MAX   10
#define CONTENTLIB_WORK_LATE       10       /* between looks for who is */


static void contentlib_work_turn_old(contentlib_scheduler_t *scheduler,
    uint64_t until);
static void contentlib_work_turn_fresh(contentlib_scheduler_t *scheduler,
    uint64_t until);
static ngx_int_t contentlib_work_step(contentlib_work_t *work, uint64_t now);
static void contentlib_work_end(contentlib_work_t *work);
static void contentlib_work_store(contentlib_work_t *work);
static void contentlib_work_late(contentlib_scheduler_t *scheduler,
    uint64_t now);
static void contentlib_work_late_in(ngx_queue_t *queue, uint64_t now);


/* half of the share is for those that may be done in a moment */

void
contentlib_work_turn(contentlib_scheduler_t *scheduler)
{
    uint64_t  now;

    if (ngx_queue_empty(&scheduler->fresh)
        && ngx_queue_empty(&scheduler->works))
    {
        return;
    }

    now = contentlib_db_clock();

    contentlib_work_late(scheduler, now / 1000);

    if (!ngx_queue_empty(&scheduler->works)) {
        contentlib_work_turn_old(scheduler,
                                 now + (scheduler->nfresh
                                        ? CONTENTLIB_SCHEDULER_SHARE / 2
                                        : CONTENTLIB_SCHEDULER_SHARE));
    }

    contentlib_work_turn_fresh(scheduler, now + CONTENTLIB_SCHEDULER_SHARE);
}


/*
 * The oldest few take turns, so that a short one need not wait for a long
 * one; if all did, all would be late.
 */

static void
contentlib_work_turn_old(contentlib_scheduler_t *scheduler, uint64_t until)
{
    ngx_uint_t          i;
    ngx_queue_t        *q, *next;
    contentlib_work_t  *work;

    q = ngx_queue_head(&scheduler->works);
    work = ngx_queue_data(q, contentlib_work_t, queue);

    next = ngx_queue_next(q);
    ngx_queue_remove(q);

    for (i = 1; i < CONTENTLIB_WORK_TURNS; i++) {

        if (next == ngx_queue_sentinel(&scheduler->works)) {
            break;
        }

        next = ngx_queue_next(next);
    }

    /* before the one that follows the few */

    ngx_queue_insert_tail(next, q);

    contentlib_work_run(work, until);
}


static void
contentlib_work_turn_fresh(contentlib_scheduler_t *scheduler, uint64_t until)
{
    ngx_queue_t        *q;
    contentlib_work_t  *work;

    while (!ngx_queue_empty(&scheduler->fresh)) {

        q = ngx_queue_head(&scheduler->fresh);
        work = ngx_queue_data(q, contentlib_work_t, queue);

        contentlib_work_run(work, until);

        if (!work->done) {
            contentlib_work_older(work);
        }

        if (contentlib_db_clock() >= until) {
            break;
        }
    }
}


/* for how many there is room is known once it has run */

void
contentlib_work_older(contentlib_work_t *work)
{
    contentlib_db_t         *db;
    contentlib_scheduler_t  *scheduler;

    scheduler = work->scheduler;

    if (scheduler->nworks == CONTENTLIB_WORK_MAX) {

        db = work->generation->db;

        (void) contentlib_db_busy(db, "too many passes are under way");
        work->error = *contentlib_db_error(db);
        contentlib_db_clear_error(db);

        contentlib_work_end(work);

        return;
    }

    contentlib_work_dequeue(work);

    work->fresh = 0;
    scheduler->nworks++;
    ngx_queue_insert_tail(&scheduler->works, &work->queue);
}


/* at least one step, and more until the time is over */

void
contentlib_work_run(contentlib_work_t *work, uint64_t until)
{
    uint64_t          now, began;
    ngx_int_t         rc;
    contentlib_db_t  *db;

    db = work->generation->db;
    now = contentlib_db_clock();

    contentlib_db_clear_error(db);

    do {
        began = now;
        rc = contentlib_work_step(work, began);

        now = contentlib_db_clock();
        work->rows = contentlib_search_pace(work->rows, now - began);

        contentlib_metrics_time(work->generation->metrics, sqlite_seconds,
                                now - began);

    } while (rc == NGX_AGAIN && now < until);

    if (rc != NGX_AGAIN) {
        work->error = *contentlib_db_error(db);
        contentlib_db_clear_error(db);

        if (rc != NGX_OK && work->error.failure == CONTENTLIB_DB_NO_ERROR) {
            work->error.failure = CONTENTLIB_DB_NO_MEMORY;
        }

        contentlib_work_end(work);
    }
}


/* one that takes too long is made again, with fewer rows */

static ngx_int_t
contentlib_work_step(contentlib_work_t *work, uint64_t now)
{
    uint64_t          deadline;
    ngx_int_t         rc;
    contentlib_db_t  *db;

    db = work->generation->db;
    deadline = work->deadline;

    if (work->rows > CONTENTLIB_SEARCH_ROWS_MIN) {
        deadline = ngx_min(deadline, now / 1000 + CONTENTLIB_WORK_STEP_MAX);
    }

    contentlib_db_deadline(db, deadline);
    rc = contentlib_pass_step(work->pass, work->rows);
    contentlib_db_deadline(db, 0);

    if (rc == NGX_ERROR && deadline != work->deadline
        && contentlib_db_error(db)->failure == CONTENTLIB_DB_TIMEOUT)
    {
        contentlib_db_clear_error(db);
        return NGX_AGAIN;
    }

    return rc;
}


/* who has waited for it is ready */

static void
contentlib_work_end(contentlib_work_t *work)
{
    contentlib_work_dequeue(work);

    work->done = 1;

    if (work->error.failure == CONTENTLIB_DB_NO_ERROR) {
        contentlib_work_store(work);
    }

    if (!ngx_queue_empty(&work->waiters)) {
        ngx_queue_add(&work->scheduler->ready, &work->waiters);
        ngx_queue_init(&work->waiters);
    }
}


static void
contentlib_work_store(contentlib_work_t *work)
{
    ngx_str_t                value;
    contentlib_cache_t      *cache;
    contentlib_entry_t      *entry;
    const contentlib_set_t  *set;

    cache = work->generation->cache;
    set = contentlib_pass_set(work->pass);

    entry = contentlib_cache_allocate(cache, &work->key,
                                      contentlib_matches_size(set));
    if (entry == NULL) {
        return;
    }

    value = contentlib_entry_value(entry);

    contentlib_matches_write((contentlib_matches_t *) (void *) value.data,
                             set);

    contentlib_cache_store(cache, entry);
    contentlib_entry_release(entry);
}


/* whose deadline has passed is ready, too, wherever the work is */

static void
contentlib_work_late(contentlib_scheduler_t *scheduler, uint64_t now)
{
    if (now < scheduler->late_at) {
        return;
    }

    scheduler->late_at = now + CONTENTLIB_WORK_LATE;

    contentlib_work_late_in(&scheduler->works, now);
    contentlib_work_late_in(&scheduler->fresh, now);
}


static void
contentlib_work_late_in(ngx_queue_t *queue, uint64_t now)
{
    ngx_queue_t          *q, *w, *next;
    contentlib_work_t    *work;
    contentlib_waiter_t  *waiter;

    for (q = ngx_queue_head(queue);
         q != ngx_queue_sentinel(queue);
         q = ngx_queue_next(q))
    {
        work = ngx_queue_data(q, contentlib_work_t, queue);

        for (w = ngx_queue_head(&work->waiters);
             w != ngx_queue_sentinel(&work->waiters);
             w = next)
        {
            next = ngx_queue_next(w);
            waiter = ngx_queue_data(w, contentlib_waiter_t, queue);

            if (now > waiter->deadline) {
                ngx_queue_remove(w);
                ngx_queue_insert_tail(&work->scheduler->ready, w);
            }
        }
    }
}


void
contentlib_work_dequeue(contentlib_work_t *work)
{
    ngx_queue_remove(&work->queue);

    if (work->fresh) {
        work->scheduler->nfresh--;

    } else {
        work->scheduler->nworks--;
    }
}
