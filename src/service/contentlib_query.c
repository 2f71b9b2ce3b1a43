
/*
 * Copyright (C) contentlib authors
 *
 * A request is asked of the current generation, and once more of the next one
 * if that cannot be read.
 */


#include <service/contentlib_query_private.h>


#define CONTENTLIB_ATTEMPTS  2

#define CONTENTLIB_QUERY_UNBUILT  "the body could not be built"


static void contentlib_query_end(contentlib_query_t *query);
static ngx_int_t contentlib_query_attempt(contentlib_query_t *query,
    contentlib_db_error_t *error);
static ngx_int_t contentlib_query_ask(contentlib_query_t *query);
static ngx_int_t contentlib_query_again(contentlib_query_t *query,
    const contentlib_db_error_t *error);
static ngx_int_t contentlib_query_scheduler(contentlib_input_t *input);
static void contentlib_query_release(void *data);
static void contentlib_query_log(contentlib_input_t *input,
    const contentlib_db_error_t *error, uint64_t now);


ngx_int_t
contentlib_query_answer(contentlib_input_t *input,
    const contentlib_request_t *request, contentlib_answer_t *answer)
{
    ngx_pool_cleanup_t  *cleanup;
    contentlib_query_t  *query;

    cleanup = ngx_pool_cleanup_add(input->pool, sizeof(contentlib_query_t));

    if (cleanup == NULL || contentlib_query_scheduler(input) != NGX_OK) {
        return NGX_ERROR;
    }

    query = cleanup->data;
    ngx_memzero(query, sizeof(contentlib_query_t));

    /* registered before anything is held or waited for */

    cleanup->handler = contentlib_query_release;

    query->input = input;
    query->request = request;
    query->answer = answer;
    query->start = contentlib_db_clock();

    return contentlib_query_continue(query);
}


/* without one the pool has one for this request alone */

static ngx_int_t
contentlib_query_scheduler(contentlib_input_t *input)
{
    if (input->scheduler != NULL) {
        return NGX_OK;
    }

    input->scheduler = ngx_pcalloc(input->pool,
                                   sizeof(contentlib_scheduler_t));
    if (input->scheduler == NULL) {
        return NGX_ERROR;
    }

    contentlib_scheduler_init(input->scheduler);

    return NGX_OK;
}


/* a file that has become unreadable is opened anew, and asked once more */

ngx_int_t
contentlib_query_continue(contentlib_query_t *query)
{
    ngx_int_t               rc;
    contentlib_input_t     *input;
    contentlib_db_error_t   error;

    input = query->input;
    input->waiting = NULL;

    for ( ;; ) {

        query->began = (query->waiting || query->attempt > 0)
                       ? contentlib_db_clock() : query->start;
        query->now = query->began / 1000;

        if (!query->waiting) {
            query->generation = contentlib_source_hold(input->source,
                                                       query->now, input->log);
        }

        if (query->generation == NULL) {
            return contentlib_answer_unavailable(query->answer, input->pool);
        }

        rc = contentlib_query_attempt(query, &error);

        if (rc == NGX_AGAIN) {
            query->waiting = 1;
            input->waiting = query;
            return NGX_AGAIN;
        }

        contentlib_query_end(query);

        if (rc == NGX_OK) {
            contentlib_query_release(query);
            return NGX_OK;
        }

        contentlib_query_log(input, &error, query->now);

        if (error.failure == CONTENTLIB_DB_NO_MEMORY) {
            contentlib_generation_halve();
        }

        if (contentlib_query_again(query, &error) != NGX_OK) {
            return contentlib_answer_failure(query->answer, error.failure,
                                             input->pool);
        }
    }
}


static ngx_int_t
contentlib_query_again(contentlib_query_t *query,
    const contentlib_db_error_t *error)
{
    ngx_int_t  rc;

    rc = NGX_DECLINED;

    if (++query->attempt < CONTENTLIB_ATTEMPTS
        && error->failure == CONTENTLIB_DB_UNREADABLE)
    {
        rc = contentlib_source_failed(query->input->source, query->generation,
                                      query->now, query->input->log);
    }

    contentlib_query_release(query);

    return rc;
}


