
/*
 * Copyright (C) contentlib authors
 *
 * Runs searches: an attempt on the event loop, then a task for the thread,
 * first come, first served.  A task has copies of the values of its search, and
 * runs on the connection of the thread.  The matches go to the cache.
 */


#include <service/contentlib_search_queue.h>
#include <library/contentlib_matches.h>


#define CONTENTLIB_SEARCH_QUEUE_WEIGHT  8       /* of the average */
#define CONTENTLIB_SEARCH_TASK_POOL     4096


static contentlib_search_task_t *contentlib_search_queue_find(
    contentlib_search_queue_t *queue, const contentlib_cache_key_t *key);
static ngx_uint_t contentlib_search_queue_admits(
    const contentlib_search_queue_t *queue, uint64_t deadline);
static ngx_int_t contentlib_search_queue_attempt(
    contentlib_search_queue_t *queue, contentlib_generation_t *generation,
    const contentlib_search_args_t *args, contentlib_search_waiter_t *waiter);
static contentlib_search_waiter_t *contentlib_search_queue_first(
    contentlib_search_queue_t *queue);
static void contentlib_search_queue_wake(contentlib_search_queue_t *queue);
static void contentlib_search_queue_resume(contentlib_search_queue_t *queue,
    contentlib_search_waiter_t *waiter);
static void contentlib_search_queue_join(contentlib_search_task_t *task,
    contentlib_search_waiter_t *waiter);
static ngx_int_t contentlib_search_queue_add(contentlib_search_queue_t *queue,
    contentlib_generation_t *generation, const contentlib_search_args_t *args,
    contentlib_search_waiter_t *waiter);
static ngx_int_t contentlib_search_queue_start(
    contentlib_search_queue_t *queue, contentlib_search_task_t *task);
static void contentlib_search_queue_turn(ngx_event_t *ev);
static void contentlib_search_queue_next(contentlib_search_queue_t *queue);
static void contentlib_search_queue_measure(contentlib_search_queue_t *queue,
    const contentlib_search_task_t *task);
static void contentlib_search_queue_end(contentlib_search_task_t *task);
static contentlib_search_task_t *contentlib_search_task_create(
    contentlib_generation_t *generation, const contentlib_search_args_t *args);
static void contentlib_search_task_destroy(contentlib_search_task_t *task);
static void contentlib_search_task_search(contentlib_db_t *db,
    contentlib_search_task_t *task);
static void contentlib_search_task_items(contentlib_db_t *db,
    contentlib_search_task_t *task);
static void contentlib_search_task_matches(contentlib_db_t *db,
    contentlib_search_task_t *task, contentlib_set_t **tiers, ngx_uint_t n);
static void contentlib_search_task_found(contentlib_search_task_t *task,
    contentlib_searches_e how);


void
contentlib_search_queue_open(contentlib_search_queue_t *queue, ngx_log_t *log)
{
    ngx_queue_init(&queue->tasks);
    ngx_rbtree_init(&queue->pages, &queue->sentinel,
                    ngx_rbtree_insert_timer_value);

    queue->turn.handler = contentlib_search_queue_turn;
    queue->turn.data = queue;
    queue->turn.log = log;
}


ngx_int_t
contentlib_search_queue_run(contentlib_search_queue_t *queue,
    contentlib_generation_t *generation, const contentlib_search_args_t *args,
    contentlib_search_waiter_t *waiter)
{
    ngx_int_t                  rc;
    contentlib_search_task_t  *task;

    if (queue->post == NULL) {
        return contentlib_search_queue_attempt(NULL, generation, args, waiter);
    }

    task = contentlib_search_queue_find(queue, &args->key);

    if (task != NULL) {
        contentlib_search_queue_join(task, waiter);
        return NGX_AGAIN;
    }

    /* a search that cannot finish in time must not cost anything */

    rc = contentlib_search_queue_admits(queue, generation->db->deadline)
         ? NGX_AGAIN : NGX_DECLINED;

    if (rc == NGX_AGAIN && queue->spent < CONTENTLIB_SEARCH_QUEUE_ATTEMPT) {
        rc = contentlib_search_queue_attempt(queue, generation, args, waiter);
    }

    if (rc == NGX_AGAIN) {
        rc = contentlib_search_queue_add(queue, generation, args, waiter);
    }

    if (rc == NGX_DECLINED) {
        contentlib_metrics_add(generation->metrics, searches,
                               CONTENTLIB_SEARCHES_REFUSED, 1);
    }

    return rc;
}


