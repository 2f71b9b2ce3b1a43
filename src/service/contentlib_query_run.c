
/*
 * Copyright (C) contentlib authors
 *
 * An answer out of one generation: kept, or made.
 */


#include <service/contentlib_query_private.h>
#include <api/contentlib_negotiation.h>
#include <service/contentlib_endpoints.h>
#include <service/contentlib_kept.h>


#define CONTENTLIB_WHOLE_MAX  (512 * 1024)  /* bytes: about 5 ms */


static ngx_int_t contentlib_query_make(contentlib_input_t *input,
    contentlib_request_t *request, contentlib_generation_t *generation,
    const contentlib_view_t *view, const ngx_str_t *key,
    contentlib_answer_t *answer);
static ngx_int_t contentlib_query_load(contentlib_job_t *job,
    const ngx_str_t *key, contentlib_answer_t *answer);
static ngx_int_t contentlib_query_render(contentlib_job_t *job,
    ngx_uint_t kept, contentlib_body_t *body);
static void contentlib_query_view(const contentlib_input_t *input,
    const contentlib_request_t *request,
    const contentlib_generation_t *generation, contentlib_view_t *view);
static ngx_int_t contentlib_query_job(const contentlib_input_t *input,
    const contentlib_request_t *request,
    const contentlib_generation_t *generation, const contentlib_view_t *view,
    contentlib_job_t *job);
static void contentlib_query_validators(const contentlib_input_t *input,
    const contentlib_request_t *request,
    const contentlib_generation_t *generation, contentlib_answer_t *answer);


ngx_int_t
contentlib_query_run(contentlib_input_t *input, contentlib_request_t *request,
    contentlib_generation_t *generation, contentlib_answer_t *answer)
{
    ngx_str_t          key;
    contentlib_view_t  view;

    contentlib_query_view(input, request, generation, &view);

    answer->generation = generation->meta->digest;
    answer->cache_status = generation->cache ? CONTENTLIB_MISS
                                             : CONTENTLIB_BYPASS;

    if (contentlib_request_key(request, &view, input->pool, &key) != NGX_OK) {
        return NGX_ERROR;
    }

    if (contentlib_kept_fetch_answer(generation->cache, &key, input->pool,
                                     answer)
        != NGX_OK)
    {
        return contentlib_query_make(input, request, generation, &view, &key,
                                     answer);
    }

    answer->cache_status = CONTENTLIB_HIT;
    answer->status = 200;

    contentlib_query_validators(input, request, generation, answer);

    return NGX_OK;
}


static ngx_int_t
contentlib_query_make(contentlib_input_t *input, contentlib_request_t *request,
    contentlib_generation_t *generation, const contentlib_view_t *view,
    const ngx_str_t *key, contentlib_answer_t *answer)
{
    ngx_int_t                     rc;
    contentlib_job_t              job;
    contentlib_etags_t           *etags;
    const contentlib_endpoint_t  *endpoint;

    endpoint = &contentlib_endpoints[request->route.endpoint];

    etags = ngx_palloc(input->pool, sizeof(contentlib_etags_t));

    if (etags == NULL
        || contentlib_query_job(input, request, generation, view, &job)
           != NGX_OK)
    {
        return NGX_ERROR;
    }

    rc = endpoint->find ? endpoint->find(&job) : NGX_OK;

    if (rc != NGX_OK) {
        return rc == NGX_DECLINED
               ? contentlib_answer_not_found(answer, input->pool) : NGX_ERROR;
    }

    contentlib_validator_make(etags, &generation->meta->digest, key);

    answer->status = 200;
    answer->etags = etags;

    contentlib_query_validators(input, request, generation, answer);

    if (answer->not_modified) {
        return NGX_OK;
    }

    return contentlib_query_load(&job, key, answer);
}


