
/*
 * Copyright (C) contentlib authors
 */


#include <service/contentlib_endpoints.h>
#include <service/contentlib_job.h>
#include <render/contentlib_render.h>


/* that are kept, between looks at the clock; others take longer than a look */

#define CONTENTLIB_ENDPOINT_RECORDS  16


static ngx_int_t contentlib_job_render_search(contentlib_job_t *job,
    contentlib_body_t *body);
static ngx_int_t contentlib_job_suggest(contentlib_job_t *job);
static ngx_int_t contentlib_job_render_root(contentlib_job_t *job,
    contentlib_body_t *body);
static ngx_int_t contentlib_job_render_record(contentlib_job_t *job,
    contentlib_body_t *body);
static ngx_int_t contentlib_job_render_page(contentlib_job_t *job,
    contentlib_body_t *body);
static ngx_int_t contentlib_job_begin_page(contentlib_job_t *job,
    contentlib_body_t *body);
static ngx_int_t contentlib_job_pause(contentlib_job_t *job);
static ngx_int_t contentlib_job_render_text(contentlib_job_t *job,
    contentlib_body_t *body, const ngx_str_t *text);
static ngx_int_t contentlib_job_add_record(contentlib_job_t *job,
    contentlib_body_t *body, ngx_uint_t i);
static ngx_int_t contentlib_job_links(contentlib_job_t *job, ngx_str_t *next,
    ngx_str_t *previous);


const contentlib_endpoint_t  contentlib_endpoints[CONTENTLIB_ENDPOINTS] = {

    [CONTENTLIB_ROOT] = {
        ngx_string("root"), "Api Root",
        "The lists of the content library.",
        NULL, NULL, CONTENTLIB_NO_RECORD, contentlib_job_render_root, 1
    },

    [CONTENTLIB_CONTENT_ITEMS] = {
        ngx_string("content_items"), "Content Item List",
        "Content items, newest first.",
        NULL, contentlib_job_load_items,
        CONTENTLIB_ITEM_RECORD, contentlib_job_render_page, 0
    },

    [CONTENTLIB_CONTENT_ITEM] = {
        ngx_string("content_item"), "Content Item Instance",
        "One content item.",
        contentlib_job_find_item, NULL,
        CONTENTLIB_ITEM_RECORD, contentlib_job_render_record, 1
    },

    [CONTENTLIB_COLLECTIONS] = {
        ngx_string("collections"), "Collection List",
        "Collections, each with its preview item.",
        NULL, contentlib_job_load_collections,
        CONTENTLIB_COLLECTION_RECORD, contentlib_job_render_page, 0
    },

    [CONTENTLIB_COLLECTION] = {
        ngx_string("collection"), "Collection Instance",
        "One collection.",
        contentlib_job_find_collection, NULL,
        CONTENTLIB_COLLECTION_RECORD, contentlib_job_render_record, 1
    },

    [CONTENTLIB_TAGS] = {
        ngx_string("tags"), "Tag List",
        "Tags of content items.",
        NULL, contentlib_job_load_tags,
        CONTENTLIB_TAG_RECORD, contentlib_job_render_page, 0
    },

    [CONTENTLIB_TAG] = {
        ngx_string("tag"), "Tag Instance",
        "One tag.",
        contentlib_job_find_tag, NULL,
        CONTENTLIB_TAG_RECORD, contentlib_job_render_record, 1
    },

    [CONTENTLIB_SEARCH] = {
        ngx_string("search"), "Search List",
        "Suggestions for a search.",
        NULL, NULL, CONTENTLIB_NO_RECORD, contentlib_job_render_search, 0
    }
};


static ngx_int_t
contentlib_job_render_search(contentlib_job_t *job, contentlib_body_t *body)
{
    ngx_int_t     rc;
    ngx_str_t     text;
    ngx_array_t  *found;

    rc = contentlib_job_suggest(job);

    if (rc != NGX_OK) {
        return rc;
    }

    found = &job->suggestions->found;
    job->n = found->nelts;

    if (contentlib_render_suggestions(found->elts, found->nelts, job->pool,
                                      &text)
        != NGX_OK)
    {
        return NGX_ERROR;
    }

    return contentlib_job_render_text(job, body, &text);
}


static ngx_int_t
contentlib_job_suggest(contentlib_job_t *job)
{
    uint64_t                   began;
    ngx_int_t                  rc;
    contentlib_suggestions_t  *suggestions;

    if (job->suggestions == NULL) {

        suggestions = ngx_palloc(job->pool, sizeof(contentlib_suggestions_t));
        if (suggestions == NULL) {
            return contentlib_db_no_memory(job->db);
        }

        rc = contentlib_suggestions_init(suggestions, job->db,
                                         &job->request->text,
                                         (ngx_uint_t) job->request->limit,
                                         job->pool);
        if (rc == NGX_ERROR) {
            return NGX_ERROR;
        }

        job->suggestions = suggestions;

        if (rc == NGX_DECLINED) {
            return NGX_OK;
        }
    }

    for ( ;; ) {
        began = contentlib_db_clock();

        rc = contentlib_suggestions_step(job->suggestions);

        contentlib_metrics_time(job->generation->metrics, sqlite_seconds,
                                contentlib_db_clock() - began);

        if (rc != NGX_AGAIN) {
            return rc;
        }

        rc = contentlib_job_pause(job);

        if (rc != NGX_OK) {
            return rc;
        }
    }
}