/* nothing is waited for any more, whatever has come of the attempt */

static void
contentlib_query_end(contentlib_query_t *query)
{
    uint64_t  now;

    contentlib_work_leave(&query->job.waiter);

    query->waiting = 0;

    now = contentlib_db_clock();
    query->answer->query_time = now - query->start;

    if (query->answer->cache_status == CONTENTLIB_HIT) {
        return;
    }

    contentlib_metrics_time(query->generation->metrics, query_seconds,
                            query->answer->query_time);

    contentlib_scheduler_spend(query->input->scheduler, now - query->began);
}


static ngx_int_t
contentlib_query_attempt(contentlib_query_t *query,
    contentlib_db_error_t *error)
{
    ngx_int_t            rc;
    contentlib_db_t     *db;
    contentlib_input_t  *input;

    input = query->input;
    db = query->generation->db;

    contentlib_db_clear_error(db);
    contentlib_db_deadline(db, query->start / 1000 + input->timeout);

    rc = contentlib_query_ask(query);

    contentlib_db_deadline(db, 0);

    if (rc == NGX_AGAIN) {
        return NGX_AGAIN;
    }

    /* what was read may not be what it was when the file was checked */

    if (query->answer->cache_status != CONTENTLIB_HIT
        && contentlib_source_unchanged(input->source, query->generation,
                                       query->now, input->log)
           != NGX_OK)
    {
        (void) contentlib_db_corrupt(db, "the file was changed in place");
    }

    *error = *contentlib_db_error(db);

    if (error->failure != CONTENTLIB_DB_NO_ERROR) {
        return NGX_ERROR;
    }

    if (rc != NGX_OK) {
        error->failure = CONTENTLIB_DB_NO_MEMORY;
        error->code = 0;
        ngx_memcpy(error->text, CONTENTLIB_QUERY_UNBUILT,
                   sizeof(CONTENTLIB_QUERY_UNBUILT));
    }

    return rc;
}


/* whoever is alone waits for nobody */

static ngx_int_t
contentlib_query_ask(contentlib_query_t *query)
{
    ngx_int_t                rc;
    contentlib_scheduler_t  *scheduler;

    rc = query->waiting ? contentlib_query_load(query)
                        : contentlib_query_run(query);

    scheduler = query->input->scheduler;

    while (rc == NGX_AGAIN && scheduler->post == NULL) {
        (void) contentlib_scheduler_run(scheduler);
        rc = contentlib_query_load(query);
    }

    return rc;
}


/*
 * What is sent holds itself: a slow reader is no reason to keep a library
 * open.  A client that goes away may have left a request that waits.
 */

static void
contentlib_query_release(void *data)
{
    contentlib_query_t *query = data;

    if (query->generation == NULL) {
        return;
    }

    contentlib_work_leave(&query->job.waiter);
    contentlib_generation_release(query->generation);

    query->generation = NULL;
}


static void
contentlib_query_log(contentlib_input_t *input,
    const contentlib_db_error_t *error, uint64_t now)
{
    ngx_uint_t  level;

    if (error->failure != CONTENTLIB_DB_BUG
        && !contentlib_source_logs(input->source, error->failure, now))
    {
        return;
    }

    switch (error->failure) {

    case CONTENTLIB_DB_TIMEOUT:
    case CONTENTLIB_DB_BUSY:
        level = NGX_LOG_WARN;
        break;

    case CONTENTLIB_DB_UNREADABLE:
        level = NGX_LOG_CRIT;
        break;

    case CONTENTLIB_DB_BUG:
        level = NGX_LOG_ALERT;
        break;

    default:
        level = NGX_LOG_ERR;
    }

    ngx_log_error(level, input->log, 0,
                  "contentlib: library \"%V\" failed: %s (%d)",
                  &input->source->path, error->text, error->code);
}
