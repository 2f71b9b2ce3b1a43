
/*
 * Copyright (C) contentlib authors
 */


#include <service/contentlib_work.h>
#include <service/contentlib_kept.h>


#define CONTENTLIB_WORK_POOL   4096
#define CONTENTLIB_WORK_ROWS   16384        /* between looks at the clock */
#define CONTENTLIB_WORK_SLICE  2000         /* microseconds */
#define CONTENTLIB_WORK_STEP   250          /* milliseconds, of a sound file
                                               a step takes a few */
#define CONTENTLIB_WORK_MAX    64           /* under way in a worker */
#define CONTENTLIB_WORK_TURNS  4


struct contentlib_work_s {
    ngx_queue_t                queue;       /* in the scheduler */
    ngx_queue_t                waiters;
    ngx_uint_t                 nwaiters;

    contentlib_scheduler_t    *scheduler;
    contentlib_generation_t   *generation;
    ngx_pool_t                *pool;
    ngx_str_t                  key;
    contentlib_filter_t        filter;      /* the pass refers to the values */
    ngx_str_t                  name;
    contentlib_pass_t         *pass;

    contentlib_db_error_t      error;
    unsigned                   done:1;
};


static contentlib_work_t *contentlib_work_find(
    contentlib_scheduler_t *scheduler, contentlib_generation_t *generation,
    const ngx_str_t *key);
static contentlib_work_t *contentlib_work_create(
    contentlib_scheduler_t *scheduler, contentlib_generation_t *generation,
    const ngx_str_t *key, const contentlib_filter_t *filter,
    const ngx_str_t *name);
static ngx_int_t contentlib_work_copy(contentlib_work_t *work, ngx_str_t *to,
    const ngx_str_t *from);
static void contentlib_work_run(contentlib_work_t *work, uint64_t slice);
static void contentlib_work_end(contentlib_work_t *work);
static void contentlib_work_wake(contentlib_work_t *work, uint64_t now);
static void contentlib_work_destroy(contentlib_work_t *work);


ngx_int_t
contentlib_scheduler_run(contentlib_scheduler_t *scheduler)
{
    ngx_uint_t          i;
    ngx_queue_t        *q, *next;
    contentlib_work_t  *work;

    if (ngx_queue_empty(&scheduler->works)) {
        return NGX_OK;
    }

    q = ngx_queue_head(&scheduler->works);
    work = ngx_queue_data(q, contentlib_work_t, queue);

    /*
     * The oldest few take turns, so that a short one need not wait for a long
     * one; if all did, all would be late.
     */

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

    contentlib_work_run(work, CONTENTLIB_WORK_SLICE);
    contentlib_work_wake(work, contentlib_db_clock() / 1000);

    return ngx_queue_empty(&scheduler->works) ? NGX_OK : NGX_AGAIN;
}


ngx_int_t
contentlib_work_wait(contentlib_scheduler_t *scheduler,
    contentlib_generation_t *generation, const ngx_str_t *key,
    const contentlib_filter_t *filter, const ngx_str_t *name,
    contentlib_waiter_t *waiter)
{
    ngx_uint_t          alone;
    contentlib_work_t  *work;

    work = contentlib_work_find(scheduler, generation, key);

    if (work == NULL) {

        alone = ngx_queue_empty(&scheduler->works);

        work = contentlib_work_create(scheduler, generation, key, filter,
                                      name);
        if (work == NULL) {
            return NGX_ERROR;
        }

        /* most are done in a moment; it is shorter where others wait */

        contentlib_work_run(work, alone ? CONTENTLIB_WORK_SLICE : 0);

        if (!work->done && scheduler->n > CONTENTLIB_WORK_MAX) {
            contentlib_work_destroy(work);
            return NGX_DECLINED;
        }

        if (!work->done && alone && scheduler->post != NULL) {
            scheduler->post(scheduler->data);
        }
    }

    waiter->work = work;
    ngx_queue_insert_tail(&work->waiters, &waiter->queue);
    work->nwaiters++;

    return work->done ? NGX_OK : NGX_AGAIN;
}


/* the last one to leave takes the work along */

void
contentlib_work_leave(contentlib_waiter_t *waiter)
{
    contentlib_work_t  *work;

    work = waiter->work;

    if (work == NULL) {
        return;
    }

    ngx_queue_remove(&waiter->queue);
    waiter->work = NULL;

    if (--work->nwaiters == 0) {
        contentlib_work_destroy(work);
    }
}


const contentlib_set_t *
contentlib_work_set(const contentlib_work_t *work,
    contentlib_db_error_t *error)
{
    if (work->error.failure != CONTENTLIB_DB_NO_ERROR) {
        *error = work->error;
        return NULL;
    }

    return contentlib_pass_set(work->pass);
}


unsigned
contentlib_work_done(const contentlib_work_t *work)
{
    return work->done;
}


