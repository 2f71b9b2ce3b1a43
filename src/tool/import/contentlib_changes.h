
/*
 * Copyright (C) contentlib authors
 *
 * What a library has that another one has not: records as they are exported.
 */


#ifndef _CONTENTLIB_CHANGES_H_INCLUDED_
#define _CONTENTLIB_CHANGES_H_INCLUDED_


#include <tool/export/contentlib_export.h>


/* tags, items, collections */

#define CONTENTLIB_CHANGES_KINDS  3


typedef struct {
    uint64_t                  added;
    uint64_t                  changed;
    uint64_t                  removed;
} contentlib_changes_kind_t;


typedef struct {
    contentlib_changes_kind_t kinds[CONTENTLIB_CHANGES_KINDS];
    unsigned                  order:1;      /* and nothing else */
} contentlib_changes_t;


/* "name" need not be there; "digest" is that of the file at "path" */

ngx_int_t contentlib_changes(contentlib_changes_t *changes, const char *name,
    const char *path, const u_char digest[CONTENTLIB_DIGEST_LEN],
    contentlib_message_t *message);


#endif /* _CONTENTLIB_CHANGES_H_INCLUDED_ */
