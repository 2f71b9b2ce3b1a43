
/*
 * Copyright (C) contentlib authors
 */


#include <service/contentlib_job.h>
#include <library/contentlib_collections.h>
#include <library/contentlib_items.h>
#include <library/contentlib_tags.h>
#include <service/contentlib_kept.h>


#define CONTENTLIB_JOB_ROWS  65536          /* of a step of a pass */


static ngx_int_t contentlib_job_found(contentlib_job_t *job, ngx_int_t rc,
    uint64_t position);
static ngx_int_t contentlib_job_range(contentlib_job_t *job, uint64_t count);
static ngx_int_t contentlib_job_step(contentlib_job_t *job);
static ngx_int_t contentlib_job_kept(contentlib_job_t *job);
static ngx_int_t contentlib_job_counted(contentlib_job_t *job, uint64_t count);
static ngx_int_t contentlib_job_positions(contentlib_job_t *job, uint64_t n);


ngx_int_t
contentlib_job_find_item(contentlib_job_t *job)
{
    uint64_t   position;
    ngx_int_t  rc;

    rc = contentlib_items_find(job->db, job->request->route.id, &position);

    return contentlib_job_found(job, rc, position);
}


ngx_int_t
contentlib_job_find_tag(contentlib_job_t *job)
{
    uint64_t   position;
    ngx_int_t  rc;

    rc = contentlib_tags_find(job->db, &job->request->route.slug, &position);

    return contentlib_job_found(job, rc, position);
}


ngx_int_t
contentlib_job_find_collection(contentlib_job_t *job)
{
    uint64_t   position;
    ngx_int_t  rc;

    rc = contentlib_collections_find(job->db, &job->request->route.slug,
                                     &position);

    return contentlib_job_found(job, rc, position);
}


static ngx_int_t
contentlib_job_found(contentlib_job_t *job, ngx_int_t rc, uint64_t position)
{
    if (rc != NGX_OK) {
        return rc;
    }

    if (contentlib_job_positions(job, 1) != NGX_OK) {
        return NGX_ERROR;
    }

    job->positions[0] = position;
    job->n = 1;

    return NGX_OK;
}


ngx_int_t
contentlib_job_load_items(contentlib_job_t *job)
{
    if (!contentlib_filter_given(&job->filter)) {
        return contentlib_job_range(job, contentlib_db_meta(job->db)->items);
    }

    if (job->pass == NULL) {

        if (contentlib_job_kept(job) == NGX_OK) {
            return NGX_OK;
        }

        job->pass = contentlib_pass_items(job->db, &job->filter, job->pool);
    }

    return contentlib_job_step(job);
}


ngx_int_t
contentlib_job_load_tags(contentlib_job_t *job)
{
    if (job->request->name.len == 0) {
        return contentlib_job_range(job, contentlib_db_meta(job->db)->tags);
    }

    if (job->pass == NULL) {

        if (contentlib_job_kept(job) == NGX_OK) {
            return NGX_OK;
        }

        job->pass = contentlib_pass_tags(job->db, &job->request->name,
                                         job->pool);
    }

    return contentlib_job_step(job);
}


ngx_int_t
contentlib_job_load_collections(contentlib_job_t *job)
{
    return contentlib_job_range(job, contentlib_db_meta(job->db)->collections);
}


/* without a filter a page is a range of positions */

static ngx_int_t
contentlib_job_range(contentlib_job_t *job, uint64_t count)
{
    uint64_t   position;
    ngx_int_t  rc;

    rc = contentlib_job_counted(job, count);

    if (rc != NGX_OK) {
        return rc == NGX_DONE ? NGX_OK : NGX_ERROR;
    }

    for (position = 0; position < job->n; position++) {
        job->positions[position] = job->request->offset + position;
    }

    return NGX_OK;
}


static ngx_int_t
contentlib_job_step(contentlib_job_t *job)
{
    ngx_int_t                rc;
    const contentlib_set_t  *set;

    if (job->pass == NULL) {
        return contentlib_db_no_memory(job->db);
    }

    rc = contentlib_pass_step(job->pass, CONTENTLIB_JOB_ROWS);

    if (rc != NGX_OK) {
        return rc;
    }

    set = contentlib_pass_set(job->pass);

    if (job->matches_key.len != 0) {
        contentlib_kept_store_matches(job->cache, &job->matches_key, set);
    }

    rc = contentlib_job_counted(job, contentlib_set_count(set));

    if (rc != NGX_OK) {
        return rc == NGX_DONE ? NGX_OK : NGX_ERROR;
    }

    job->n = contentlib_set_slice(set, job->request->offset, job->positions,
                                  job->n);

    return NGX_OK;
}


/* what matches may be known from an earlier request */

static ngx_int_t
contentlib_job_kept(contentlib_job_t *job)
{
    ngx_int_t                    rc;
    const contentlib_matches_t  *matches;

    if (job->cache == NULL
        || contentlib_kept_filter_key(job->request, job->pool,
                                      &job->matches_key)
           != NGX_OK
        || contentlib_kept_fetch_matches(job->cache, &job->matches_key,
                                         job->pool, &matches)
           != NGX_OK)
    {
        return NGX_DECLINED;
    }

    rc = contentlib_job_counted(job, contentlib_matches_count(matches));

    if (rc != NGX_OK) {
        return rc == NGX_DONE ? NGX_OK : NGX_ERROR;
    }

    job->n = contentlib_matches_slice(matches, job->request->offset,
                                      job->positions, job->n);

    return NGX_OK;
}


/*
 * With the number of matches known, the size of the page is.  NGX_OK, with
 * room for the positions; NGX_DONE if the page is empty; or NGX_ERROR.
 */

static ngx_int_t
contentlib_job_counted(contentlib_job_t *job, uint64_t count)
{
    job->count = count;

    if (job->request->offset >= count) {
        return NGX_DONE;
    }

    job->n = (ngx_uint_t) ngx_min(job->request->limit,
                                  count - job->request->offset);

    return contentlib_job_positions(job, job->n);
}


static ngx_int_t
contentlib_job_positions(contentlib_job_t *job, uint64_t n)
{
    job->positions = ngx_palloc(job->pool, (size_t) n * sizeof(uint64_t));

    return job->positions ? NGX_OK : contentlib_db_no_memory(job->db);
}