static ngx_int_t
contentlib_job_render_root(contentlib_job_t *job, contentlib_body_t *body)
{
    ngx_str_t  text;

    if (contentlib_render_root(job->view, job->pool, &text) != NGX_OK) {
        return NGX_ERROR;
    }

    return contentlib_job_render_text(job, body, &text);
}


static ngx_int_t
contentlib_job_render_text(contentlib_job_t *job, contentlib_body_t *body,
    const ngx_str_t *text)
{
    if (contentlib_body_begin(body, 1, job->coding, job->pool) != NGX_OK
        || contentlib_body_add_text(body, text) != NGX_OK)
    {
        return NGX_ERROR;
    }

    return contentlib_body_end(body);
}


static ngx_int_t
contentlib_job_render_record(contentlib_job_t *job, contentlib_body_t *body)
{
    if (contentlib_body_begin(body, 1, job->coding, job->pool) != NGX_OK
        || contentlib_job_add_record(job, body, 0) != NGX_OK)
    {
        return NGX_ERROR;
    }

    return contentlib_body_end(body);
}


static ngx_int_t
contentlib_job_render_page(contentlib_job_t *job, contentlib_body_t *body)
{
    ngx_int_t  rc;

    if (!job->opened) {

        if (contentlib_job_begin_page(job, body) != NGX_OK) {
            return NGX_ERROR;
        }

        job->opened = 1;
    }

    while (job->next < job->n) {

        if (contentlib_job_add_record(job, body, job->next++) != NGX_OK) {
            return NGX_ERROR;
        }

        /* at least one in a turn, whatever the clock says */

        if (job->next < job->n
            && (job->next % CONTENTLIB_ENDPOINT_RECORDS == 0
                || job->fragments.scratch != NULL))
        {
            rc = contentlib_job_pause(job);

            if (rc != NGX_OK) {
                return rc;
            }
        }
    }

    if (contentlib_body_add_text(body, &job->after) != NGX_OK) {
        return NGX_ERROR;
    }

    return contentlib_body_end(body);
}


static ngx_int_t
contentlib_job_begin_page(contentlib_job_t *job, contentlib_body_t *body)
{
    ngx_str_t  next, previous, before;

    if (contentlib_job_links(job, &next, &previous) != NGX_OK
        || contentlib_render_page(job->count, next.data ? &next : NULL,
                                  previous.data ? &previous : NULL,
                                  job->pool, &before, &job->after)
           != NGX_OK
        || contentlib_body_begin(body, job->n + 2, job->coding, job->pool)
           != NGX_OK
        || contentlib_body_add_text(body, &before) != NGX_OK)
    {
        return contentlib_db_no_memory(job->db);
    }

    contentlib_fragments_expect(&job->fragments,
                    contentlib_endpoints[job->request->route.endpoint].record,
                    job->coding != CONTENTLIB_IDENTITY, job->positions,
                    job->n);

    return NGX_OK;
}


/* what takes long leaves others their turn */

static ngx_int_t
contentlib_job_pause(contentlib_job_t *job)
{
    if (contentlib_db_on_time(job->db) != NGX_OK) {
        return NGX_ERROR;
    }

    return contentlib_db_clock() < job->until
           ? NGX_OK
           : contentlib_scheduler_yield(job->scheduler, &job->waiter);
}


/* the i-th record of those that were found */

static ngx_int_t
contentlib_job_add_record(contentlib_job_t *job, contentlib_body_t *body,
    ngx_uint_t i)
{
    ngx_int_t            rc;
    ngx_str_t            json;
    contentlib_piece_t   piece;
    contentlib_record_e  record;

    record = contentlib_endpoints[job->request->route.endpoint].record;

    rc = (job->coding == CONTENTLIB_IDENTITY)
         ? contentlib_fragments_json(&job->fragments, record,
                                     job->positions[i], &json)
         : contentlib_fragments_piece(&job->fragments, record,
                                      job->positions[i], &piece);

    if (rc == NGX_DECLINED) {
        return contentlib_db_corrupt(job->db, "a position has no record");
    }

    if (rc != NGX_OK) {
        return NGX_ERROR;
    }

    if (job->coding == CONTENTLIB_IDENTITY) {
        contentlib_body_add_json(body, &json, i == 0);

    } else {
        contentlib_body_add_piece(body, &piece, i == 0);
    }

    return NGX_OK;
}


/* the data of a link that there is not is NULL; no sum overflows 2^64 */

static ngx_int_t
contentlib_job_links(contentlib_job_t *job, ngx_str_t *next,
    ngx_str_t *previous)
{
    uint64_t                     limit, offset;
    const contentlib_request_t  *request;

    request = job->request;
    limit = request->limit;
    offset = request->offset;

    ngx_str_null(next);
    ngx_str_null(previous);

    if (offset + limit < job->count
        && contentlib_links_page(job->view, request->route.list,
                                 &request->args, limit, offset + limit,
                                 job->pool, next)
           != NGX_OK)
    {
        return NGX_ERROR;
    }

    if (offset == 0) {
        return NGX_OK;
    }

    return contentlib_links_page(job->view, request->route.list,
                                 &request->args, limit,
                                 offset > limit ? offset - limit : 0,
                                 job->pool, previous);
}