static contentlib_search_task_t *
contentlib_search_queue_find(contentlib_search_queue_t *queue,
    const contentlib_cache_key_t *key)
{
    ngx_queue_t               *q;
    contentlib_search_task_t  *task;

    for (q = ngx_queue_head(&queue->tasks);
         q != ngx_queue_sentinel(&queue->tasks);
         q = ngx_queue_next(q))
    {
        task = ngx_queue_data(q, contentlib_search_task_t, queue);

        if (!task->cancelled
            && ngx_memcmp(&task->args.key, key,
                          sizeof(contentlib_cache_key_t))
               == 0)
        {
            return task;
        }
    }

    return NULL;
}


static ngx_uint_t
contentlib_search_queue_admits(const contentlib_search_queue_t *queue,
    uint64_t deadline)
{
    uint64_t  ahead;

    if (queue->running == NULL) {
        return 1;
    }

    if (queue->n == CONTENTLIB_SEARCH_QUEUE_MAX) {
        return 0;
    }

    ahead = 1 + queue->n;

    return contentlib_db_clock() + ahead * queue->average <= deadline;
}


/*
 * NGX_AGAIN if the millisecond of the turn ends first.  The thread begins anew,
 * so that a task that waits for it does not hold the memory of an attempt.
 */

static ngx_int_t
contentlib_search_queue_attempt(contentlib_search_queue_t *queue,
    contentlib_generation_t *generation, const contentlib_search_args_t *args,
    contentlib_search_waiter_t *waiter)
{
    uint64_t                   began, deadline, took;
    ngx_int_t                  rc;
    contentlib_db_t           *db;
    contentlib_search_task_t  *task;

    db = generation->db;
    task = contentlib_search_task_create(generation, args);

    if (task == NULL) {
        return contentlib_db_no_memory(db);
    }

    began = contentlib_db_clock();
    deadline = db->deadline;

    if (queue != NULL) {
        db->deadline = ngx_min(deadline, began + CONTENTLIB_SEARCH_QUEUE_ATTEMPT
                                         - queue->spent);
    }

    contentlib_search_task_search(db, task);

    rc = contentlib_db_failed(db) ? NGX_ERROR : NGX_OK;

    contentlib_db_release_memory(db);

    took = contentlib_db_clock() - began;

    if (queue != NULL) {
        queue->spent += took;
        ngx_post_event(&queue->turn, &ngx_posted_next_events);
    }

    contentlib_metrics_time(generation->metrics, sqlite_seconds, took);

    if (rc == NGX_OK) {
        task->done = 1;
        contentlib_search_task_found(task, CONTENTLIB_SEARCHES_ATTEMPT);
        contentlib_search_queue_join(task, waiter);

    } else {
        contentlib_search_task_destroy(task);
    }

    if (db->error.failure == CONTENTLIB_TIMEOUT && db->deadline != deadline) {
        contentlib_db_clear_error(db);
        rc = NGX_AGAIN;
    }

    db->deadline = deadline;

    return rc;
}


ngx_int_t
contentlib_search_queue_page(contentlib_search_queue_t *queue,
    contentlib_search_waiter_t *waiter, uint64_t delay)
{
    contentlib_search_queue_resume(queue, waiter);

    if (queue->reading < CONTENTLIB_SEARCH_QUEUE_PAGE
        && (waiter->due != 0 || contentlib_search_queue_first(queue) == NULL))
    {
        return NGX_OK;
    }

    if (waiter->due == 0) {
        waiter->due = contentlib_db_clock() / 1000 + delay;
    }

    waiter->paused = 1;
    waiter->page.key = waiter->due;

    ngx_rbtree_insert(&queue->pages, &waiter->page);
    ngx_post_event(&queue->turn, &ngx_posted_next_events);

    return NGX_AGAIN;
}


/* the page to read next, or NULL */

static contentlib_search_waiter_t *
contentlib_search_queue_first(contentlib_search_queue_t *queue)
{
    ngx_rbtree_node_t  *node;

    if (queue->pages.root == queue->pages.sentinel) {
        return NULL;
    }

    node = ngx_rbtree_min(queue->pages.root, queue->pages.sentinel);

    return ngx_rbtree_data(node, contentlib_search_waiter_t, page);
}


