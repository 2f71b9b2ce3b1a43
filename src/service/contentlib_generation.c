
/*
 * Copyright (C) contentlib authors
 */


#include <service/contentlib_generation.h>


#define CONTENTLIB_RETRY  500               /* milliseconds */


static contentlib_generation_t *contentlib_generation_open(
    contentlib_source_t *source, ngx_log_t *log);
static void contentlib_generation_rejected(contentlib_source_t *source,
    const contentlib_db_error_t *error, ngx_log_t *log);


contentlib_generation_t *
contentlib_source_hold(contentlib_source_t *source, uint64_t now,
    ngx_log_t *log)
{
    if (source->current == NULL) {

        if (now < source->retry_at) {
            return NULL;
        }

        source->retry_at = now + CONTENTLIB_RETRY;
        source->current = contentlib_generation_open(source, log);

        if (source->current == NULL) {
            return NULL;
        }
    }

    source->current->references++;

    return source->current;
}


void
contentlib_source_drop(contentlib_source_t *source,
    contentlib_generation_t *generation, uint64_t now)
{
    if (source->current != generation) {
        return;
    }

    source->current = NULL;
    source->retry_at = now;

    contentlib_generation_release(generation);
}


void
contentlib_generation_release(contentlib_generation_t *generation)
{
    if (--generation->references > 0) {
        return;
    }

    contentlib_db_close(generation->db);
    ngx_free(generation);
}


static contentlib_generation_t *
contentlib_generation_open(contentlib_source_t *source, ngx_log_t *log)
{
    contentlib_db_error_t     error;
    contentlib_generation_t  *generation;

    generation = ngx_alloc(sizeof(contentlib_generation_t), log);
    if (generation == NULL) {
        return NULL;
    }

    if (contentlib_db_open(&generation->db, &source->path, &error,
                           source->log)
        != NGX_OK)
    {
        ngx_free(generation);
        contentlib_generation_rejected(source, &error, log);
        return NULL;
    }

    generation->meta = contentlib_db_meta(generation->db);
    generation->references = 1;

    source->rejected.failure = CONTENTLIB_DB_NO_ERROR;

    ngx_log_error(NGX_LOG_NOTICE, log, 0,
                  "contentlib: serving library \"%V\", digest %V, "
                  "%uL items, %uL tags, %uL collections",
                  &source->path, &generation->meta->digest,
                  generation->meta->items, generation->meta->tags,
                  generation->meta->collections);

    return generation;
}


/* once for each reason, not for each attempt */

static void
contentlib_generation_rejected(contentlib_source_t *source,
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
