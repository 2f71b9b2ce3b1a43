
/*
 * Copyright (C) contentlib authors
 */


#include <service/contentlib_generation.h>


#define CONTENTLIB_LOOK       500           /* milliseconds, all of them */
#define CONTENTLIB_RETRY_MAX  30000
#define CONTENTLIB_REOPEN     1000
#define CONTENTLIB_LOG        10000


static ngx_uint_t contentlib_source_waits(contentlib_source_t *source,
    uint64_t now);
static contentlib_generation_t *contentlib_generation_open(
    contentlib_source_t *source, ngx_log_t *log);
static uint64_t contentlib_generation_seed(void);
static void contentlib_generation_rejected(contentlib_source_t *source,
    const contentlib_db_error_t *error, ngx_log_t *log);


contentlib_generation_t *
contentlib_source_hold(contentlib_source_t *source, uint64_t now,
    ngx_log_t *log)
{
    if (source->current == NULL) {

        if (contentlib_source_waits(source, now)) {
            return NULL;
        }

        source->current = contentlib_generation_open(source, log);

        if (source->current == NULL) {
            return NULL;
        }

        source->opened_at = now;
        source->retry_after = 0;
    }

    source->current->references++;

    return source->current;
}


/* the same file is not read again and again: it may be costly to refuse */

static ngx_uint_t
contentlib_source_waits(contentlib_source_t *source, uint64_t now)
{
    contentlib_file_identity_t  identity;

    if (now < source->look_at) {
        return 1;
    }

    source->look_at = now + CONTENTLIB_LOOK;

    contentlib_file_identify((char *) source->path.data, &identity);

    if (!contentlib_file_same(&identity, &source->identity)) {
        source->identity = identity;
        source->retry_after = 0;

    } else if (now < source->retry_at) {
        return 1;
    }

    source->retry_after = source->retry_after ? source->retry_after * 2
                                              : CONTENTLIB_LOOK;
    source->retry_after = ngx_min(source->retry_after, CONTENTLIB_RETRY_MAX);
    source->retry_at = now + source->retry_after;

    return 0;
}


ngx_int_t
contentlib_source_failed(contentlib_source_t *source,
    contentlib_generation_t *generation, uint64_t now)
{
    if (source->current != generation) {
        return NGX_OK;
    }

    if (now < source->opened_at + CONTENTLIB_REOPEN) {
        return NGX_DECLINED;
    }

    source->look_at = now;
    source->retry_at = now;

    contentlib_source_close(source);

    return NGX_OK;
}


ngx_uint_t
contentlib_source_logs(contentlib_source_t *source, uint64_t now)
{
    if (source->logged_at != 0 && now < source->logged_at + CONTENTLIB_LOG) {
        return 0;
    }

    source->logged_at = now;

    return 1;
}


void
contentlib_source_close(contentlib_source_t *source)
{
    contentlib_generation_t  *generation;

    generation = source->current;
    source->current = NULL;

    if (generation != NULL) {
        contentlib_generation_release(generation);
    }
}


void
contentlib_generation_release(contentlib_generation_t *generation)
{
    if (--generation->references > 0) {
        return;
    }

    if (generation->cache != NULL) {
        contentlib_cache_destroy(generation->cache);
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
    generation->cache = NULL;

    /* without memory for it the library is served all the same */

    if (source->cache_size != 0) {
        generation->cache = contentlib_cache_create(source->cache_size,
                                          contentlib_generation_seed(),
                                          source->log);
    }

    source->rejected.failure = CONTENTLIB_DB_NO_ERROR;

    ngx_log_error(NGX_LOG_NOTICE, log, 0,
                  "contentlib: serving library \"%V\", digest %V, "
                  "%uL items, %uL tags, %uL collections",
                  &source->path, &generation->meta->digest,
                  generation->meta->items, generation->meta->tags,
                  generation->meta->collections);

    return generation;
}


/* nobody outside is to know which keys collide */

static uint64_t
contentlib_generation_seed(void)
{
    uint64_t  high, low;

    high = (uint64_t) ngx_random();
    low = (uint64_t) ngx_random();

    return high << 31 ^ low;
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