void
contentlib_search_queue_read(contentlib_search_queue_t *queue,
    uint64_t microseconds)
{
    queue->reading += microseconds;
    ngx_post_event(&queue->turn, &ngx_posted_next_events);

    if (queue->reading < CONTENTLIB_SEARCH_QUEUE_PAGE) {
        contentlib_search_queue_wake(queue);
    }
}


/* the next turn wakes another page if this one is not read */

static void
contentlib_search_queue_wake(contentlib_search_queue_t *queue)
{
    contentlib_search_waiter_t  *waiter;

    waiter = contentlib_search_queue_first(queue);

    if (waiter != NULL) {
        contentlib_search_queue_resume(queue, waiter);
        waiter->wake(waiter->data);
        ngx_post_event(&queue->turn, &ngx_posted_next_events);
    }
}


static void
contentlib_search_queue_resume(contentlib_search_queue_t *queue,
    contentlib_search_waiter_t *waiter)
{
    if (waiter->paused) {
        waiter->paused = 0;
        ngx_rbtree_delete(&queue->pages, &waiter->page);
    }
}


static void
contentlib_search_queue_join(contentlib_search_task_t *task,
    contentlib_search_waiter_t *waiter)
{
    waiter->task = task;
    ngx_queue_insert_tail(&task->waiters, &waiter->queue);
}


/* a new task, which starts if none is running */

static ngx_int_t
contentlib_search_queue_add(contentlib_search_queue_t *queue,
    contentlib_generation_t *generation, const contentlib_search_args_t *args,
    contentlib_search_waiter_t *waiter)
{
    contentlib_search_task_t  *task;

    task = contentlib_search_task_create(generation, args);

    if (task == NULL) {
        return contentlib_db_no_memory(generation->db);
    }

    ngx_queue_insert_tail(&queue->tasks, &task->queue);

    if (queue->running != NULL) {
        queue->n++;

    } else if (contentlib_search_queue_start(queue, task) != NGX_OK) {
        contentlib_search_task_destroy(task);
        return contentlib_db_busy(generation->db, "the thread pool is full");
    }

    contentlib_search_queue_join(task, waiter);

    return NGX_AGAIN;
}


/* the thread owns the pool of the task from here until it is done */

static ngx_int_t
contentlib_search_queue_start(contentlib_search_queue_t *queue,
    contentlib_search_task_t *task)
{
    task->started = contentlib_db_clock();

    if (queue->post(queue->data, task) != NGX_OK) {
        return NGX_ERROR;
    }

    queue->running = task;

    return NGX_OK;
}


void
contentlib_search_queue_done(contentlib_search_queue_t *queue)
{
    contentlib_search_task_t  *task;

    task = queue->running;
    queue->running = NULL;

    contentlib_search_queue_measure(queue, task);

    if (task->error.failure == CONTENTLIB_NO_ERROR) {
        contentlib_search_task_found(task, CONTENTLIB_SEARCHES_THREAD);
    }

    contentlib_search_queue_end(task);
    contentlib_search_queue_next(queue);
}


static void
contentlib_search_queue_next(contentlib_search_queue_t *queue)
{
    ngx_queue_t               *q;
    contentlib_db_t           *db;
    contentlib_search_task_t  *task;

    while (queue->running == NULL && !ngx_queue_empty(&queue->tasks)) {

        q = ngx_queue_head(&queue->tasks);
        task = ngx_queue_data(q, contentlib_search_task_t, queue);
        queue->n--;

        if (contentlib_search_queue_start(queue, task) != NGX_OK) {

            /* no thread uses the connection */

            db = task->generation->search_db;

            contentlib_db_clear_error(db);
            (void) contentlib_db_busy(db, "the thread pool is full");
            task->error = db->error;

            contentlib_search_queue_end(task);
        }
    }
}


static void
contentlib_search_queue_measure(contentlib_search_queue_t *queue,
    const contentlib_search_task_t *task)
{
    uint64_t  took;

    took = contentlib_db_clock() - task->started;

    if (queue->average == 0) {
        queue->average = took;
        return;
    }

    queue->average = (queue->average * (CONTENTLIB_SEARCH_QUEUE_WEIGHT - 1)
                      + took)
                     / CONTENTLIB_SEARCH_QUEUE_WEIGHT;
}


/* the last waiter that leaves frees the task */

