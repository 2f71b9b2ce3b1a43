
/*
 * Copyright (C) contentlib authors
 */


#include <service/contentlib_generation.h>


static uint64_t contentlib_generation_seed(void);


contentlib_generation_t *
contentlib_generation_open(const ngx_str_t *path,
    size_t cache_size, contentlib_db_error_t *error, ngx_log_t *log)
{
    contentlib_generation_t  *generation;

    generation = ngx_alloc(sizeof(contentlib_generation_t), log);

    if (generation == NULL) {
        contentlib_file_reject(error, ENOMEM, strerror(ENOMEM));
        return NULL;
    }

    if (contentlib_db_open(&generation->db, path, error, log) != NGX_OK) {
        ngx_free(generation);
        return NULL;
    }

    generation->meta = contentlib_db_meta(generation->db);
    generation->identity = contentlib_db_identity(generation->db);
    generation->log = log;
    generation->references = 1;
    generation->poisoned = 0;
    generation->cache = NULL;

    /* without memory for it the library is served all the same */

    if (cache_size != 0) {
        generation->cache = contentlib_cache_create(cache_size,
                                          contentlib_generation_seed(), log);
    }

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


void
contentlib_generation_hold(contentlib_generation_t *generation)
{
    generation->references++;
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
