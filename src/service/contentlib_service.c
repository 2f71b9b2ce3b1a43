
/*
 * Copyright (C) contentlib authors
 *
 * The way of a request: route, method, arguments, negotiation, library,
 * record, validator, rows, body.  A step that cannot go on gives the answer.
 */


#include <service/contentlib_service.h>
#include <api/contentlib_links.h>
#include <api/contentlib_negotiation.h>
#include <render/contentlib_render.h>
#include <service/contentlib_endpoints.h>
#include <service/contentlib_validator.h>


#define CONTENTLIB_ATTEMPTS  2


static ngx_int_t contentlib_service_redirect(contentlib_input_t *input,
    contentlib_answer_t *answer);
static ngx_int_t contentlib_service_negotiate(contentlib_input_t *input,
    contentlib_request_t *request, contentlib_answer_t *answer);
static ngx_uint_t contentlib_service_acceptable(contentlib_input_t *input,
    contentlib_request_t *request);
static ngx_int_t contentlib_service_options(contentlib_input_t *input,
    contentlib_request_t *request, contentlib_answer_t *answer);
static ngx_int_t contentlib_service_library(contentlib_input_t *input,
    contentlib_request_t *request, contentlib_answer_t *answer);
static ngx_int_t contentlib_service_attempt(contentlib_input_t *input,
    contentlib_request_t *request, contentlib_generation_t *generation,
    contentlib_answer_t *answer, contentlib_db_error_t *error);
static ngx_int_t contentlib_service_hold(contentlib_input_t *input,
    contentlib_generation_t **generation, uint64_t now);
static void contentlib_service_release(void *data);
static ngx_int_t contentlib_service_query(contentlib_input_t *input,
    contentlib_request_t *request, contentlib_generation_t *generation,
    contentlib_answer_t *answer);
static void contentlib_service_view(const contentlib_input_t *input,
    const contentlib_request_t *request,
    const contentlib_generation_t *generation, contentlib_view_t *view);
static void contentlib_service_job(const contentlib_input_t *input,
    const contentlib_request_t *request,
    const contentlib_generation_t *generation, const contentlib_view_t *view,
    contentlib_job_t *job);
static ngx_int_t contentlib_service_validate(contentlib_input_t *input,
    contentlib_request_t *request, contentlib_view_t *view,
    contentlib_generation_t *generation, contentlib_answer_t *answer);
static void contentlib_service_log(contentlib_input_t *input,
    const contentlib_db_error_t *error);
static uint64_t contentlib_service_clock(void);


ngx_int_t
contentlib_service_answer(contentlib_input_t *input,
    contentlib_answer_t *answer)
{
    ngx_int_t             rc;
    contentlib_request_t  request;

    ngx_memzero(answer, sizeof(contentlib_answer_t));
    ngx_memzero(&request, sizeof(contentlib_request_t));

    if (input->view.base_url.data == NULL) {
        return contentlib_answer_bad_request(answer,
                                       "The base address is not valid.",
                                       input->pool);
    }

    if (input->unroutable
        || contentlib_route_parse(&input->path, &request.route) != NGX_OK)
    {
        return contentlib_answer_not_found(answer, input->pool);
    }

    answer->endpoint = contentlib_endpoints[request.route.endpoint].name;

    if (input->method == CONTENTLIB_OTHER) {
        return contentlib_answer_not_allowed(answer, &input->method_name,
                                             input->pool);
    }

    if (!request.route.slash || input->unslashed) {
        return contentlib_service_redirect(input, answer);
    }

    rc = contentlib_request_parse(&request, &input->query, &input->paging,
                                  input->pool);

    if (rc == NGX_DECLINED) {
        return contentlib_answer_bad_request(answer, "Too many parameters.",
                                             input->pool);
    }

    return rc == NGX_OK ? contentlib_service_negotiate(input, &request, answer)
                        : NGX_ERROR;
}


