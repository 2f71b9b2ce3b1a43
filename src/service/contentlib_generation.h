
/*
 * Copyright (C) contentlib authors
 *
 * A generation is a library file while it is open in a worker, and all that
 * is kept of what was made of it.  A source is the path that generations come
 * from; it lives as long as the configuration.
 *
 * A generation is reference-counted: the source holds the current one, each
 * request the one that it is answered from.  It is closed when nobody holds
 * it.
 */


#ifndef _CONTENTLIB_GENERATION_H_INCLUDED_
#define _CONTENTLIB_GENERATION_H_INCLUDED_


#include <cache/contentlib_cache.h>
#include <library/contentlib_db.h>
#include <library/contentlib_file.h>


typedef struct {
    contentlib_db_t         *db;
    const contentlib_meta_t *meta;
    contentlib_cache_t      *cache;         /* NULL: nothing is kept */
    ngx_uint_t               references;
} contentlib_generation_t;


typedef struct {
    ngx_str_t                path;          /* absolute, zero-terminated */
    ngx_log_t               *log;           /* of the configuration */
    size_t                   cache_size;    /* of each generation, or 0 */
    contentlib_generation_t *current;       /* NULL: none that can serve */

    /* all times are monotonic, in milliseconds */

    uint64_t                 look_at;       /* when to look for a file again */
    uint64_t                 opened_at;     /* when the current one was */
    uint64_t                 logged_at;     /* when a failure was */

    /* the last file that was refused: why, and when to try it again */

    contentlib_db_error_t       rejected;
    contentlib_file_identity_t  identity;
    uint64_t                    retry_at;
    uint64_t                    retry_after;
} contentlib_source_t;


/*
 * The current generation, held for the caller, or NULL.  Opens the library if
 * it is not open: a new file within half a second, one that was refused after
 * half a second, one, two, up to thirty seconds.
 */

contentlib_generation_t *contentlib_source_hold(contentlib_source_t *source,
    uint64_t now, ngx_log_t *log);

/*
 * The given generation cannot be read.  NGX_OK if it is worth to hold another
 * one and to try again; NGX_DECLINED if it was opened just now: then the file
 * is what it is, and serves what it can.
 */

ngx_int_t contentlib_source_failed(contentlib_source_t *source,
    contentlib_generation_t *generation, uint64_t now);

/* 1 if a failure should be logged: not more than one in ten seconds */

ngx_uint_t contentlib_source_logs(contentlib_source_t *source, uint64_t now);

/* closes the current generation, if there is one */

void contentlib_source_close(contentlib_source_t *source);

void contentlib_generation_release(contentlib_generation_t *generation);


#endif /* _CONTENTLIB_GENERATION_H_INCLUDED_ */
