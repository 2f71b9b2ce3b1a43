
/*
 * Copyright (C) contentlib authors
 *
 * An answer out of one generation: kept, or made.
 */


#include <service/contentlib_query_private.h>
#include <api/contentlib_negotiation.h>
#include <service/contentlib_endpoints.h>
#include <service/contentlib_flight.h>
#include <service/contentlib_kept.h>


#define CONTENTLIB_WHOLE_MAX      (512 * 1024)  /* bytes: about 6 ms */
#define CONTENTLIB_WHOLE_RECORDS  128           /* which come to less, mostly */


static ngx_int_t contentlib_query_make(contentlib_query_t *query);
static ngx_int_t contentlib_query_find(contentlib_query_t *query);
static ngx_int_t contentlib_query_render(contentlib_query_t *query);
static ngx_int_t contentlib_query_count(contentlib_job_t *job,
    const contentlib_body_t *body);
static void contentlib_query_begin(contentlib_query_t *query);
static void contentlib_query_view(contentlib_query_t *query);
static ngx_int_t contentlib_query_job(contentlib_query_t *query);
static void contentlib_query_validators(contentlib_query_t *query);


ngx_int_t
contentlib_query_run(contentlib_query_t *query)
{
    contentlib_input_t       *input;
    contentlib_answer_t      *answer;
    contentlib_generation_t  *generation;

    input = query->input;
    answer = query->answer;
    generation = query->generation;

    contentlib_query_view(query);

    /* the answer outlives the generation */

    answer->generation = generation->meta->digest;
    answer->generation.data = ngx_pnalloc(input->pool,
                                          answer->generation.len);

    if (answer->generation.data == NULL) {
        ngx_str_null(&answer->generation);
        return NGX_ERROR;
    }

    ngx_memcpy(answer->generation.data, generation->meta->digest.data,
               answer->generation.len);

    answer->cache_status = generation->cache ? CONTENTLIB_MISS
                                             : CONTENTLIB_BYPASS;

    if (contentlib_request_key(query->request, &query->view, input->pool,
                               &query->key)
        != NGX_OK)
    {
        return NGX_ERROR;
    }

    if (contentlib_kept_fetch_answer(generation->cache, &query->key,
                                     input->pool, answer)
        != NGX_OK)
    {
        return contentlib_query_make(query);
    }

    answer->cache_status = CONTENTLIB_HIT;
    answer->status = 200;

    contentlib_query_validators(query);

    return NGX_OK;
}


static ngx_int_t
contentlib_query_make(contentlib_query_t *query)
{
    ngx_int_t                     rc;
    ngx_pool_t                   *pool;
    contentlib_etags_t           *etags;
    const contentlib_endpoint_t  *endpoint;

    pool = query->input->pool;
    endpoint = &contentlib_endpoints[query->request->route.endpoint];

    etags = ngx_palloc(pool, sizeof(contentlib_etags_t));

    if (etags == NULL || contentlib_query_job(query) != NGX_OK) {
        return NGX_ERROR;
    }

    rc = endpoint->find ? contentlib_query_find(query) : NGX_OK;

    if (rc != NGX_OK) {
        return rc == NGX_DECLINED
               ? contentlib_answer_not_found(query->answer, pool) : NGX_ERROR;
    }

    contentlib_validator_make(etags, &query->generation->meta->digest,
                              &query->key, contentlib_encoding_version());

    query->answer->status = 200;
    query->answer->etags = etags;

    contentlib_query_validators(query);

    if (query->answer->not_modified) {
        return NGX_OK;
    }

    return contentlib_query_load(query);
}


static ngx_int_t
contentlib_query_find(contentlib_query_t *query)
{
    uint64_t                      began;
    ngx_int_t                     rc;
    const contentlib_endpoint_t  *endpoint;

    endpoint = &contentlib_endpoints[query->request->route.endpoint];

    began = contentlib_db_clock();

    rc = endpoint->find(&query->job);

    contentlib_metrics_time(query->generation->metrics, sqlite_seconds,
                            contentlib_db_clock() - began);

    return rc;
}


ngx_int_t
contentlib_query_load(contentlib_query_t *query)
{
    ngx_int_t                     rc;
    contentlib_job_t             *job;
    contentlib_answer_t          *answer;
    const contentlib_endpoint_t  *endpoint;

    job = &query->job;
    answer = query->answer;
    endpoint = &contentlib_endpoints[query->request->route.endpoint];

    if (!job->loaded) {
        rc = endpoint->load ? endpoint->load(job) : NGX_OK;

        if (rc != NGX_OK) {
            return rc;
        }

        job->loaded = 1;
    }

    if (contentlib_scheduler_admit(job->scheduler, &job->waiter,
                                   endpoint->brief)
        != NGX_OK)
    {
        return NGX_AGAIN;
    }

    if (!job->begun && contentlib_flight_full()) {
        return contentlib_db_busy(job->db, "too many answers are being sent");
    }

    rc = contentlib_query_render(query);

    /* also in the middle of a page: it may take long, and clients may go */

    contentlib_fragments_end(&job->fragments);

    if (contentlib_query_count(job, &answer->body) != NGX_OK) {
        return NGX_ERROR;
    }

    if (rc != NGX_OK) {
        return rc == NGX_AGAIN ? NGX_AGAIN : NGX_ERROR;
    }

    answer->rows = job->n;
    answer->etag = contentlib_validator_etag(answer->etags,
                                             answer->body.coding);

    if (job->kept
        && contentlib_db_error(job->db)->failure == CONTENTLIB_DB_NO_ERROR)
    {
        contentlib_kept_store_answer(job->cache, &query->key, answer);
    }

    return NGX_OK;
}


