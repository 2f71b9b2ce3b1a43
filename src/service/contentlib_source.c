
/*
 * Copyright (C) contentlib authors
 *
 * A look compares the file at the path with the one that is served.  A file
 * that is different is opened, and takes the place of the current one if it
 * can be served.
 *
 * A file whose content is not that of a library is opened once.  If the system
 * refuses to open or to read it, each look tries again.
 */


#include <service/contentlib_source.h>


#define CONTENTLIB_SOURCE_LOOKS   5         /* at files that are replaced */

/* milliseconds */

#define CONTENTLIB_SOURCE_ABSENT  500       /* between looks for a file */
#define CONTENTLIB_SOURCE_LOG     10000     /* between two lines of a kind */


/*
 * All digests begin with the version of the bodies.  It is raised with each
 * change that alters the bytes of any body of the same records, and not with
 * the format of the library file.
 */

#define CONTENTLIB_BODY_FORMAT  "6:"


static ngx_int_t contentlib_source_identify(contentlib_source_t *source,
    char *file, contentlib_file_identity_t *identity,
    contentlib_error_t *error);
static void contentlib_source_compare(contentlib_source_t *source,
    const char *file, const contentlib_file_identity_t *identity,
    ngx_log_t *log);
static void contentlib_source_candidate(contentlib_source_t *source,
    const char *file, const contentlib_file_identity_t *identity,
    ngx_log_t *log);
static ngx_uint_t contentlib_source_waits(contentlib_source_t *source,
    const contentlib_file_identity_t *identity);
static contentlib_generation_t *contentlib_source_open(
    contentlib_source_t *source, const char *file, contentlib_error_t *error);
static ngx_int_t contentlib_source_connect(contentlib_source_t *source,
    const char *file, contentlib_generation_t *generation,
    contentlib_error_t *error);
static void contentlib_generation_digest(ngx_md5_t *md5,
    const contentlib_meta_t *meta);
static void contentlib_source_switch(contentlib_source_t *source,
    contentlib_generation_t *generation, ngx_log_t *log);
static void contentlib_source_rejected(contentlib_source_t *source,
    const contentlib_error_t *error, ngx_log_t *log);
static void contentlib_source_drop(contentlib_source_t *source,
    const contentlib_file_identity_t *identity, ngx_log_t *log);


static uint32_t  contentlib_generation_last;


void
contentlib_source_look(contentlib_source_t *source, ngx_log_t *log)
{
    char                        file[NGX_MAX_PATH];
    uint64_t                    now;
    ngx_uint_t                  looks;
    contentlib_error_t          error;
    contentlib_file_identity_t  identity;

    now = contentlib_db_clock() / 1000;

    if (now < source->look_at) {
        return;
    }

    /* a worker begins without a library, and its file may be replaced then */

    for (looks = 0; looks < CONTENTLIB_SOURCE_LOOKS; looks++) {

        if (contentlib_source_identify(source, file, &identity, &error)
            != NGX_OK)
        {
            ngx_memzero(&source->candidate, sizeof(contentlib_file_identity_t));
            contentlib_source_rejected(source, &error, log);
            break;
        }

        if (looks > 0
            && !contentlib_file_replaced(&identity, &source->candidate))
        {
            break;
        }

        contentlib_source_compare(source, file, &identity, log);

        if (source->current != NULL) {
            break;
        }
    }

    /* without a library all requests are 503, so the next look is soon */

    source->look_at = now + (source->current != NULL
                             ? source->check
                             : ngx_min(source->check,
                                       CONTENTLIB_SOURCE_ABSENT));
}


/*
 * The name of the file behind all links, which may lead to another file
 * meanwhile.  The system may not allow to follow them.
 */

static ngx_int_t
contentlib_source_identify(contentlib_source_t *source, char *file,
    contentlib_file_identity_t *identity, contentlib_error_t *error)
{
    const char  *path;

    path = (const char *) source->path.data;

    if (contentlib_file_examine(path, identity, error) != NGX_OK) {
        return NGX_ERROR;
    }

    if (realpath(path, file) == NULL) {
        return contentlib_file_reject(error, errno, strerror(errno));
    }

    return contentlib_file_examine(file, identity, error);
}


