
/*
 * Copyright (C) contentlib authors
 *
 * The last part of an import: the library is written, and read back as the
 * module will read it, before it may be put in its place.
 */


#ifndef _CONTENTLIB_PUBLISH_H_INCLUDED_
#define _CONTENTLIB_PUBLISH_H_INCLUDED_


#include <tool/export/contentlib_export.h>
#include <tool/write/contentlib_target.h>
#include <tool/write/contentlib_write.h>


/* what there is now */

typedef struct {
    contentlib_meta_t         meta;         /* but for the digest */
    u_char                    digest[CONTENTLIB_DIGEST_LEN];
    uint64_t                  bytes;
} contentlib_published_t;


/* "write" says what; contentlib_target_publish() is to follow */

ngx_int_t contentlib_publish_make(const contentlib_write_t *write,
    contentlib_stage_t *stage, contentlib_published_t *published);


#endif /* _CONTENTLIB_PUBLISH_H_INCLUDED_ */
