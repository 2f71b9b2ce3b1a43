
/*
 * Copyright (C) contentlib authors
 */


#include <service/contentlib_endpoints.h>
#include <service/contentlib_job.h>
#include <library/contentlib_suggestions.h>
#include <render/contentlib_render.h>


static ngx_int_t contentlib_job_render_search(contentlib_job_t *job,
    ngx_str_t *body);
static ngx_int_t contentlib_job_render_root(contentlib_job_t *job,
    ngx_str_t *body);
static ngx_int_t contentlib_job_render_record(contentlib_job_t *job,
    ngx_str_t *body);
static ngx_int_t contentlib_job_render_page(contentlib_job_t *job,
    ngx_str_t *body);
static ngx_int_t contentlib_job_fragment(contentlib_job_t *job, ngx_uint_t i,
    ngx_str_t *json);
static ngx_int_t contentlib_job_links(contentlib_job_t *job, ngx_str_t *next,
    ngx_str_t *previous);


const contentlib_endpoint_t  contentlib_endpoints[CONTENTLIB_ENDPOINTS] = {

    [CONTENTLIB_ROOT] = {
        ngx_string("root"), "Api Root",
        "The lists of the content library.",
        NULL, NULL, NULL, contentlib_job_render_root
    },

    [CONTENTLIB_CONTENT_ITEMS] = {
        ngx_string("content_items"), "Content Item List",
        "Content items, newest first.",
        NULL, contentlib_job_load_items,
        contentlib_fragments_item, contentlib_job_render_page
    },

    [CONTENTLIB_CONTENT_ITEM] = {
        ngx_string("content_item"), "Content Item Instance",
        "One content item.",
        contentlib_job_find_item, NULL,
        contentlib_fragments_item, contentlib_job_render_record
    },

    [CONTENTLIB_COLLECTIONS] = {
        ngx_string("collections"), "Collection List",
        "Collections, each with its preview item.",
        NULL, contentlib_job_load_collections,
        contentlib_fragments_collection, contentlib_job_render_page
    },

    [CONTENTLIB_COLLECTION] = {
        ngx_string("collection"), "Collection Instance",
        "One collection.",
        contentlib_job_find_collection, NULL,
        contentlib_fragments_collection, contentlib_job_render_record
    },

    [CONTENTLIB_TAGS] = {
        ngx_string("tags"), "Tag List",
        "Tags of content items.",
        NULL, contentlib_job_load_tags,
        contentlib_fragments_tag, contentlib_job_render_page
    },

    [CONTENTLIB_TAG] = {
        ngx_string("tag"), "Tag Instance",
        "One tag.",
        contentlib_job_find_tag, NULL,
        contentlib_fragments_tag, contentlib_job_render_record
    },

    [CONTENTLIB_SEARCH] = {
        ngx_string("search"), "Search List",
        "Suggestions for a search.",
        NULL, NULL, NULL, contentlib_job_render_search
    }
};


static ngx_int_t
contentlib_job_render_search(contentlib_job_t *job, ngx_str_t *body)
{
    ngx_array_t  suggestions;

    if (ngx_array_init(&suggestions, job->pool, 10,
                       sizeof(contentlib_suggestion_t))
        != NGX_OK)
    {
        return contentlib_db_no_memory(job->db);
    }

    if (contentlib_suggestions_load(job->db, &job->request->text,
                                    (ngx_uint_t) job->request->limit,
                                    &suggestions)
        != NGX_OK)
    {
        return NGX_ERROR;
    }

    job->n = suggestions.nelts;

    return contentlib_render_suggestions(suggestions.elts, suggestions.nelts,
                                         job->pool, body);
}


static ngx_int_t
contentlib_job_render_root(contentlib_job_t *job, ngx_str_t *body)
{
    return contentlib_render_root(job->view, job->pool, body);
}


static ngx_int_t
contentlib_job_render_record(contentlib_job_t *job, ngx_str_t *body)
{
    return contentlib_job_fragment(job, 0, body);
}


static ngx_int_t
contentlib_job_render_page(contentlib_job_t *job, ngx_str_t *body)
{
    ngx_str_t   next, previous, *results;
    ngx_uint_t  i;

    results = ngx_palloc(job->pool, job->n * sizeof(ngx_str_t) + 1);

    if (results == NULL
        || contentlib_job_links(job, &next, &previous) != NGX_OK)
    {
        return contentlib_db_no_memory(job->db);
    }

    for (i = 0; i < job->n; i++) {

        if (contentlib_db_on_time(job->db) != NGX_OK
            || contentlib_job_fragment(job, i, &results[i]) != NGX_OK)
        {
            return NGX_ERROR;
        }
    }

    return contentlib_render_page(job->count,
                                  next.data ? &next : NULL,
                                  previous.data ? &previous : NULL,
                                  results, job->n, job->pool, body);
}


/* the i-th record of those that were found */

static ngx_int_t
contentlib_job_fragment(contentlib_job_t *job, ngx_uint_t i, ngx_str_t *json)
{
    ngx_int_t                     rc;
    const contentlib_endpoint_t  *endpoint;

    endpoint = &contentlib_endpoints[job->request->route.endpoint];

    rc = endpoint->fragment(&job->fragments, job->positions[i], json);

    if (rc == NGX_DECLINED) {
        return contentlib_db_corrupt(job->db, "a position has no record");
    }

    return rc;
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
