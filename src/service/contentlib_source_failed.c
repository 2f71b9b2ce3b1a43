
/*
 * Copyright (C) contentlib authors
 *
 * What becomes of a library that cannot be read, or has been changed.
 */


#include <service/contentlib_source_private.h>


#define CONTENTLIB_SOURCE_LOG  10000        /* milliseconds */


static ngx_int_t contentlib_source_reopen(contentlib_source_t *source,
    uint64_t now, ngx_log_t *log);


ngx_int_t
contentlib_source_unchanged(contentlib_source_t *source,
    contentlib_generation_t *generation, uint64_t now, ngx_log_t *log)
{
    if (generation->poisoned) {
        return NGX_ERROR;
    }

    if (contentlib_db_unwritten(generation->db) == NGX_OK) {
        return NGX_OK;
    }

    generation->poisoned = 1;

    if (source->current == generation) {
        contentlib_source_poisoned(source, generation->identity, now, log);
    }

    return NGX_ERROR;
}


/* the one before was another file: it is not to blame, but it is old */

void
contentlib_source_poisoned(contentlib_source_t *source,
    const contentlib_file_identity_t *identity, uint64_t now, ngx_log_t *log)
{
    source->unsettled = 1;
    source->seen = *identity;
    source->seen_at = now;
    source->look_at = ngx_min(source->look_at,
                              now + CONTENTLIB_SOURCE_ABSENT);

    ngx_log_error(NGX_LOG_ERR, log, 0,
                  "contentlib: library \"%V\" was changed in place, it is "
                  "not served until it has been left alone", &source->path);

    source->current->poisoned = 1;

    contentlib_source_drop(&source->current);
    contentlib_source_drop(&source->previous);

    contentlib_refusal_alone(&source->refusal);
    contentlib_metrics_add(source->metrics, changed_in_place, 0, 1);
    contentlib_metrics_idle(source->metrics, "it was changed in place");
}


ngx_int_t
contentlib_source_failed(contentlib_source_t *source,
    contentlib_generation_t *generation, uint64_t now, ngx_log_t *log)
{
    ngx_uint_t                last;
    const contentlib_meta_t  *meta;

    if (source->current != generation) {
        return NGX_OK;
    }

    if (source->previous != NULL && !source->previous->poisoned
        && contentlib_db_unwritten(source->previous->db) == NGX_OK)
    {
        last = contentlib_refusal_return(&source->refusal,
                                         generation->identity, now);

        source->current = source->previous;
        source->previous = NULL;

        ngx_log_error(NGX_LOG_CRIT, log, 0,
                      "contentlib: library \"%V\" cannot be read, going back "
                      "to the one before, digest %V",
                      &source->path, &source->current->meta->digest);

        if (last) {
            ngx_log_error(NGX_LOG_ERR, log, 0,
                          "contentlib: library \"%V\" is not tried again "
                          "until it is replaced", &source->path);
        }

        contentlib_generation_release(generation);

        meta = source->current->meta;

        contentlib_metrics_add(source->metrics, roll_backs, 0, 1);
        contentlib_metrics_serving(source->metrics, &meta->digest, meta->items,
                                   meta->tags, meta->collections);

        return NGX_OK;
    }

    contentlib_source_drop(&source->previous);

    return contentlib_source_reopen(source, now, log);
}


/* beside the one that fails: it may be all there is, and fail for a while */

static ngx_int_t
contentlib_source_reopen(contentlib_source_t *source, uint64_t now,
    ngx_log_t *log)
{
    contentlib_db_error_t        error;
    contentlib_generation_t     *generation;
    contentlib_file_identity_t   identity;

    if (contentlib_file_identify((char *) source->path.data, &identity) != 0
        || contentlib_refusal_waits(&source->refusal, &identity, now))
    {
        return NGX_DECLINED;
    }

    contentlib_refusal_add(&source->refusal, &identity, now);

    generation = contentlib_generation_open(&source->path, source->cache_size,
                                            source->metrics, &error,
                                            source->log);
    if (generation == NULL) {
        contentlib_source_rejected(source, &error, now, log);
        return NGX_DECLINED;
    }

    contentlib_source_switch(source, generation, now, log);
    contentlib_source_drop(&source->previous);

    return NGX_OK;
}


ngx_uint_t
contentlib_source_logs(contentlib_source_t *source,
    contentlib_db_failure_e failure, uint64_t now)
{
    uint64_t  *logged_at;

    logged_at = &source->logged_at[failure];

    if (*logged_at != 0 && now < *logged_at + CONTENTLIB_SOURCE_LOG) {
        return 0;
    }

    *logged_at = now;

    return 1;
}
