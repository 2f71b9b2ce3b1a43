
/*
 * Copyright (C) contentlib authors
 *
 * The path of a library in one worker: opens the file, looks whether it was
 * replaced, and switches to the new one.
 *
 * A new file comes by rename.  It is opened and checked while the current one
 * is served, and takes its place only if it is sound.  The previous library is
 * held for a minute, in case the new file cannot be read after all: then the
 * source rolls back to it.  After the third roll back the file is not opened
 * again.
 *
 * A file that was written to is not served any more, because its content is
 * unknown.  A file with another mode, name or link is opened again: if a
 * writer sets the modification time back, nothing else shows the change.
 *
 * All generations use one cache.  Its keys have the number of the generation,
 * so values of an old one are dropped as the least recently used ones.
 *
 * A source lives as long as the configuration.  All times are monotonic, in
 * milliseconds.
 */


#ifndef _CONTENTLIB_SOURCE_H_INCLUDED_
#define _CONTENTLIB_SOURCE_H_INCLUDED_


#include <service/contentlib_generation.h>


/*
 * The back-off after a file that could not be served: when it may be opened
 * again, and which reason was logged last.  A file that was written to waits
 * until it was left alone.  A zeroed back-off has no file.
 */

typedef struct {
    contentlib_file_identity_t  identity;
    contentlib_error_t          error;      /* that was logged */
    uint64_t                    retry_at;
    uint64_t                    retry_after;
    uint64_t                    short_until;  /* a shortage is not logged */
    ngx_uint_t                  roll_backs;
    unsigned                    written:1;  /* the file, while it was served */
} contentlib_back_off_t;


typedef struct {

    /* set by the owner */

    ngx_str_t                 path;         /* full, zero-terminated */
    ngx_log_t                *log;          /* of the configuration */
    contentlib_metrics_t     *metrics;      /* NULL: nothing is counted */
    size_t                    cache_size;   /* or 0: nothing is cached */
    uint64_t                  check;        /* time between two looks */

    contentlib_cache_t       *cache;        /* or NULL */
    contentlib_generation_t  *current;      /* NULL: none can be served */
    contentlib_generation_t  *previous;     /* or NULL */

    uint64_t                  look_at;
    uint64_t                  open_at;      /* not before */
    uint64_t                  drop_at;      /* the previous library */
    uint64_t                  logged_at[CONTENTLIB_FAILURES];

    contentlib_back_off_t     back_off;
    int                         lost;       /* the errno that was logged */
} contentlib_source_t;


/* looks at the file if it is time for a look */

void contentlib_source_look(contentlib_source_t *source, uint64_t now,
    ngx_log_t *log);

/* when the next look is due */

uint64_t contentlib_source_due(const contentlib_source_t *source);

/*
 * Looks, and returns the current generation, held for the caller, or NULL.
 */

contentlib_generation_t *contentlib_source_hold(contentlib_source_t *source,
    uint64_t now, ngx_log_t *log);

/*
 * NGX_OK if the file of a generation was not written to since it was opened.
 * NGX_ERROR if it was: what was read may be wrong, and the generation is not
 * served any more.
 */

ngx_int_t contentlib_source_unwritten(contentlib_source_t *source,
    contentlib_generation_t *generation, uint64_t now, ngx_log_t *log);

/*
 * The given generation cannot be read.  NGX_OK if another generation is
 * current now, the previous library or the file opened again, and the caller
 * should try once more.  NGX_DECLINED if there is no other.
 */

ngx_int_t contentlib_source_failed(contentlib_source_t *source,
    contentlib_generation_t *generation, uint64_t now, ngx_log_t *log);

/* 1 if a failure should be logged: one of each kind in 10 seconds */

ngx_uint_t contentlib_source_logs(contentlib_source_t *source,
    contentlib_failure_e failure, uint64_t now);

/* releases all generations, and the cache */

void contentlib_source_close(contentlib_source_t *source);


#endif /* _CONTENTLIB_SOURCE_H_INCLUDED_ */
