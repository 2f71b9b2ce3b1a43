
/*
 * Copyright (C) contentlib authors
 *
 * The library file out of the staged records.
 */


#ifndef _CONTENTLIB_WRITE_H_INCLUDED_
#define _CONTENTLIB_WRITE_H_INCLUDED_


#include <library/contentlib_records.h>
#include <tool/contentlib_progress.h>
#include <tool/import/contentlib_stage.h>


/* where to write, and what to call it in messages */

typedef struct {
    const char               *path;
    const char               *name;
    ngx_str_t                 media_url;
    contentlib_progress_t    *progress;
    contentlib_message_t     *message;
} contentlib_write_t;


/*
 * Writes everything but the digest into the empty file at the path.  "meta"
 * is filled, apart from the digest.
 */

ngx_int_t contentlib_write_library(const contentlib_write_t *write,
    contentlib_stage_t *stage, contentlib_meta_t *meta);

ngx_int_t contentlib_write_digest(const contentlib_write_t *write,
    const ngx_str_t *digest);


#endif /* _CONTENTLIB_WRITE_H_INCLUDED_ */
