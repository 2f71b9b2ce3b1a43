
/*
 * Copyright (C) contentlib authors
 */


#include <service/contentlib_source.h>


/* milliseconds */

#define CONTENTLIB_SOURCE_RETRY      500
#define CONTENTLIB_SOURCE_RETRY_MAX  30000
#define CONTENTLIB_SOURCE_SPACING    250    /* between two files opened */
#define CONTENTLIB_SOURCE_SETTLE     1000   /* that a file must be left alone */
#define CONTENTLIB_SOURCE_PREVIOUS   60000
#define CONTENTLIB_SOURCE_LOG        10000


static void contentlib_source_candidate(contentlib_source_t *source,
    const contentlib_file_identity_t *identity, uint64_t now, ngx_log_t *log);
static ngx_uint_t contentlib_source_waits(contentlib_source_t *source,
    const contentlib_file_identity_t *identity, uint64_t now);
static void contentlib_source_switch(contentlib_source_t *source,
    contentlib_generation_t *generation, uint64_t now, ngx_log_t *log);
static void contentlib_source_refuse(contentlib_source_t *source,
    const contentlib_file_identity_t *identity, uint64_t now);
static void contentlib_source_rejected(contentlib_source_t *source,
    const contentlib_db_error_t *error, ngx_log_t *log);
static ngx_int_t contentlib_source_reopen(contentlib_source_t *source,
    uint64_t now, ngx_log_t *log);
static void contentlib_source_poisoned(contentlib_source_t *source,
    const contentlib_file_identity_t *identity, uint64_t now, ngx_log_t *log);
static void contentlib_source_drop(contentlib_generation_t **generation);


void
contentlib_source_look(contentlib_source_t *source, uint64_t now,
    ngx_log_t *log)
{
    contentlib_file_identity_t  identity;

    if (now < source->look_at) {
        return;
    }

    source->look_at = now + source->check;

    if (now >= source->opened_at + CONTENTLIB_SOURCE_PREVIOUS) {
        contentlib_source_drop(&source->previous);
    }

    contentlib_file_identify((char *) source->path.data, &identity);

    if (source->current == NULL) {
        contentlib_source_candidate(source, &identity, now, log);
        return;
    }

    if (contentlib_file_same(&identity, &source->current->identity)) {
        source->missing = 0;
        return;
    }

    if (identity.inode == 0) {

        if (!source->missing) {
            source->missing = 1;
            ngx_log_error(NGX_LOG_WARN, log, 0,
                          "contentlib: library \"%V\" is not there any more, "
                          "serving what was opened", &source->path);
        }

        return;
    }

    if (contentlib_file_replaced(&identity, &source->current->identity)) {
        contentlib_source_candidate(source, &identity, now, log);
        return;
    }

    contentlib_source_poisoned(source, &identity, now, log);
}


contentlib_generation_t *
contentlib_source_hold(contentlib_source_t *source, uint64_t now,
    ngx_log_t *log)
{
    contentlib_source_look(source, now, log);

    if (source->current != NULL) {
        contentlib_generation_hold(source->current);
    }

    return source->current;
}


static void
contentlib_source_candidate(contentlib_source_t *source,
    const contentlib_file_identity_t *identity, uint64_t now, ngx_log_t *log)
{
    contentlib_db_error_t     error;
    contentlib_generation_t  *generation;

    if (contentlib_source_waits(source, identity, now)) {
        return;
    }

    source->open_at = now + CONTENTLIB_SOURCE_SPACING;

    generation = contentlib_generation_open(&source->path, identity,
                                            source->cache_size, &error,
                                            source->log);

    if (generation == NULL) {
        contentlib_source_refuse(source, identity, now);
        contentlib_source_rejected(source, &error, log);
        return;
    }

    contentlib_source_switch(source, generation, now, log);
}


/* the same file is not read again and again: it may be costly to refuse */

static ngx_uint_t
contentlib_source_waits(contentlib_source_t *source,
    const contentlib_file_identity_t *identity, uint64_t now)
{
    if (now < source->open_at) {
        return 1;
    }

    /* a file that was put in the place of the one written to is another */

    if (contentlib_file_replaced(identity, &source->seen)) {
        source->unsettled = 0;
    }

    if (source->unsettled) {

        if (!contentlib_file_same(identity, &source->seen)) {
            source->seen = *identity;
            source->seen_at = now;
        }

        if (now < source->seen_at + CONTENTLIB_SOURCE_SETTLE) {
            return 1;
        }
    }

    return now < source->retry_at
           && contentlib_file_same(identity, &source->refused);
}