static void
contentlib_source_compare(contentlib_source_t *source, const char *file,
    const contentlib_file_identity_t *identity, ngx_log_t *log)
{
    const contentlib_file_identity_t  *current;

    current = source->current ? &source->current->db->identity : NULL;

    if (current != NULL && contentlib_file_modified(identity, current)) {
        contentlib_source_drop(source, identity, log);

    } else if (current == NULL || !contentlib_file_same(identity, current)) {
        contentlib_source_candidate(source, file, identity, log);
    }
}


contentlib_generation_t *
contentlib_source_hold(contentlib_source_t *source, ngx_log_t *log)
{
    contentlib_source_look(source, log);

    if (source->current != NULL) {
        source->current->references++;
    }

    return source->current;
}


static void
contentlib_source_candidate(contentlib_source_t *source, const char *file,
    const contentlib_file_identity_t *identity, ngx_log_t *log)
{
    contentlib_error_t        error;
    contentlib_generation_t  *generation;

    if (contentlib_source_waits(source, identity)) {
        return;
    }

    generation = contentlib_source_open(source, file, &error);

    if (generation != NULL) {
        contentlib_source_switch(source, generation, log);

    } else {
        contentlib_source_rejected(source, &error, log);
    }
}


/* a file that is written to has to be the same at the next look */

static ngx_uint_t
contentlib_source_waits(contentlib_source_t *source,
    const contentlib_file_identity_t *identity)
{
    ngx_uint_t  modified;

    if (contentlib_file_same(identity, &source->candidate)) {
        return source->error.failure != CONTENTLIB_NO_ERROR
               && !source->error.passing;
    }

    modified = contentlib_file_modified(identity, &source->candidate);

    source->candidate = *identity;
    source->error.failure = CONTENTLIB_NO_ERROR;

    return modified;
}


/* without memory for a cache the library is served without it */

static contentlib_generation_t *
contentlib_source_open(contentlib_source_t *source, const char *file,
    contentlib_error_t *error)
{
    contentlib_generation_t  *generation;

    generation = ngx_alloc(sizeof(contentlib_generation_t), source->log);

    if (generation == NULL) {
        (void) contentlib_file_reject(error, ENOMEM, strerror(ENOMEM));
        return NULL;
    }

    if (contentlib_source_connect(source, file, generation, error) != NGX_OK) {
        ngx_free(generation);
        return NULL;
    }

    if (source->cache == NULL && source->cache_size != 0) {
        source->cache = contentlib_cache_create(source->cache_size,
                                                source->metrics, source->log);
    }

    generation->cache = source->cache;
    generation->number = ++contentlib_generation_last;
    generation->metrics = source->metrics;
    generation->log = source->log;
    generation->references = 1;

    contentlib_generation_digest(&generation->md5, &generation->db->meta);

    return generation;
}


/* both connections must be to the same file */

static ngx_int_t
contentlib_source_connect(contentlib_source_t *source, const char *file,
    contentlib_generation_t *generation, contentlib_error_t *error)
{
    contentlib_db_t  *db, *search_db;

    if (contentlib_db_open(&db, file, error, source->log) != NGX_OK) {
        return NGX_ERROR;
    }

    if (contentlib_db_open(&search_db, file, error, source->log) != NGX_OK) {
        contentlib_db_close(db);
        return NGX_ERROR;
    }

    if (!contentlib_file_same(&db->identity, &search_db->identity)) {
        contentlib_db_close(db);
        contentlib_db_close(search_db);

        return contentlib_file_reject(error, EAGAIN,
                                      "it was replaced while it was opened");
    }

    search_db->thread = 1;

    generation->db = db;
    generation->search_db = search_db;

    return NGX_OK;
}


