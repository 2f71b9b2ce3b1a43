
/*
 * Copyright (C) contentlib authors
 *
 * The path of a library in one worker: opens the file, looks whether it was
 * replaced, and switches to the new one.
 *
 * A new file comes by rename.  It is opened and checked while the current one
 * is served, and takes its place only if it is sound.
 *
 * A file that was written to is not served any more, because its content is
 * unknown.  It is opened again when two looks find it the same.
 *
 * All generations use one cache.  Its keys have the number of the generation,
 * so values of an old one are dropped as the least recently used ones.
 *
 * A source lives as long as the configuration.  All times are monotonic, in
 * milliseconds.
 */


#ifndef _CONTENTLIB_SOURCE_H_INCLUDED_
#define _CONTENTLIB_SOURCE_H_INCLUDED_


#include <cache/contentlib_cache.h>
#include <library/contentlib_db.h>
#include <library/contentlib_file.h>
#include <metrics/contentlib_metrics.h>

#include <ngx_md5.h>


/*
 * A generation is a library file while it is open in a worker.
 *
 * It is reference-counted: the source holds it as long as it may be served,
 * and each request holds the generation that it is answered from.  It is
 * closed with the last reference.
 */

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


typedef struct {

    /* set by the owner */

    ngx_str_t                   path;       /* full, zero-terminated */
    ngx_log_t                  *log;        /* of the configuration */
    contentlib_metrics_t       *metrics;    /* NULL: nothing is counted */
    size_t                      cache_size; /* or 0: nothing is cached */
    uint64_t                    check;      /* time between two looks */

    contentlib_cache_t         *cache;      /* or NULL */
    contentlib_generation_t    *current;    /* NULL: none can be served */

    uint64_t                    look_at;
    uint64_t                    logged_at[CONTENTLIB_FAILURES];

    /* the last file that was not the current one, zeroed if it is missing */

    contentlib_file_identity_t  candidate;
    contentlib_error_t          error;      /* why it is not served */
} contentlib_source_t;


/* looks at the file if it is time for a look */

void contentlib_source_look(contentlib_source_t *source, ngx_log_t *log);

/*
 * Looks, and returns the current generation, held for the caller, or NULL.
 * The caller releases it.
 */

contentlib_generation_t *contentlib_source_hold(contentlib_source_t *source,
    ngx_log_t *log);
void contentlib_generation_release(contentlib_generation_t *generation);

/*
 * 1 if the file of a generation was written to since it was opened: what was
 * read may be wrong, and the generation is not served any more.
 */

ngx_uint_t contentlib_source_modified(contentlib_source_t *source,
    contentlib_generation_t *generation, ngx_log_t *log);

/* 1 if a failure should be logged: one of each kind in 10 seconds */

ngx_uint_t contentlib_source_logs(contentlib_source_t *source,
    contentlib_failure_e failure);

/* releases the current generation, and the cache */

void contentlib_source_close(contentlib_source_t *source);


#endif /* _CONTENTLIB_SOURCE_H_INCLUDED_ */