static void
contentlib_search_queue_end(contentlib_search_task_t *task)
{
    ngx_queue_t                 *q;
    contentlib_search_waiter_t  *waiter;

    task->done = 1;

    ngx_queue_remove(&task->queue);
    ngx_queue_init(&task->queue);

    if (ngx_queue_empty(&task->waiters)) {
        contentlib_search_task_destroy(task);
        return;
    }

    for (q = ngx_queue_head(&task->waiters);
         q != ngx_queue_sentinel(&task->waiters);
         q = ngx_queue_next(q))
    {
        waiter = ngx_queue_data(q, contentlib_search_waiter_t, queue);
        waiter->wake(waiter->data);
    }
}


void
contentlib_search_queue_leave(contentlib_search_queue_t *queue,
    contentlib_search_waiter_t *waiter)
{
    contentlib_search_task_t  *task;

    contentlib_search_queue_resume(queue, waiter);

    task = waiter->task;

    if (task == NULL) {
        return;
    }

    ngx_queue_remove(&waiter->queue);
    waiter->task = NULL;

    if (!ngx_queue_empty(&task->waiters)) {
        return;
    }

    /* the worker, and its queue with it, may end before a request */

    if (!task->done) {

        if (task == queue->running) {
            __atomic_store_n(&task->cancelled, 1, __ATOMIC_RELAXED);
            return;
        }

        queue->n--;
    }

    contentlib_search_task_destroy(task);
}


static void
contentlib_search_queue_turn(ngx_event_t *ev)
{
    contentlib_search_queue_t *queue = ev->data;

    queue->spent = 0;
    queue->reading = 0;

    contentlib_search_queue_wake(queue);
}


void
contentlib_search_queue_close(contentlib_search_queue_t *queue)
{
    ngx_queue_t                 *q, *w;
    contentlib_search_task_t    *task;
    contentlib_search_waiter_t  *waiter;

    if (queue->turn.posted) {
        ngx_delete_posted_event(&queue->turn);
    }

    task = queue->running;

    if (task != NULL) {
        __atomic_store_n(&task->cancelled, 1, __ATOMIC_RELAXED);

        /* nginx does not end the threads of a pool whose queue is full */

        while (!__atomic_load_n(&task->finished, __ATOMIC_ACQUIRE)) {
            ngx_sched_yield();
        }
    }

    while ((waiter = contentlib_search_queue_first(queue)) != NULL) {
        contentlib_search_queue_resume(queue, waiter);
    }

    while (!ngx_queue_empty(&queue->tasks)) {

        q = ngx_queue_head(&queue->tasks);
        task = ngx_queue_data(q, contentlib_search_task_t, queue);

        while (!ngx_queue_empty(&task->waiters)) {
            w = ngx_queue_head(&task->waiters);
            waiter = ngx_queue_data(w, contentlib_search_waiter_t, queue);

            ngx_queue_remove(w);
            waiter->task = NULL;
        }

        contentlib_search_task_destroy(task);
    }

    queue->running = NULL;
    queue->n = 0;
}


void
contentlib_search_task_key(const contentlib_generation_t *generation,
    contentlib_search_args_t *args)
{
    ngx_md5_t         md5;
    ngx_uint_t        i;
    const ngx_str_t  *value;

    const uint64_t  numbers[] = { args->list, args->limit };

    ngx_md5_init(&md5);
    ngx_md5_update(&md5, numbers, sizeof(numbers));

    for (i = 0; i < CONTENTLIB_VALUES; i++) {
        value = &args->values[i];

        ngx_md5_update(&md5, &value->len, sizeof(size_t));
        ngx_md5_update(&md5, value->data, value->len);
    }

    ngx_md5_final(args->key.digest, &md5);
    args->key.kind = CONTENTLIB_CACHE_MATCHES;
    args->key.generation = generation->number;
}


static contentlib_search_task_t *
contentlib_search_task_create(contentlib_generation_t *generation,
    const contentlib_search_args_t *args)
{
    ngx_str_t                 *value;
    ngx_uint_t                 i;
    ngx_pool_t                *pool;
    contentlib_search_task_t  *task;

    pool = ngx_create_pool(CONTENTLIB_SEARCH_TASK_POOL, generation->log);
    if (pool == NULL) {
        return NULL;
    }

    task = ngx_pcalloc(pool, sizeof(contentlib_search_task_t));

    if (task == NULL) {
        ngx_destroy_pool(pool);
        return NULL;
    }

    task->pool = pool;
    task->args = *args;

    for (i = 0; i < CONTENTLIB_VALUES; i++) {
        value = &task->args.values[i];
        value->data = ngx_pstrdup(pool, value);

        if (value->data == NULL) {
            ngx_destroy_pool(pool);
            return NULL;
        }
    }

    ngx_queue_init(&task->queue);
    ngx_queue_init(&task->waiters);

    task->generation = generation;
    contentlib_generation_hold(generation);

    return task;
}