static ngx_int_t
contentlib_service_negotiate(contentlib_input_t *input,
    contentlib_request_t *request, contentlib_answer_t *answer)
{
    if (!contentlib_request_format_known(request)) {
        return contentlib_answer_not_found(answer, input->pool);
    }

    if (!contentlib_service_acceptable(input, request)) {
        return contentlib_answer_not_acceptable(answer, input->pool);
    }

    if (input->method == CONTENTLIB_OPTIONS) {
        return contentlib_service_options(input, request, answer);
    }

    if (request->nerrors > 0) {
        return contentlib_answer_bad_args(answer, request, input->pool);
    }

    return contentlib_service_library(input, request, answer);
}


static ngx_int_t
contentlib_service_redirect(contentlib_input_t *input,
    contentlib_answer_t *answer)
{
    ngx_str_t  location;

    if (contentlib_links_slash(&input->view, &input->path, &input->query,
                               input->pool, &location)
        != NGX_OK)
    {
        return NGX_ERROR;
    }

    return contentlib_answer_redirect(answer, &location);
}


/* whoever asks for a page for people is given the JSON, too */

static ngx_uint_t
contentlib_service_acceptable(contentlib_input_t *input,
    contentlib_request_t *request)
{
    return contentlib_request_format_json(request)
           || contentlib_negotiation_quality(&input->accept, "application",
                                             "json")
           || contentlib_negotiation_quality(&input->accept, "text", "html");
}


static ngx_int_t
contentlib_service_options(contentlib_input_t *input,
    contentlib_request_t *request, contentlib_answer_t *answer)
{
    ngx_str_t                     body;
    const contentlib_endpoint_t  *endpoint;

    endpoint = &contentlib_endpoints[request->route.endpoint];

    if (contentlib_render_options(endpoint->title, endpoint->description,
                                  input->pool, &body)
        != NGX_OK)
    {
        return NGX_ERROR;
    }

    return contentlib_answer_ok(answer, &body);
}


/* a file that has become unreadable is opened anew, and asked once more */

static ngx_int_t
contentlib_service_library(contentlib_input_t *input,
    contentlib_request_t *request, contentlib_answer_t *answer)
{
    uint64_t                 start;
    ngx_int_t                rc;
    ngx_uint_t               attempt;
    contentlib_db_error_t    error;
    contentlib_generation_t  *generation;

    start = contentlib_service_clock();
    error.failure = CONTENTLIB_DB_NO_ERROR;

    for (attempt = 0; attempt < CONTENTLIB_ATTEMPTS; attempt++) {

        rc = contentlib_service_hold(input, &generation, start / 1000);

        if (rc == NGX_ERROR) {
            return NGX_ERROR;
        }

        if (rc == NGX_DECLINED) {
            return contentlib_answer_unavailable(answer, input->pool);
        }

        rc = contentlib_service_attempt(input, request, generation, answer,
                                        &error);

        if (rc == NGX_OK) {
            answer->query_time = contentlib_service_clock() - start;
            return NGX_OK;
        }

        contentlib_service_log(input, &error);

        if (error.failure != CONTENTLIB_DB_UNREADABLE) {
            break;
        }

        contentlib_source_drop(input->source, generation, start / 1000);
    }

    answer->query_time = contentlib_service_clock() - start;

    return contentlib_answer_failure(answer, error.failure, input->pool);
}


static ngx_int_t
contentlib_service_attempt(contentlib_input_t *input,
    contentlib_request_t *request, contentlib_generation_t *generation,
    contentlib_answer_t *answer, contentlib_db_error_t *error)
{
    ngx_int_t  rc;

    contentlib_db_clear_error(generation->db);
    contentlib_db_deadline(generation->db, contentlib_service_clock() / 1000
                                           + input->timeout);

    rc = contentlib_service_query(input, request, generation, answer);

    *error = *contentlib_db_error(generation->db);

    if (rc != NGX_OK && error->failure == CONTENTLIB_DB_NO_ERROR) {
        error->failure = CONTENTLIB_DB_NO_MEMORY;
        error->code = 0;
        ngx_memcpy(error->text, "the body could not be built",
                   sizeof("the body could not be built"));
    }

    contentlib_db_deadline(generation->db, 0);

    return rc;
}