static contentlib_work_t *
contentlib_work_find(contentlib_scheduler_t *scheduler,
    contentlib_generation_t *generation, const ngx_str_t *key)
{
    ngx_queue_t        *q;
    contentlib_work_t  *work;

    for (q = ngx_queue_head(&scheduler->works);
         q != ngx_queue_sentinel(&scheduler->works);
         q = ngx_queue_next(q))
    {
        work = ngx_queue_data(q, contentlib_work_t, queue);

        if (work->generation == generation && work->key.len == key->len
            && ngx_memcmp(work->key.data, key->data, key->len) == 0)
        {
            return work;
        }
    }

    return NULL;
}


static contentlib_work_t *
contentlib_work_create(contentlib_scheduler_t *scheduler,
    contentlib_generation_t *generation, const ngx_str_t *key,
    const contentlib_filter_t *filter, const ngx_str_t *name)
{
    ngx_pool_t         *pool;
    contentlib_work_t  *work;

    pool = ngx_create_pool(CONTENTLIB_WORK_POOL, generation->log);
    if (pool == NULL) {
        return NULL;
    }

    work = ngx_pcalloc(pool, sizeof(contentlib_work_t));

    if (work == NULL) {
        ngx_destroy_pool(pool);
        return NULL;
    }

    work->scheduler = scheduler;
    work->generation = generation;
    work->pool = pool;
    ngx_queue_init(&work->waiters);

    if (contentlib_work_copy(work, &work->key, key) != NGX_OK
        || contentlib_work_copy(work, &work->filter.text, &filter->text)
           != NGX_OK
        || contentlib_work_copy(work, &work->filter.tag, &filter->tag)
           != NGX_OK
        || contentlib_work_copy(work, &work->filter.tag_slug,
                                &filter->tag_slug)
           != NGX_OK
        || contentlib_work_copy(work, &work->filter.tag_partial,
                                &filter->tag_partial)
           != NGX_OK
        || contentlib_work_copy(work, &work->name, name) != NGX_OK)
    {
        ngx_destroy_pool(pool);
        return NULL;
    }

    work->pass = name->len
                 ? contentlib_pass_tags(generation->db, &work->name, pool)
                 : contentlib_pass_items(generation->db, &work->filter, pool);

    if (work->pass == NULL) {
        ngx_destroy_pool(pool);
        return NULL;
    }

    contentlib_generation_hold(generation);
    ngx_queue_insert_tail(&scheduler->works, &work->queue);
    scheduler->n++;

    return work;
}


static ngx_int_t
contentlib_work_copy(contentlib_work_t *work, ngx_str_t *to,
    const ngx_str_t *from)
{
    to->len = from->len;
    to->data = ngx_pnalloc(work->pool, from->len + 1);

    if (to->data == NULL) {
        return NGX_ERROR;
    }

    if (from->len != 0) {
        ngx_memcpy(to->data, from->data, from->len);
    }

    return NGX_OK;
}


/* at least one step, and more until the slice is over */

static void
contentlib_work_run(contentlib_work_t *work, uint64_t slice)
{
    uint64_t          until;
    ngx_int_t         rc;
    contentlib_db_t  *db;

    db = work->generation->db;

    contentlib_db_clear_error(db);

    until = contentlib_db_clock() + slice;

    contentlib_db_deadline(db, until / 1000 + CONTENTLIB_WORK_STEP);

    do {
        rc = contentlib_pass_step(work->pass, CONTENTLIB_WORK_ROWS);
    } while (rc == NGX_AGAIN && contentlib_db_clock() < until);

    contentlib_db_deadline(db, 0);

    if (rc == NGX_AGAIN) {
        return;
    }

    work->error = *contentlib_db_error(db);
    contentlib_db_clear_error(db);

    if (rc != NGX_OK && work->error.failure == CONTENTLIB_DB_NO_ERROR) {
        work->error.failure = CONTENTLIB_DB_NO_MEMORY;
    }

    contentlib_work_end(work);
}


static void
contentlib_work_end(contentlib_work_t *work)
{
    work->done = 1;

    ngx_queue_remove(&work->queue);
    work->scheduler->n--;

    if (work->error.failure == CONTENTLIB_DB_NO_ERROR) {
        contentlib_kept_store_matches(work->generation->cache, &work->key,
                                      contentlib_pass_set(work->pass));
    }
}


/* whoever is woken may leave at once, and the last one takes the work along */

static void
contentlib_work_wake(contentlib_work_t *work, uint64_t now)
{
    ngx_uint_t            done;
    ngx_queue_t          *q, *next, *last;
    contentlib_waiter_t  *waiter;

    done = work->done;
    last = ngx_queue_sentinel(&work->waiters);

    for (q = ngx_queue_head(&work->waiters); q != last; q = next) {
        next = ngx_queue_next(q);
        waiter = ngx_queue_data(q, contentlib_waiter_t, queue);

        if (waiter->wake != NULL && (done || now > waiter->deadline)) {
            waiter->wake(waiter->data);
        }
    }
}


static void
contentlib_work_destroy(contentlib_work_t *work)
{
    if (!work->done) {
        ngx_queue_remove(&work->queue);
        work->scheduler->n--;
    }

    contentlib_generation_release(work->generation);
    ngx_destroy_pool(work->pool);
}