static void
contentlib_source_switch(contentlib_source_t *source,
    contentlib_generation_t *generation, uint64_t now, ngx_log_t *log)
{
    const contentlib_meta_t  *meta;

    contentlib_source_drop(&source->previous);

    source->previous = source->current;
    source->current = generation;
    source->opened_at = now;
    source->unsettled = 0;
    source->missing = 0;
    source->rejected.failure = CONTENTLIB_DB_NO_ERROR;

    meta = generation->meta;

    ngx_log_error(NGX_LOG_NOTICE, log, 0,
                  "contentlib: serving library \"%V\", digest %V, "
                  "%uL items, %uL tags, %uL collections",
                  &source->path, &meta->digest, meta->items, meta->tags,
                  meta->collections);
}


/* a file that was refused before waits twice as long as the last time */

static void
contentlib_source_refuse(contentlib_source_t *source,
    const contentlib_file_identity_t *identity, uint64_t now)
{
    if (!contentlib_file_same(identity, &source->refused)) {
        source->refused = *identity;
        source->retry_after = 0;
        source->rejected.failure = CONTENTLIB_DB_NO_ERROR;
    }

    source->retry_after = source->retry_after ? source->retry_after * 2
                                              : CONTENTLIB_SOURCE_RETRY;
    source->retry_after = ngx_min(source->retry_after,
                                  CONTENTLIB_SOURCE_RETRY_MAX);
    source->retry_at = now + source->retry_after;
}


/* once for each reason, not for each attempt */

static void
contentlib_source_rejected(contentlib_source_t *source,
    const contentlib_db_error_t *error, ngx_log_t *log)
{
    ngx_uint_t  level;

    if (source->rejected.failure == error->failure
        && source->rejected.code == error->code
        && ngx_strcmp(source->rejected.text, error->text) == 0)
    {
        return;
    }

    source->rejected = *error;

    level = (error->failure == CONTENTLIB_DB_REJECTED
             && error->code == NGX_ENOENT) ? NGX_LOG_WARN : NGX_LOG_ERR;

    ngx_log_error(level, log, 0,
                  "contentlib: library \"%V\" cannot be served: %s (%d)",
                  &source->path, error->text, error->code);
}


ngx_int_t
contentlib_source_unchanged(contentlib_source_t *source,
    contentlib_generation_t *generation, uint64_t now, ngx_log_t *log)
{
    contentlib_file_identity_t  identity;

    if (generation->poisoned) {
        return NGX_ERROR;
    }

    contentlib_file_identify((char *) source->path.data, &identity);

    if (contentlib_file_same(&identity, &generation->identity)
        || contentlib_file_replaced(&identity, &generation->identity))
    {
        return NGX_OK;
    }

    generation->poisoned = 1;

    if (source->current == generation) {
        contentlib_source_poisoned(source, &identity, now, log);
    }

    return NGX_ERROR;
}


/* the one before was another file: it is not to blame, but it is old */

static void
contentlib_source_poisoned(contentlib_source_t *source,
    const contentlib_file_identity_t *identity, uint64_t now, ngx_log_t *log)
{
    ngx_log_error(NGX_LOG_ERR, log, 0,
                  "contentlib: library \"%V\" was changed in place, it is "
                  "not served until it has been left alone", &source->path);

    source->current->poisoned = 1;

    contentlib_source_close(source);

    source->unsettled = 1;
    source->seen = *identity;
    source->seen_at = now;
}


ngx_int_t
contentlib_source_failed(contentlib_source_t *source,
    contentlib_generation_t *generation, uint64_t now, ngx_log_t *log)
{
    if (source->current != generation) {
        return NGX_OK;
    }

    if (source->previous != NULL) {

        contentlib_source_refuse(source, &generation->identity, now);

        source->current = source->previous;
        source->previous = NULL;
        source->opened_at = now;

        ngx_log_error(NGX_LOG_CRIT, log, 0,
                      "contentlib: library \"%V\" cannot be read, going back "
                      "to the one before, digest %V",
                      &source->path, &source->current->meta->digest);

        contentlib_generation_release(generation);

        return NGX_OK;
    }

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

    contentlib_file_identify((char *) source->path.data, &identity);

    if (identity.inode == 0
        || (now < source->retry_at
            && contentlib_file_same(&identity, &source->refused)))
    {
        return NGX_DECLINED;
    }

    contentlib_source_refuse(source, &identity, now);

    generation = contentlib_generation_open(&source->path, &identity,
                                            source->cache_size, &error,
                                            source->log);
    if (generation == NULL) {
        contentlib_source_rejected(source, &error, log);
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


void
contentlib_source_close(contentlib_source_t *source)
{
    contentlib_source_drop(&source->current);
    contentlib_source_drop(&source->previous);
}


static void
contentlib_source_drop(contentlib_generation_t **generation)
{
    contentlib_generation_t  *dropped;

    dropped = *generation;
    *generation = NULL;

    if (dropped != NULL) {
        contentlib_generation_release(dropped);
    }
}
