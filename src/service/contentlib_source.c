
/*
 * Copyright (C) contentlib authors
 *
 * A look compares the file at the path with the one that is served.  A file
 * that is different is opened and takes the place of the current one, unless
 * it cannot be served.  The second part is about a file that was served and
 * cannot be read any more, or was written to, the last one about the back-off,
 * which remembers the last file that could not be served.
 */


#include <service/contentlib_source.h>


/* milliseconds */

#define CONTENTLIB_SOURCE_ABSENT    500     /* between looks for a file */
#define CONTENTLIB_SOURCE_SPACING   250     /* between two files opened */
#define CONTENTLIB_SOURCE_PREVIOUS  60000
#define CONTENTLIB_SOURCE_LOG       10000   /* between two lines of a kind */


/* milliseconds */

#define CONTENTLIB_BACK_OFF_SETTLE     1000     /* left alone so long */
#define CONTENTLIB_BACK_OFF_RETRY      500
#define CONTENTLIB_BACK_OFF_RETRY_MAX  30000
#define CONTENTLIB_BACK_OFF_SHORTAGE   60000

#define CONTENTLIB_BACK_OFF_ROLL_BACKS  3


static void contentlib_source_compare(contentlib_source_t *source,
    const contentlib_file_identity_t *identity, uint64_t now, ngx_log_t *log);
static void contentlib_source_lost(contentlib_source_t *source, int err,
    uint64_t now, ngx_log_t *log);
static void contentlib_source_candidate(contentlib_source_t *source,
    const contentlib_file_identity_t *identity, uint64_t now, ngx_log_t *log);
static contentlib_generation_t *contentlib_source_open(
    contentlib_source_t *source, contentlib_error_t *error);
static ngx_uint_t contentlib_source_waits(contentlib_source_t *source,
    const contentlib_file_identity_t *identity, uint64_t now);
static void contentlib_source_switch(contentlib_source_t *source,
    contentlib_generation_t *generation, uint64_t now, ngx_log_t *log);
static void contentlib_source_serve(contentlib_source_t *source,
    contentlib_generation_t *generation);
static void contentlib_source_rejected(contentlib_source_t *source,
    const contentlib_error_t *error, uint64_t now, ngx_log_t *log);
static ngx_uint_t contentlib_source_is_unfit(
    const contentlib_error_t *error);
static void contentlib_source_written(contentlib_source_t *source,
    const contentlib_file_identity_t *identity, uint64_t now, ngx_log_t *log);
static ngx_int_t contentlib_source_reopen(contentlib_source_t *source,
    uint64_t now, ngx_log_t *log);
static void contentlib_source_drop(contentlib_generation_t **generation);
static void contentlib_back_off_add(contentlib_back_off_t *back_off,
    const contentlib_file_identity_t *identity, uint64_t now);
static void contentlib_back_off_written(contentlib_back_off_t *back_off,
    const contentlib_file_identity_t *identity, uint64_t now);
static void contentlib_back_off_file(contentlib_back_off_t *back_off,
    const contentlib_file_identity_t *identity);
static ngx_uint_t contentlib_back_off_waits(
    const contentlib_back_off_t *back_off,
    const contentlib_file_identity_t *identity, uint64_t now);
static ngx_uint_t contentlib_back_off_logs(contentlib_back_off_t *back_off,
    const contentlib_error_t *error, uint64_t now);
static ngx_uint_t contentlib_back_off_is_shortage(
    const contentlib_error_t *error);


void
contentlib_source_look(contentlib_source_t *source, uint64_t now,
    ngx_log_t *log)
{
    int                         err;
    contentlib_file_identity_t  identity;

    if (now >= source->drop_at) {
        contentlib_source_drop(&source->previous);
    }

    if (now < source->look_at) {
        return;
    }

    ngx_memzero(&identity, sizeof(contentlib_file_identity_t));

    err = stat((char *) source->path.data, &identity) == 0 ? 0 : ngx_errno;

    if (source->current == NULL) {
        contentlib_source_candidate(source, &identity, now, log);

    } else if (err != 0) {
        contentlib_source_lost(source, err, now, log);

    } else {
        contentlib_source_compare(source, &identity, now, log);
    }

    /* without a library all requests are 503, so the next look is soon */

    source->look_at = now + (source->current != NULL
                             ? source->check
                             : ngx_min(source->check,
                                       CONTENTLIB_SOURCE_ABSENT));
}