static ngx_int_t
contentlib_query_load(contentlib_job_t *job, const ngx_str_t *key,
    contentlib_answer_t *answer)
{
    ngx_int_t                     rc;
    ngx_uint_t                    kept;
    const contentlib_endpoint_t  *endpoint;

    endpoint = &contentlib_endpoints[job->request->route.endpoint];

    do {
        rc = endpoint->load ? endpoint->load(job) : NGX_OK;
    } while (rc == NGX_AGAIN);

    kept = contentlib_kept_worth(job->cache, key);

    if (rc != NGX_OK
        || contentlib_query_render(job, kept, &answer->body) != NGX_OK)
    {
        return NGX_ERROR;
    }

    answer->rows = job->n;
    answer->etag = contentlib_validator_etag(answer->etags,
                                             answer->body.coding);

    if (kept
        && contentlib_db_error(job->db)->failure == CONTENTLIB_DB_NO_ERROR)
    {
        contentlib_kept_store_answer(job->cache, key, answer);
    }

    return NGX_OK;
}


/*
 * An answer that will be kept is worth compressing whole, unless that would
 * hold the worker for long; one that is not made of records is short.
 */

static ngx_int_t
contentlib_query_render(contentlib_job_t *job, ngx_uint_t kept,
    contentlib_body_t *body)
{
    ngx_uint_t                    whole;
    const contentlib_endpoint_t  *endpoint;

    endpoint = &contentlib_endpoints[job->request->route.endpoint];

    whole = (kept || endpoint->record == CONTENTLIB_NO_RECORD);

    job->coding = (job->request->gzip && !whole) ? CONTENTLIB_GZIP_BLOCKS
                                                 : CONTENTLIB_IDENTITY;

    if (endpoint->render(job, body) != NGX_OK) {
        return NGX_ERROR;
    }

    if (!job->request->gzip || !whole) {
        return NGX_OK;
    }

    if (body->length <= CONTENTLIB_WHOLE_MAX
        || endpoint->record == CONTENTLIB_NO_RECORD)
    {
        return contentlib_body_compress(body);
    }

    job->coding = CONTENTLIB_GZIP_BLOCKS;

    return endpoint->render(job, body);
}


static void
contentlib_query_view(const contentlib_input_t *input,
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


static ngx_int_t
contentlib_query_job(const contentlib_input_t *input,
    const contentlib_request_t *request,
    const contentlib_generation_t *generation, const contentlib_view_t *view,
    contentlib_job_t *job)
{
    ngx_memzero(job, sizeof(contentlib_job_t));

    job->db = generation->db;
    job->cache = generation->cache;
    job->request = request;
    job->view = view;
    job->pool = input->pool;

    job->filter.text = request->text;
    job->filter.tag = request->tag;
    job->filter.tag_slug = request->tag_slug;
    job->filter.tag_partial = request->tag_partial;

    return contentlib_fragments_init(&job->fragments, generation->db,
                                     generation->cache, view, input->pool);
}


/* a client may hold either of the compressed answers: they say the same */

static void
contentlib_query_validators(const contentlib_input_t *input,
    const contentlib_request_t *request,
    const contentlib_generation_t *generation, contentlib_answer_t *answer)
{
    ngx_str_t            etag;
    contentlib_coding_e  coding, last;

    answer->varies = input->gzip;
    answer->last_modified = generation->meta->built;
    answer->etag = contentlib_validator_etag(answer->etags,
                                             answer->body.coding);

    if (input->if_none_match.data == NULL) {
        return;
    }

    coding = request->gzip ? CONTENTLIB_GZIP_BLOCKS : CONTENTLIB_IDENTITY;
    last = request->gzip ? CONTENTLIB_GZIP_WHOLE : CONTENTLIB_IDENTITY;

    for ( /* void */ ; coding <= last; coding++) {
        etag = contentlib_validator_etag(answer->etags, coding);

        if (contentlib_negotiation_has(&input->if_none_match, &etag)) {
            answer->etag = etag;
            answer->not_modified = 1;
            answer->rows = 0;
            return;
        }
    }
}
