
/*
 * Copyright (C) contentlib authors
 */


#include <service/contentlib_job.h>
#include <library/contentlib_collections.h>
#include <library/contentlib_items.h>
#include <library/contentlib_tags.h>
#include <service/contentlib_kept.h>


static ngx_int_t contentlib_job_found(contentlib_job_t *job, ngx_int_t rc,
    uint64_t position);
static ngx_int_t contentlib_job_range(contentlib_job_t *job, uint64_t count);
static ngx_int_t contentlib_job_filtered(contentlib_job_t *job);
static ngx_int_t contentlib_job_kept(contentlib_job_t *job);
static ngx_int_t contentlib_job_begin(contentlib_job_t *job);
static ngx_int_t contentlib_job_wait(contentlib_job_t *job);
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

    return contentlib_job_filtered(job);
}


ngx_int_t
contentlib_job_load_tags(contentlib_job_t *job)
{
    if (job->request->name.len == 0) {
        return contentlib_job_range(job, contentlib_db_meta(job->db)->tags);
    }

    return contentlib_job_filtered(job);
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


/* what matches may be known from an earlier request */

static ngx_int_t
contentlib_job_filtered(contentlib_job_t *job)
{
    if (job->waiter.work != NULL) {
        return contentlib_job_wait(job);
    }

    if (contentlib_kept_filter_key(job->request, job->pool, &job->matches_key)
        != NGX_OK)
    {
        return contentlib_db_no_memory(job->db);
    }

    if (contentlib_job_kept(job) == NGX_OK) {
        return NGX_OK;
    }

    return contentlib_job_begin(job);
}


static ngx_int_t
contentlib_job_kept(contentlib_job_t *job)
{
    ngx_int_t                    rc;
    const contentlib_matches_t  *matches;

    if (contentlib_kept_fetch_matches(job->cache, &job->matches_key,
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


static ngx_int_t
contentlib_job_begin(contentlib_job_t *job)
{
    ngx_int_t  rc;
    ngx_str_t  name;

    ngx_str_null(&name);

    if (job->request->route.endpoint == CONTENTLIB_TAGS) {
        name = job->request->name;
    }

    rc = contentlib_work_wait(job->scheduler, job->generation,
                              &job->matches_key, &job->filter, &name,
                              &job->waiter);

    /* a slice has a deadline of its own */

    contentlib_db_deadline(job->db, job->waiter.deadline);

    if (rc == NGX_DECLINED) {
        return contentlib_db_busy(job->db, "too many passes are under way");
    }

    if (rc == NGX_ERROR) {
        return contentlib_db_no_memory(job->db);
    }

    return contentlib_job_wait(job);
}


static ngx_int_t
contentlib_job_wait(contentlib_job_t *job)
{
    ngx_int_t                rc;
    contentlib_db_error_t    error;
    const contentlib_set_t  *set;

    if (!contentlib_work_done(job->waiter.work)) {
        return contentlib_db_on_time(job->db) == NGX_OK ? NGX_AGAIN
                                                        : NGX_ERROR;
    }

    set = contentlib_work_set(job->waiter.work, &error);

    if (set == NULL) {
        return contentlib_db_repeat(job->db, &error);
    }

    rc = contentlib_job_counted(job, contentlib_set_count(set));

    if (rc == NGX_OK) {
        job->n = contentlib_set_slice(set, job->request->offset,
                                      job->positions, job->n);
    }

    /* the work is not needed while the answer is sent */

    contentlib_work_leave(&job->waiter);

    return rc == NGX_ERROR ? NGX_ERROR : NGX_OK;
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
