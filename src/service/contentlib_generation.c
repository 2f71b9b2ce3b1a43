
/*
 * Copyright (C) contentlib authors
 *
 * Opens two connections to a file, and closes both when the last user has
 * released the generation.
 */


#include <service/contentlib_generation.h>


/*
 * All digests begin with the version of the bodies and that of the library
 * file.  The first one is raised with each change of the module that alters
 * the bytes of any body, the second one with each change of stored records.
 */

#define CONTENTLIB_BODY_FORMAT  "5:" ngx_value(CONTENTLIB_USER_VERSION) ":"


static void contentlib_generation_digest(ngx_md5_t *md5,
    const contentlib_meta_t *meta);
static ngx_int_t contentlib_generation_connect(
    contentlib_generation_t *generation, const char *path,
    contentlib_error_t *error, ngx_log_t *log);


static uint32_t  contentlib_generation_last;


contentlib_generation_t *
contentlib_generation_open(const char *path, contentlib_cache_t *cache,
    contentlib_metrics_t *metrics, contentlib_error_t *error, ngx_log_t *log)
{
    contentlib_generation_t  *generation;

    generation = ngx_alloc(sizeof(contentlib_generation_t), log);

    if (generation == NULL) {
        contentlib_file_reject(error, ENOMEM, strerror(ENOMEM));
        return NULL;
    }

    if (contentlib_generation_connect(generation, path, error, log)
        != NGX_OK)
    {
        ngx_free(generation);
        return NULL;
    }

    generation->cache = cache;
    generation->number = ++contentlib_generation_last;
    generation->metrics = metrics;
    generation->log = log;
    generation->references = 1;

    contentlib_generation_digest(&generation->md5, &generation->db->meta);

    return generation;
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


/* both connections must be to the same file */

static ngx_int_t
contentlib_generation_connect(contentlib_generation_t *generation,
    const char *path, contentlib_error_t *error, ngx_log_t *log)
{
    contentlib_db_t  *db, *search_db;

    if (contentlib_db_open(&db, path, error, log) != NGX_OK) {
        return NGX_ERROR;
    }

    if (contentlib_db_open(&search_db, path, error, log) != NGX_OK) {
        contentlib_db_close(db);
        return NGX_ERROR;
    }

    if (!contentlib_file_same(&db->identity, &search_db->identity)) {
        contentlib_db_close(db);
        contentlib_db_close(search_db);

        return contentlib_file_reject(error, 0,
                                      "it was replaced while it was opened");
    }

    search_db->thread = 1;

    generation->db = db;
    generation->search_db = search_db;

    return NGX_OK;
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