uint64_t
contentlib_source_due(const contentlib_source_t *source)
{
    return source->previous != NULL ? ngx_min(source->look_at,
                                              source->drop_at)
                                    : source->look_at;
}


static void
contentlib_source_compare(contentlib_source_t *source,
    const contentlib_file_identity_t *identity, uint64_t now, ngx_log_t *log)
{
    const contentlib_file_identity_t  *current;

    source->lost = 0;
    current = &source->current->db->identity;

    if (contentlib_file_same(identity, current)) {
        return;
    }

    if (contentlib_file_written(identity, current)) {
        contentlib_source_written(source, identity, now, log);
        return;
    }

    contentlib_source_candidate(source, identity, now, log);
}


/* a line that is left out now is logged later if the file stays away */

static void
contentlib_source_lost(contentlib_source_t *source, int err, uint64_t now,
    ngx_log_t *log)
{
    if (source->lost == err
        || !contentlib_source_logs(source, CONTENTLIB_REJECTED, now))
    {
        return;
    }

    source->lost = err;

    if (err == NGX_ENOENT) {
        ngx_log_error(NGX_LOG_WARN, log, 0,
                      "contentlib: library \"%V\" does not exist any more, "
                      "serving the opened file", &source->path);
        return;
    }

    ngx_log_error(NGX_LOG_ERR, log, err,
                  "contentlib: library \"%V\" cannot be examined, serving the "
                  "opened file", &source->path);
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
    contentlib_error_t           error;
    contentlib_generation_t     *generation;
    contentlib_file_identity_t   after;

    if (contentlib_source_waits(source, identity, now)) {
        return;
    }

    source->open_at = now + CONTENTLIB_SOURCE_SPACING;

    generation = contentlib_source_open(source, &error);

    if (generation != NULL) {
        contentlib_source_switch(source, generation, now, log);
        return;
    }

    /* the file was replaced meanwhile: the next look opens the new one */

    if (stat((char *) source->path.data, &after) == 0
        && contentlib_file_replaced(identity, &after))
    {
        return;
    }

    contentlib_back_off_add(&source->back_off, identity, now);

    if (source->current != NULL
        && !contentlib_file_replaced(identity, &source->current->db->identity)
        && contentlib_source_is_unfit(&error))
    {
        contentlib_source_written(source, identity, now, log);
        return;
    }

    contentlib_source_rejected(source, &error, now, log);
}


/* without memory for a cache the library is served without it */

static contentlib_generation_t *
contentlib_source_open(contentlib_source_t *source,
    contentlib_error_t *error)
{
    if (source->cache == NULL && source->cache_size != 0) {
        source->cache = contentlib_cache_create(source->cache_size,
                                                source->metrics, source->log);
    }

    return contentlib_generation_open((char *) source->path.data,
                                      source->cache, source->metrics, error,
                                      source->log);
}


/* a file that cannot be served may take long to open */

static ngx_uint_t
contentlib_source_waits(contentlib_source_t *source,
    const contentlib_file_identity_t *identity, uint64_t now)
{
    contentlib_back_off_t  *back_off;

    back_off = &source->back_off;

    if (now < source->open_at) {
        return 1;
    }

    /* a file that is missing may come back; a new one takes its place */

    if (back_off->written && identity->st_ino != 0
        && !contentlib_file_same(identity, &back_off->identity))
    {
        if (contentlib_file_replaced(identity, &back_off->identity)) {
            back_off->written = 0;

        } else {
            contentlib_back_off_written(back_off, identity, now);
        }
    }

    return contentlib_back_off_waits(back_off, identity, now);
}


static void
contentlib_source_switch(contentlib_source_t *source,
    contentlib_generation_t *generation, uint64_t now, ngx_log_t *log)
{
    ngx_uint_t                level;
    contentlib_generation_t  *last;
    const contentlib_meta_t  *meta;

    last = source->current;
    meta = &generation->db->meta;
    level = NGX_LOG_NOTICE;

    source->back_off.written = 0;
    source->lost = 0;
    source->back_off.error.failure = CONTENTLIB_NO_ERROR;

    contentlib_metrics_add(source->metrics, switches, 0, 1);
    contentlib_source_serve(source, generation);

    if (last == NULL
        || contentlib_file_replaced(&generation->db->identity,
                                    &last->db->identity))
    {
        contentlib_source_drop(&source->previous);
        source->previous = last;
        source->drop_at = now + CONTENTLIB_SOURCE_PREVIOUS;

    } else {

        /* it is the same file, so it is no previous library */

        if (ngx_memcmp(meta->digest.data, last->db->meta.digest.data,
                       CONTENTLIB_DB_DIGEST)
            == 0)
        {
            level = NGX_LOG_INFO;
        }

        contentlib_generation_release(last);
    }

    ngx_log_error(level, log, 0,
                  "contentlib: serving library \"%V\", digest %V, "
                  "%uL items, %uL tags, %uL collections",
                  &source->path, &meta->digest, meta->items, meta->tags,
                  meta->collections);
}


