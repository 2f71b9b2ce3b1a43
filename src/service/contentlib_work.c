
/*
 * Copyright (C) contentlib authors
 */


#include <service/contentlib_work_private.h>


#define CONTENTLIB_WORK_POOL       4096
#define CONTENTLIB_WORK_FRESH_MAX  1024     /* that have not */
#define CONTENTLIB_WORK_ROWS       1024     /* of the first step */


static ngx_int_t contentlib_work_begin(contentlib_work_t *work);
static contentlib_work_t *contentlib_work_find(
    contentlib_scheduler_t *scheduler, contentlib_generation_t *generation,
    const contentlib_cache_key_t *key);
static contentlib_work_t *contentlib_work_find_in(ngx_queue_t *queue,
    contentlib_generation_t *generation, const contentlib_cache_key_t *key);
static contentlib_work_t *contentlib_work_create(
    contentlib_scheduler_t *scheduler, contentlib_generation_t *generation,
    const contentlib_cache_key_t *key, const contentlib_filter_t *filter,
    const ngx_str_t *name);
static ngx_int_t contentlib_work_copy(contentlib_work_t *work, ngx_str_t *to,
    const ngx_str_t *from);
static void contentlib_work_destroy(contentlib_work_t *work);


ngx_int_t
contentlib_work_wait(contentlib_scheduler_t *scheduler,
    contentlib_generation_t *generation, const contentlib_cache_key_t *key,
    const contentlib_filter_t *filter, const ngx_str_t *name,
    contentlib_waiter_t *waiter)
{
    contentlib_work_t  *work;

    work = contentlib_work_find(scheduler, generation, key);

    if (work == NULL) {

        if (scheduler->nfresh == CONTENTLIB_WORK_FRESH_MAX) {
            return NGX_DECLINED;
        }

        work = contentlib_work_create(scheduler, generation, key, filter,
                                      name);
        if (work == NULL) {
            return NGX_ERROR;
        }

        work->deadline = waiter->deadline;

        if (contentlib_work_begin(work) == NGX_AGAIN) {
            scheduler->post(scheduler->data);
        }
    }

    waiter->work = work;
    work->nwaiters++;
    work->deadline = ngx_max(work->deadline, waiter->deadline);

    if (work->done) {
        return NGX_OK;
    }

    ngx_queue_insert_tail(&work->waiters, &waiter->queue);
    waiter->queued = 1;

    return NGX_AGAIN;
}


/* most are done in a moment, which there is if nobody waits; or else later */

static ngx_int_t
contentlib_work_begin(contentlib_work_t *work)
{
    uint64_t                 now;
    contentlib_scheduler_t  *scheduler;

    scheduler = work->scheduler;

    if (scheduler->post != NULL
        && (scheduler->nfresh > 1 || scheduler->nworks > 0
            || scheduler->spent >= CONTENTLIB_SCHEDULER_SHARE))
    {
        return NGX_AGAIN;
    }

    now = contentlib_db_clock();

    contentlib_work_run(work, now + CONTENTLIB_SCHEDULER_SHARE);

    scheduler->spent += contentlib_db_clock() - now;

    if (work->done) {
        return NGX_OK;
    }

    contentlib_work_older(work);

    return scheduler->post ? NGX_AGAIN : NGX_OK;
}


/* the last one to leave takes the work along */

void
contentlib_work_leave(contentlib_waiter_t *waiter)
{
    contentlib_work_t  *work;

    if (waiter->queued) {
        ngx_queue_remove(&waiter->queue);
        waiter->queued = 0;
    }

    work = waiter->work;

    if (work == NULL) {
        return;
    }

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
    contentlib_generation_t *generation, const contentlib_cache_key_t *key)
{
    contentlib_work_t  *work;

    work = contentlib_work_find_in(&scheduler->works, generation, key);

    return work ? work : contentlib_work_find_in(&scheduler->fresh,
                                                 generation, key);
}


static contentlib_work_t *
contentlib_work_find_in(ngx_queue_t *queue,
    contentlib_generation_t *generation, const contentlib_cache_key_t *key)
{
    ngx_queue_t        *q;
    contentlib_work_t  *work;

    for (q = ngx_queue_head(queue);
         q != ngx_queue_sentinel(queue);
         q = ngx_queue_next(q))
    {
        work = ngx_queue_data(q, contentlib_work_t, queue);

        if (work->generation == generation
            && ngx_memcmp(work->key.digest, key->digest,
                          CONTENTLIB_DIGEST_SIZE)
               == 0)
        {
            return work;
        }
    }

    return NULL;
}


static contentlib_work_t *
contentlib_work_create(contentlib_scheduler_t *scheduler,
    contentlib_generation_t *generation, const contentlib_cache_key_t *key,
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

    work->key = *key;

    if (contentlib_work_copy(work, &work->filter.text, &filter->text)
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

    work->rows = CONTENTLIB_WORK_ROWS;
    work->fresh = 1;

    contentlib_generation_hold(generation);
    ngx_queue_insert_tail(&scheduler->fresh, &work->queue);
    scheduler->nfresh++;

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


static void
contentlib_work_destroy(contentlib_work_t *work)
{
    if (!work->done) {
        contentlib_work_dequeue(work);
    }

    contentlib_generation_release(work->generation);
    ngx_destroy_pool(work->pool);
}
