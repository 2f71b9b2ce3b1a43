
/*
 * Copyright (C) contentlib authors
 *
 * The path that a library is served from, in one worker: opens the file, finds
 * out when there is another one, and goes over to it.
 *
 * A new file comes by rename.  It is opened and checked beside the one that is
 * served, and takes its place only if it is sound; the one before is held for
 * a minute, in case the new one cannot be read after all.  After the third
 * return to the one before the file is not opened again.  A file that is
 * changed in place is not served any more: nobody knows what it holds.  One
 * with another mode, name or link is opened anew, since that is all that shows
 * when it was changed and its time was set back.
 *
 * It lives as long as the configuration.  All times are monotonic, in
 * milliseconds.
 */


#ifndef _CONTENTLIB_SOURCE_H_INCLUDED_
#define _CONTENTLIB_SOURCE_H_INCLUDED_


#include <service/contentlib_generation.h>
#include <service/contentlib_refusal.h>


typedef struct {

    /* set by whoever owns it */

    ngx_str_t                 path;         /* absolute, zero-terminated */
    ngx_log_t                *log;          /* of the configuration */
    contentlib_metrics_t     *metrics;      /* NULL: nothing is counted */
    size_t                    cache_size;   /* of each generation, or 0 */
    uint64_t                  check;        /* how often to look at the file */

    contentlib_generation_t  *current;      /* NULL: none that can serve */
    contentlib_generation_t  *previous;     /* or NULL */

    uint64_t                  look_at;
    uint64_t                  open_at;      /* not before */
    uint64_t                  drop_at;      /* the previous one */
    uint64_t                  logged_at[CONTENTLIB_DB_FAILURES];

    contentlib_refusal_t        refusal;    /* or failure */

    /* a file that is being written */

    contentlib_file_identity_t  seen;
    uint64_t                    seen_at;
    unsigned                    unsettled:1;

    int                         lost;       /* the errno that was logged */
} contentlib_source_t;


/* looks at the file, if it is time to */

void contentlib_source_look(contentlib_source_t *source, uint64_t now,
    ngx_log_t *log);

/* when there is something to do for it, after a look */

uint64_t contentlib_source_due(const contentlib_source_t *source);

/*
 * The current generation, held for the caller, after a look; or NULL.  A file
 * that was refused is tried again after half a second, one, two, up to thirty
 * seconds, or when it is another one.
 */

contentlib_generation_t *contentlib_source_hold(contentlib_source_t *source,
    uint64_t now, ngx_log_t *log);

/*
 * Whether the file of a generation was left alone since it was opened.
 * NGX_OK; or NGX_ERROR: what was read of it is worth nothing, and it is not
 * served any more.
 */

ngx_int_t contentlib_source_unchanged(contentlib_source_t *source,
    contentlib_generation_t *generation, uint64_t now, ngx_log_t *log);

/*
 * The given generation cannot be read.  NGX_OK if it is worth to hold another
 * one and to try again: the one before, or the file opened anew, at growing
 * intervals.  NGX_DECLINED if not, or if it was refused for good: then it
 * serves what it can.
 */

ngx_int_t contentlib_source_failed(contentlib_source_t *source,
    contentlib_generation_t *generation, uint64_t now, ngx_log_t *log);

/* 1 if a failure should be logged: not more than one of a kind in 10 seconds */

ngx_uint_t contentlib_source_logs(contentlib_source_t *source,
    contentlib_db_failure_e failure, uint64_t now);

/* nothing is served any more */

void contentlib_source_close(contentlib_source_t *source);


#endif /* _CONTENTLIB_SOURCE_H_INCLUDED_ */