/*
 * An answer that will be kept is worth compressing whole, unless that would
 * hold the worker for long; one that is not made of records is short.
 */

static ngx_int_t
contentlib_query_render(contentlib_query_t *query)
{
    ngx_int_t                     rc;
    contentlib_job_t             *job;
    contentlib_body_t            *body;
    const contentlib_endpoint_t  *endpoint;

    job = &query->job;
    body = &query->answer->body;
    endpoint = &contentlib_endpoints[job->request->route.endpoint];

    if (!job->begun) {
        contentlib_query_begin(query);
    }

    job->until = contentlib_db_clock() + CONTENTLIB_SCHEDULER_SHARE;

    rc = endpoint->render(job, body);

    if (rc == NGX_ERROR || !job->whole) {
        return rc;
    }

    if (body->length <= CONTENTLIB_WHOLE_MAX
        || endpoint->record == CONTENTLIB_NO_RECORD)
    {
        return rc == NGX_OK ? contentlib_body_compress(body) : rc;
    }

    /* too long, so far at least: from the beginning, at once or in its turn */

    job->coding = CONTENTLIB_GZIP_BLOCKS;
    job->whole = 0;
    job->opened = 0;
    job->next = 0;

    return rc == NGX_OK ? endpoint->render(job, body) : rc;
}


/* what is the answer's own; what it shares with the cache is counted there */

static ngx_int_t
contentlib_query_count(contentlib_job_t *job, const contentlib_body_t *body)
{
    size_t  bytes;

    bytes = job->fragments.copied;
    job->fragments.copied = 0;

    if (body->coding == CONTENTLIB_GZIP_WHOLE) {
        bytes += body->length;
    }

    return contentlib_flight_count(job->pool, bytes);
}


static void
contentlib_query_begin(contentlib_query_t *query)
{
    ngx_uint_t                    gzip;
    contentlib_job_t             *job;
    const contentlib_endpoint_t  *endpoint;

    job = &query->job;
    gzip = query->request->gzip;
    endpoint = &contentlib_endpoints[query->request->route.endpoint];

    /* HEAD tells of the answer to GET, and does not change its form */

    job->begun = 1;
    job->kept = (!(query->input->head && gzip)
                 && contentlib_kept_worth(job->cache, &query->key));

    job->whole = (gzip
                  && ((job->kept && job->n <= CONTENTLIB_WHOLE_RECORDS)
                      || endpoint->record == CONTENTLIB_NO_RECORD));

    job->coding = (gzip && !job->whole) ? CONTENTLIB_GZIP_BLOCKS
                                        : CONTENTLIB_IDENTITY;
}


static void
contentlib_query_view(contentlib_query_t *query)
{
    contentlib_view_t  *view;

    view = &query->view;
    *view = query->input->view;

    if (view->media_url.data == NULL) {
        view->media_url = query->generation->meta->media_url;
    }

    if (query->request->format != NULL) {
        view->format = *query->request->format;
    }
}


static ngx_int_t
contentlib_query_job(contentlib_query_t *query)
{
    contentlib_job_t            *job;
    contentlib_input_t          *input;
    const contentlib_request_t  *request;

    job = &query->job;
    input = query->input;
    request = query->request;

    ngx_memzero(job, sizeof(contentlib_job_t));
    ngx_memzero(&query->answer->body, sizeof(contentlib_body_t));

    job->db = query->generation->db;
    job->cache = query->generation->cache;
    job->generation = query->generation;
    job->scheduler = input->scheduler;
    job->request = request;
    job->view = &query->view;
    job->pool = input->pool;

    job->waiter.deadline = query->start / 1000 + input->timeout;
    job->waiter.wake = input->wake;
    job->waiter.data = input->data;

    job->filter.text = request->text;
    job->filter.tag = request->tag;
    job->filter.tag_slug = request->tag_slug;
    job->filter.tag_partial = request->tag_partial;

    if (contentlib_fragments_init(&job->fragments, job->db, job->cache,
                                  job->view, job->pool)
        != NGX_OK)
    {
        return NGX_ERROR;
    }

    job->fragments.metrics = query->generation->metrics;

    return NGX_OK;
}


/* a client may hold either of the compressed answers: they say the same */

static void
contentlib_query_validators(contentlib_query_t *query)
{
    ngx_str_t             etag;
    contentlib_answer_t  *answer;
    contentlib_coding_e   coding, last;
    const ngx_str_t      *if_none_match;

    answer = query->answer;
    if_none_match = &query->input->if_none_match;

    answer->not_modified = 0;
    answer->varies = query->input->gzip;
    answer->last_modified = query->generation->meta->built;
    answer->etag = contentlib_validator_etag(answer->etags,
                                             answer->body.coding);

    if (if_none_match->data == NULL) {
        return;
    }

    coding = query->request->gzip ? CONTENTLIB_GZIP_BLOCKS
                                  : CONTENTLIB_IDENTITY;
    last = query->request->gzip ? CONTENTLIB_GZIP_WHOLE : CONTENTLIB_IDENTITY;

    for ( /* void */ ; coding <= last; coding++) {
        etag = contentlib_validator_etag(answer->etags, coding);

        if (contentlib_negotiation_has(if_none_match, &etag)) {
            answer->etag = etag;
            answer->not_modified = 1;
            answer->rows = 0;
            return;
        }
    }
}
