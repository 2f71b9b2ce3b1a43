
/*
 * Copyright (C) contentlib authors
 *
 * A generation is a library file while it is open in a worker, and all that
 * is known about its content.  A source is the path that generations come
 * from; it lives as long as the configuration.
 *
 * A generation is reference-counted: the source holds the current one, each
 * request the one that it is answered from.  It is closed when nobody holds
 * it.
 */


#ifndef _CONTENTLIB_GENERATION_H_INCLUDED_
#define _CONTENTLIB_GENERATION_H_INCLUDED_


#include <library/contentlib_db.h>


typedef struct {
    contentlib_db_t         *db;
    const contentlib_meta_t *meta;
    ngx_uint_t               references;
} contentlib_generation_t;


typedef struct {
    ngx_str_t                path;          /* absolute, zero-terminated */
    ngx_log_t               *log;           /* of the configuration */
    contentlib_generation_t *current;       /* NULL: none that can serve */
    uint64_t                 retry_at;      /* milliseconds */
    contentlib_db_error_t    rejected;      /* why the last one was refused */
} contentlib_source_t;


/*
 * The current generation, held for the caller, or NULL.  Opens the library if
 * it is not open and the last attempt is long enough ago.  "now" is monotonic,
 * in milliseconds.
 */

contentlib_generation_t *contentlib_source_hold(contentlib_source_t *source,
    uint64_t now, ngx_log_t *log);

/* drops the current generation if it is the given one, which failed */

void contentlib_source_drop(contentlib_source_t *source,
    contentlib_generation_t *generation, uint64_t now);

void contentlib_generation_release(contentlib_generation_t *generation);


#endif /* _CONTENTLIB_GENERATION_H_INCLUDED_ */
