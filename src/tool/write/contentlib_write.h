
/*
 * Copyright (C) contentlib authors
 *
 * The library file out of the staged records.
 */


#ifndef _CONTENTLIB_WRITE_H_INCLUDED_
#define _CONTENTLIB_WRITE_H_INCLUDED_


#include <tool/export/contentlib_export.h>
#include <tool/stage/contentlib_stage.h>


typedef struct {
    const char               *path;
    const char               *name;         /* for messages */
    ngx_str_t                 media_url;

    /* what was written */

    uint64_t                  items;
    uint64_t                  tags;
    uint64_t                  collections;
    u_char                    digest[CONTENTLIB_DIGEST_LEN];
} contentlib_write_t;


/*
 * Writes the library into the empty file at the path, and verifies it;
 * contentlib_target_publish() is to follow.
 */

void contentlib_write(contentlib_write_t *write, contentlib_stage_t *stage);

/* fills an empty database with the tables of the library, without a digest */

void contentlib_write_library(contentlib_sql_t *sql,
    contentlib_stage_t *stage, const ngx_str_t *media_url);

/* what SQLite can say of the structure of a library file; an error ends it */

void contentlib_write_verify(contentlib_sql_t *sql);


#endif /* _CONTENTLIB_WRITE_H_INCLUDED_ */