static void
contentlib_generation_digest(ngx_md5_t *md5, const contentlib_meta_t *meta)
{
    ngx_md5_init(md5);
    ngx_md5_update(md5, CONTENTLIB_BODY_FORMAT,
                   sizeof(CONTENTLIB_BODY_FORMAT) - 1);
    ngx_md5_update(md5, meta->digest.data, meta->digest.len);

    /*
     * The digest is that of whole addresses.  Which of them begin with a
     * configured media URL depends on the one that the library was made with.
     */

    ngx_md5_update(md5, meta->media_url.data, meta->media_url.len);
    ngx_md5_update(md5, "", 1);
}


void
contentlib_generation_release(contentlib_generation_t *generation)
{
    if (--generation->references > 0) {
        return;
    }

    contentlib_db_close(generation->db);
    contentlib_db_close(generation->search_db);

    ngx_free(generation);
}


static void
contentlib_source_switch(contentlib_source_t *source,
    contentlib_generation_t *generation, ngx_log_t *log)
{
    const contentlib_meta_t  *meta;

    meta = &generation->db->meta;

    if (source->current != NULL) {
        contentlib_generation_release(source->current);
    }

    source->current = generation;
    source->error.failure = CONTENTLIB_NO_ERROR;

    contentlib_metrics_add(source->metrics, switches, 0, 1);
    contentlib_metrics_serving(source->metrics, &meta->digest, meta->items,
                               meta->tags, meta->collections);

    ngx_log_error(NGX_LOG_NOTICE, log, 0,
                  "contentlib: serving library \"%V\", digest %V, "
                  "%uL items, %uL tags, %uL collections",
                  &source->path, &meta->digest, meta->items, meta->tags,
                  meta->collections);
}


/* logs each reason once, not at each look */

static void
contentlib_source_rejected(contentlib_source_t *source,
    const contentlib_error_t *error, ngx_log_t *log)
{
    ngx_uint_t  level;

    if (source->error.failure == error->failure
        && ngx_strcmp(source->error.text, error->text) == 0)
    {
        return;
    }

    source->error = *error;

    contentlib_metrics_add(source->metrics, rejected, 0, 1);

    if (source->current == NULL) {
        contentlib_metrics_idle(source->metrics, error->text);
    }

    level = (error->failure == CONTENTLIB_REJECTED
             && error->code == NGX_ENOENT) ? NGX_LOG_WARN : NGX_LOG_ERR;

    ngx_log_error(level, log, 0,
                  "contentlib: library \"%V\" cannot be served: %s (%d)%s",
                  &source->path, error->text, error->code,
                  source->current ? ", the opened file is still served" : "");
}


ngx_uint_t
contentlib_source_modified(contentlib_source_t *source,
    contentlib_generation_t *generation, ngx_log_t *log)
{
    contentlib_db_t             *db;
    contentlib_file_identity_t   identity;

    db = generation->db;

    if (fstat(db->fd, &identity) == -1
        || !contentlib_file_modified(&identity, &db->identity))
    {
        return 0;
    }

    if (source->current == generation) {
        contentlib_source_drop(source, &db->identity, log);
        source->look_at = 0;
    }

    return 1;
}


static void
contentlib_source_drop(contentlib_source_t *source,
    const contentlib_file_identity_t *identity, ngx_log_t *log)
{
    source->candidate = *identity;
    source->error.failure = CONTENTLIB_NO_ERROR;

    contentlib_generation_release(source->current);
    source->current = NULL;

    contentlib_metrics_add(source->metrics, changed_in_place, 0, 1);
    contentlib_metrics_idle(source->metrics, "it was changed in place");

    ngx_log_error(NGX_LOG_ERR, log, 0,
                  "contentlib: library \"%V\" was changed in place, it is not "
                  "served until it is left alone", &source->path);
}


ngx_uint_t
contentlib_source_logs(contentlib_source_t *source,
    contentlib_failure_e failure)
{
    uint64_t  now, *logged_at;

    now = contentlib_db_clock() / 1000;
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
    if (source->current != NULL) {
        contentlib_generation_release(source->current);
        source->current = NULL;
    }

    if (source->cache != NULL) {
        contentlib_cache_destroy(source->cache);
        source->cache = NULL;
    }
}
