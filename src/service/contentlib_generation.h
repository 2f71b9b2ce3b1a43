
/*
 * Copyright (C) contentlib authors
 *
 * A generation is a library file while it is open in a worker.
 *
 * It is reference-counted: the source holds it as long as it may be served,
 * and each request holds the generation that it is answered from.  It is
 * closed with the last reference.
 */


#ifndef _CONTENTLIB_GENERATION_H_INCLUDED_
#define _CONTENTLIB_GENERATION_H_INCLUDED_


#include <cache/contentlib_cache.h>
#include <library/contentlib_db.h>
#include <library/contentlib_file.h>
#include <metrics/contentlib_metrics.h>

#include <ngx_md5.h>


typedef struct {
    contentlib_db_t             *db;
    contentlib_db_t             *search_db;  /* of the search thread */
    contentlib_cache_t          *cache;     /* of the source, or NULL */
    uint32_t                     number;    /* of this process */
    ngx_md5_t                    md5;       /* the beginning of all digests */
    contentlib_metrics_t        *metrics;   /* NULL: nothing is counted */
    ngx_log_t                   *log;       /* for pools that live as long */
    ngx_uint_t                   references;
} contentlib_generation_t;


/*
 * Opens the file.  Held for the caller, or NULL and the error is set.  "cache"
 * and "metrics" may be NULL; they and "log" outlive the generation.
 */

contentlib_generation_t *contentlib_generation_open(const char *path,
    contentlib_cache_t *cache, contentlib_metrics_t *metrics,
    contentlib_error_t *error, ngx_log_t *log);

/* closes it with the last reference */

void contentlib_generation_release(contentlib_generation_t *generation);


#endif /* _CONTENTLIB_GENERATION_H_INCLUDED_ */