static void
contentlib_source_serve(contentlib_source_t *source,
    contentlib_generation_t *generation)
{
    const contentlib_meta_t  *meta;

    meta = &generation->db->meta;

    source->current = generation;

    contentlib_metrics_serving(source->metrics, &meta->digest, meta->items,
                               meta->tags, meta->collections);
}


/* logs each reason once, not each attempt */

static void
contentlib_source_rejected(contentlib_source_t *source,
    const contentlib_error_t *error, uint64_t now, ngx_log_t *log)
{
    ngx_uint_t  level;

    if (!contentlib_back_off_logs(&source->back_off, error, now)) {
        return;
    }

    contentlib_metrics_add(source->metrics, rejected, 0, 1);

    if (source->current == NULL) {
        contentlib_metrics_idle(source->metrics, error->text);
    }

    level = (error->failure == CONTENTLIB_REJECTED
             && error->code == NGX_ENOENT) ? NGX_LOG_WARN : NGX_LOG_ERR;

    ngx_log_error(level, log, 0,
                  "contentlib: library \"%V\" cannot be served: %s (%d)",
                  &source->path, error->text, error->code);
}


/* the cause is the content, not a name, a permission, or the machine */

static ngx_uint_t
contentlib_source_is_unfit(const contentlib_error_t *error)
{
    return error->failure == CONTENTLIB_UNREADABLE
           || (error->failure == CONTENTLIB_REJECTED && error->code == 0);
}


ngx_int_t
contentlib_source_unwritten(contentlib_source_t *source,
    contentlib_generation_t *generation, uint64_t now, ngx_log_t *log)
{
    if (generation->written) {
        return NGX_ERROR;
    }

    if (contentlib_db_unwritten(generation->db) == NGX_OK) {
        return NGX_OK;
    }

    generation->written = 1;

    if (source->current == generation) {
        contentlib_source_written(source, &generation->db->identity, now,
                                   log);
    }

    return NGX_ERROR;
}


/* the previous library is dropped, too: it is old */

static void
contentlib_source_written(contentlib_source_t *source,
    const contentlib_file_identity_t *identity, uint64_t now, ngx_log_t *log)
{
    contentlib_back_off_written(&source->back_off, identity, now);

    source->look_at = ngx_min(source->look_at,
                              now + CONTENTLIB_SOURCE_ABSENT);

    ngx_log_error(NGX_LOG_ERR, log, 0,
                  "contentlib: library \"%V\" was changed in place, it is not "
                  "served until it is unchanged for a second", &source->path);

    source->current->written = 1;

    contentlib_source_drop(&source->current);
    contentlib_source_drop(&source->previous);

    contentlib_metrics_add(source->metrics, changed_in_place, 0, 1);
    contentlib_metrics_idle(source->metrics, "it was changed in place");
}


ngx_int_t
contentlib_source_failed(contentlib_source_t *source,
    contentlib_generation_t *generation, uint64_t now, ngx_log_t *log)
{
    if (source->current != generation) {
        return NGX_OK;
    }

    if (source->previous != NULL && !source->previous->written
        && contentlib_db_unwritten(source->previous->db) == NGX_OK)
    {
        contentlib_back_off_add(&source->back_off, &generation->db->identity,
                                now);

        contentlib_metrics_add(source->metrics, roll_backs, 0, 1);
        contentlib_source_serve(source, source->previous);

        source->previous = NULL;

        ngx_log_error(NGX_LOG_CRIT, log, 0,
                      "contentlib: library \"%V\" cannot be read, returning "
                      "to the previous one, digest %V",
                      &source->path, &source->current->db->meta.digest);

        /*
         * Some files can be opened and fail each time that they are served, so
         * the third roll back is the last one.
         */

        if (++source->back_off.roll_backs == CONTENTLIB_BACK_OFF_ROLL_BACKS) {
            ngx_log_error(NGX_LOG_ERR, log, 0,
                          "contentlib: library \"%V\" is not opened again "
                          "until it is replaced", &source->path);
        }

        contentlib_generation_release(generation);

        return NGX_OK;
    }

    contentlib_source_drop(&source->previous);

    return contentlib_source_reopen(source, now, log);
}


