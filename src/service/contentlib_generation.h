
/*
 * Copyright (C) contentlib authors
 *
 * A generation is a library file while it is open in a worker, with its cache.
 *
 * It is reference-counted: the source holds it as long as it may be served,
 * and each request holds the generation that it is answered from.  It is
 * closed with the last reference.  To free a large cache at once would block
 * the event loop, so contentlib_generation_shed() frees it in steps.
 */


#ifndef _CONTENTLIB_GENERATION_H_INCLUDED_
#define _CONTENTLIB_GENERATION_H_INCLUDED_


#include <cache/contentlib_cache.h>
#include <library/contentlib_db.h>
#include <library/contentlib_file.h>
#include <metrics/contentlib_metrics.h>

#include <ngx_md5.h>


/* entries that a request frees: more than it may store */

#define CONTENTLIB_GENERATION_STEP  256


typedef struct {
    contentlib_db_t             *db;
    contentlib_db_t             *search_db;  /* of the search thread */
    contentlib_cache_t          *cache;     /* NULL: nothing is cached */
    ngx_md5_t                    md5;       /* the beginning of all digests */
    contentlib_metrics_t        *metrics;   /* NULL: nothing is counted */
    ngx_log_t                   *log;       /* for pools that live as long */
    ngx_uint_t                   references;
    ngx_uint_t                   entries;   /* more than these are freed */
    ngx_queue_t                  queue;
    unsigned                     written:1; /* the file, since it was opened */
} contentlib_generation_t;


/*
 * Opens the file.  Held for the caller, or NULL and the error is set.
 * "cache_size" may be 0, "metrics" NULL; "log" lives as long as the generation.
 */

contentlib_generation_t *contentlib_generation_open(const char *path,
    size_t cache_size, contentlib_metrics_t *metrics,
    contentlib_error_t *error, ngx_log_t *log);

void contentlib_generation_hold(contentlib_generation_t *generation);
void contentlib_generation_release(contentlib_generation_t *generation);

/*
 * Memory is short: all generations of the process free half of their caches.
 * The first step is done at once.
 */

void contentlib_generation_halve(void);

/*
 * Frees entries that are due in this process, with as much work as
 * contentlib_cache_shrink() does.  Returns 1 if more are due.
 */

ngx_uint_t contentlib_generation_shed(size_t work);


#endif /* _CONTENTLIB_GENERATION_H_INCLUDED_ */