static void
contentlib_search_task_destroy(contentlib_search_task_t *task)
{
    ngx_queue_remove(&task->queue);
    contentlib_generation_release(task->generation);
    ngx_destroy_pool(task->pool);
}


void
contentlib_search_task_run(contentlib_search_task_t *task)
{
    contentlib_db_t  *db;

    db = task->generation->search_db;

    contentlib_db_clear_error(db);
    db->cancelled = &task->cancelled;

    contentlib_search_task_search(db, task);

    task->error = db->error;
    db->cancelled = NULL;
    contentlib_db_release_memory(db);

    __atomic_store_n(&task->finished, 1, __ATOMIC_RELEASE);
}


static void
contentlib_search_task_search(contentlib_db_t *db,
    contentlib_search_task_t *task)
{
    ngx_str_t         *values;
    contentlib_set_t  *tags;

    values = task->args.values;

    switch (task->args.list) {

    case CONTENTLIB_LIST_ITEMS:
        contentlib_search_task_items(db, task);
        break;

    case CONTENTLIB_LISTS:
        task->suggestions = contentlib_suggestions_find(db,
                                      &values[CONTENTLIB_VALUE_TEXT],
                                      task->args.limit, task->pool);
        break;

    default:
        tags = contentlib_filter_tags(db, &values[CONTENTLIB_VALUE_NAME],
                                      task->pool);
        tags = contentlib_records_places(db, task->args.list, task->pool,
                                         tags);
        contentlib_search_task_matches(db, task, &tags, 1);
    }
}


/* the items that a search finds, and of these those that match the filter */

static void
contentlib_search_task_items(contentlib_db_t *db,
    contentlib_search_task_t *task)
{
    ngx_str_t         *values;
    ngx_uint_t         i;
    contentlib_set_t  *items, *tiers[CONTENTLIB_RELEVANCE_TIERS];

    values = task->args.values;
    items = contentlib_filter_items(db, values, task->pool);

    if (contentlib_db_failed(db)
        || values[CONTENTLIB_VALUE_SEARCH].len == 0
        || (items != NULL && contentlib_set_is_empty(items)))
    {
        contentlib_search_task_matches(db, task, &items, 1);
        return;
    }

    contentlib_relevance_find(db, &values[CONTENTLIB_VALUE_SEARCH], task->pool,
                              tiers);

    if (contentlib_db_failed(db)) {
        return;
    }

    for (i = 0; i < CONTENTLIB_RELEVANCE_TIERS && items != NULL; i++) {
        contentlib_set_intersect(tiers[i], items);
    }

    contentlib_search_task_matches(db, task, tiers, CONTENTLIB_RELEVANCE_TIERS);
}


/* written in the thread, and not on the event loop */

static void
contentlib_search_task_matches(contentlib_db_t *db,
    contentlib_search_task_t *task, contentlib_set_t **tiers, ngx_uint_t n)
{
    u_char                *p;
    size_t                 size;
    uint64_t               counts[CONTENTLIB_RELEVANCE_TIERS];
    ngx_uint_t             i;
    contentlib_matches_t  *matches;

    if (contentlib_db_failed(db)) {
        return;
    }

    size = 0;

    for (i = 0; i < n; i++) {
        counts[i] = contentlib_set_count(tiers[i]);
        size += contentlib_matches_size(tiers[i], counts[i]);
    }

    p = ngx_palloc(task->pool, size);
    if (p == NULL) {
        (void) contentlib_db_no_memory(db);
        return;
    }

    task->matches.data = p;
    task->matches.len = size;

    for (i = 0; i < n; i++) {
        matches = (contentlib_matches_t *) (void *) p;

        contentlib_matches_write(matches, tiers[i], counts[i]);
        p = (u_char *) (uintptr_t) contentlib_matches_end(matches);
    }
}


static void
contentlib_search_task_found(contentlib_search_task_t *task,
    contentlib_searches_e how)
{
    contentlib_generation_t  *generation;

    static const ngx_str_t  none = ngx_string("");

    generation = task->generation;

    contentlib_metrics_add(generation->metrics, searches, how, 1);

    if (task->suggestions == NULL) {
        contentlib_cache_store(generation->cache, &task->args.key, &none,
                               &task->matches);
    }
}