/* the cleanup is registered before the generation is held */

static ngx_int_t
contentlib_service_hold(contentlib_input_t *input,
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

    cleanup->handler = contentlib_service_release;
    cleanup->data = *generation;

    return NGX_OK;
}


static void
contentlib_service_release(void *data)
{
    contentlib_generation_release(data);
}


static ngx_int_t
contentlib_service_query(contentlib_input_t *input,
    contentlib_request_t *request, contentlib_generation_t *generation,
    contentlib_answer_t *answer)
{
    ngx_int_t                     rc;
    ngx_str_t                     body;
    contentlib_job_t              job;
    contentlib_view_t             view;
    const contentlib_endpoint_t  *endpoint;

    endpoint = &contentlib_endpoints[request->route.endpoint];

    contentlib_service_view(input, request, generation, &view);
    contentlib_service_job(input, request, generation, &view, &job);

    answer->generation = generation->meta->digest;

    rc = endpoint->find ? endpoint->find(&job) : NGX_OK;

    if (rc == NGX_DECLINED) {
        return contentlib_answer_not_found(answer, input->pool);
    }

    if (rc != NGX_OK
        || contentlib_service_validate(input, request, &view, generation,
                                       answer)
           != NGX_OK)
    {
        return NGX_ERROR;
    }

    if (answer->not_modified) {
        return NGX_OK;
    }

    do {
        rc = endpoint->load ? endpoint->load(&job) : NGX_OK;
    } while (rc == NGX_AGAIN);

    if (rc != NGX_OK || endpoint->render(&job, &body) != NGX_OK) {
        return NGX_ERROR;
    }

    answer->rows = job.n;

    return contentlib_answer_ok(answer, &body);
}


static void
contentlib_service_view(const contentlib_input_t *input,
    const contentlib_request_t *request,
    const contentlib_generation_t *generation, contentlib_view_t *view)
{
    *view = input->view;

    if (view->media_url.data == NULL) {
        view->media_url = generation->meta->media_url;
    }

    if (request->format != NULL) {
        view->format = *request->format;
    }
}


static void
contentlib_service_job(const contentlib_input_t *input,
    const contentlib_request_t *request,
    const contentlib_generation_t *generation, const contentlib_view_t *view,
    contentlib_job_t *job)
{
    ngx_memzero(job, sizeof(contentlib_job_t));

    job->db = generation->db;
    job->request = request;
    job->view = view;
    job->pool = input->pool;

    job->filter.text = request->text;
    job->filter.tag = request->tag;
    job->filter.tag_slug = request->tag_slug;
    job->filter.tag_partial = request->tag_partial;
}


static ngx_int_t
contentlib_service_validate(contentlib_input_t *input,
    contentlib_request_t *request, contentlib_view_t *view,
    contentlib_generation_t *generation, contentlib_answer_t *answer)
{
    ngx_str_t  key;

    if (contentlib_request_key(request, view, input->pool, &key) != NGX_OK
        || contentlib_validator_etag(&generation->meta->digest, &key,
                                     input->pool, &answer->etag)
           != NGX_OK)
    {
        return NGX_ERROR;
    }

    answer->last_modified = generation->meta->built;

    if (input->if_none_match.data != NULL
        && contentlib_negotiation_has(&input->if_none_match, &answer->etag))
    {
        answer->status = 200;
        answer->not_modified = 1;
    }

    return NGX_OK;
}


static void
contentlib_service_log(contentlib_input_t *input,
    const contentlib_db_error_t *error)
{
    ngx_uint_t  level;

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
contentlib_service_clock(void)
{
    struct timespec  now;

    (void) clock_gettime(CLOCK_MONOTONIC, &now);

    return (uint64_t) now.tv_sec * 1000000 + (uint64_t) now.tv_nsec / 1000;
}