/* the failing generation stays until another one is open */

static ngx_int_t
contentlib_source_reopen(contentlib_source_t *source, uint64_t now,
    ngx_log_t *log)
{
    contentlib_error_t           error;
    contentlib_generation_t     *generation;
    contentlib_file_identity_t   identity;

    if (stat((char *) source->path.data, &identity) != 0
        || contentlib_back_off_waits(&source->back_off, &identity, now))
    {
        return NGX_DECLINED;
    }

    contentlib_back_off_add(&source->back_off, &identity, now);

    generation = contentlib_source_open(source, &error);

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
    contentlib_failure_e failure, uint64_t now)
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

    if (source->cache != NULL) {
        contentlib_cache_destroy(source->cache);
        source->cache = NULL;
    }
}


static void
contentlib_source_drop(contentlib_generation_t **generation)
{
    if (*generation != NULL) {
        contentlib_generation_release(*generation);
        *generation = NULL;
    }
}


/*
 * The file could not be served: it may be opened again after half a second,
 * one, two, up to thirty seconds.  A file that was served for more than thirty
 * seconds since starts again at half a second.
 */

static void
contentlib_back_off_add(contentlib_back_off_t *back_off,
    const contentlib_file_identity_t *identity, uint64_t now)
{
    if (back_off->written && identity->st_ino == 0) {
        return;
    }

    contentlib_back_off_file(back_off, identity);

    if (now >= back_off->retry_at + CONTENTLIB_BACK_OFF_RETRY_MAX) {

        /* the file was served since, and for some time */

        back_off->retry_after = 0;
    }

    back_off->retry_after = back_off->retry_after ? back_off->retry_after * 2
                                                  : CONTENTLIB_BACK_OFF_RETRY;
    back_off->retry_after = ngx_min(back_off->retry_after,
                                    CONTENTLIB_BACK_OFF_RETRY_MAX);
    back_off->retry_at = now + back_off->retry_after;
}


/* there is no previous library any more, so the file may be opened again */

static void
contentlib_back_off_written(contentlib_back_off_t *back_off,
    const contentlib_file_identity_t *identity, uint64_t now)
{
    contentlib_back_off_file(back_off, identity);

    back_off->written = 1;
    back_off->roll_backs = 0;
    back_off->retry_at = now + CONTENTLIB_BACK_OFF_SETTLE;
}


static void
contentlib_back_off_file(contentlib_back_off_t *back_off,
    const contentlib_file_identity_t *identity)
{
    if (!contentlib_file_same(identity, &back_off->identity)) {
        back_off->identity = *identity;
        back_off->retry_after = 0;
        back_off->roll_backs = 0;
        back_off->error.failure = CONTENTLIB_NO_ERROR;
    }
}


/* 1 if it is this file, and it may not be opened yet, or never again */

static ngx_uint_t
contentlib_back_off_waits(const contentlib_back_off_t *back_off,
    const contentlib_file_identity_t *identity, uint64_t now)
{
    return (now < back_off->retry_at
            || back_off->roll_backs >= CONTENTLIB_BACK_OFF_ROLL_BACKS)
           && contentlib_file_same(identity, &back_off->identity);
}


/*
 * 1 if the reason should be logged: it differs from the last one, or belongs
 * to another file.  A shortage that any file would meet is logged once in a
 * minute.
 */

static ngx_uint_t
contentlib_back_off_logs(contentlib_back_off_t *back_off,
    const contentlib_error_t *error, uint64_t now)
{
    if (contentlib_back_off_is_shortage(error)) {

        if (now < back_off->short_until) {
            return 0;
        }

        back_off->short_until = now + CONTENTLIB_BACK_OFF_SHORTAGE;

        return 1;
    }

    if (back_off->error.failure == error->failure
        && back_off->error.code == error->code
        && ngx_strcmp(back_off->error.text, error->text) == 0)
    {
        return 0;
    }

    back_off->error = *error;

    return 1;
}


/* the process is short of memory or descriptors: any file would fail */

static ngx_uint_t
contentlib_back_off_is_shortage(const contentlib_error_t *error)
{
    return error->failure == CONTENTLIB_NO_MEMORY
           || (error->failure == CONTENTLIB_REJECTED
               && (error->code == NGX_EMFILE || error->code == NGX_ENFILE
                   || error->code == NGX_ENOMEM));
}
