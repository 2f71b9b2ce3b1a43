
/*
 * Copyright (C) contentlib authors
 *
 * A request is asked of the current generation, and once more of the next one
 * if that cannot be read.
 */


#include <service/contentlib_query_private.h>


#define CONTENTLIB_ATTEMPTS  2

#define CONTENTLIB_QUERY_UNBUILT  "the body could not be built"


static ngx_int_t contentlib_query_attempt(contentlib_input_t *input,
    contentlib_request_t *request, contentlib_generation_t *generation,
    contentlib_answer_t *answer, uint64_t now, contentlib_db_error_t *error);
static ngx_int_t contentlib_query_hold(contentlib_input_t *input,
    contentlib_generation_t **generation, uint64_t now);
static void contentlib_query_release(void *data);
static void contentlib_query_log(contentlib_input_t *input,
    const contentlib_db_error_t *error, uint64_t now);
static uint64_t contentlib_query_clock(void);


/* a file that has become unreadable is opened anew, and asked once more */

ngx_int_t
contentlib_query_answer(contentlib_input_t *input,
    contentlib_request_t *request, contentlib_answer_t *answer)
{
    uint64_t                 start;
    ngx_int_t                rc;
    ngx_uint_t               attempt;
    contentlib_db_error_t    error;
    contentlib_generation_t  *generation;

    start = contentlib_query_clock();
    error.failure = CONTENTLIB_DB_NO_ERROR;

    for (attempt = 0; attempt < CONTENTLIB_ATTEMPTS; attempt++) {

        rc = contentlib_query_hold(input, &generation, start / 1000);

        if (rc == NGX_ERROR) {
            return NGX_ERROR;
        }

        if (rc == NGX_DECLINED) {
            return contentlib_answer_unavailable(answer, input->pool);
        }

        rc = contentlib_query_attempt(input, request, generation, answer,
                                      start / 1000, &error);

        if (rc == NGX_OK) {
            answer->query_time = contentlib_query_clock() - start;
            return NGX_OK;
        }

        contentlib_query_log(input, &error, start / 1000);

        if (error.failure != CONTENTLIB_DB_UNREADABLE
            || contentlib_source_failed(input->source, generation,
                                        start / 1000, input->log)
               != NGX_OK)
        {
            break;
        }
    }

    answer->query_time = contentlib_query_clock() - start;

    return contentlib_answer_failure(answer, error.failure, input->pool);
}


static ngx_int_t
contentlib_query_attempt(contentlib_input_t *input,
    contentlib_request_t *request, contentlib_generation_t *generation,
    contentlib_answer_t *answer, uint64_t now, contentlib_db_error_t *error)
{
    ngx_int_t  rc;

    contentlib_db_clear_error(generation->db);
    contentlib_db_deadline(generation->db, now + input->timeout);

    rc = contentlib_query_run(input, request, generation, answer);

    /* what was read may not be what it was when the file was checked */

    if (answer->cache_status != CONTENTLIB_HIT
        && contentlib_source_unchanged(input->source, generation, now,
                                       input->log)
           != NGX_OK)
    {
        (void) contentlib_db_corrupt(generation->db,
                                     "the file was changed in place");
    }

    *error = *contentlib_db_error(generation->db);

    if (error->failure != CONTENTLIB_DB_NO_ERROR) {
        rc = NGX_ERROR;

    } else if (rc != NGX_OK) {
        error->failure = CONTENTLIB_DB_NO_MEMORY;
        error->code = 0;
        ngx_memcpy(error->text, CONTENTLIB_QUERY_UNBUILT,
                   sizeof(CONTENTLIB_QUERY_UNBUILT));
    }

    contentlib_db_deadline(generation->db, 0);

    return rc;
}


/* the cleanup is registered before the generation is held */

static ngx_int_t
contentlib_query_hold(contentlib_input_t *input,
    contentlib_generation_t **generation, uint64_t now)
{
    ngx_pool_cleanup_t  *cleanup;

    cleanup = ngx_pool_cleanup_add(input->pool, 0);
    if (cleanup == NULL) {
        return NGX_ERROR;
    }

    *generation = contentlib_source_hold(input->source, now, input->log);

    if (*generation == NULL) {
        return NGX_DECLINED;
    }

    cleanup->handler = contentlib_query_release;
    cleanup->data = *generation;

    return NGX_OK;
}


static void
contentlib_query_release(void *data)
{
    contentlib_generation_release(data);
}


static void
contentlib_query_log(contentlib_input_t *input,
    const contentlib_db_error_t *error, uint64_t now)
{
    ngx_uint_t  level;

    if (error->failure != CONTENTLIB_DB_BUG
        && !contentlib_source_logs(input->source, now))
    {
        return;
    }

    switch (error->failure) {

    case CONTENTLIB_DB_TIMEOUT:
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


/* monotonic, in microseconds */

static uint64_t
contentlib_query_clock(void)
{
    struct timespec  now;

    (void) clock_gettime(CLOCK_MONOTONIC, &now);

    return (uint64_t) now.tv_sec * 1000000 + (uint64_t) now.tv_nsec / 1000;
}
