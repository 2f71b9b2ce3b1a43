
/*
 * Copyright (C) contentlib authors
 *
 * What a library has that another one has not: records as they are exported.
 */


#ifndef _CONTENTLIB_CHANGES_H_INCLUDED_
#define _CONTENTLIB_CHANGES_H_INCLUDED_


#include <tool/export/contentlib_export.h>


#define CONTENTLIB_CHANGES_SIZE   512       /* of the text */


/* a line for tags, for items and for collections */

typedef struct {
    char                      text[CONTENTLIB_CHANGES_SIZE];
    unsigned                  order:1;      /* and nothing else */
} contentlib_changes_t;


/* "name" need not be there; "digest" is that of the file at "path" */

ngx_int_t contentlib_changes(contentlib_changes_t *changes, const char *name,
    const char *path, const u_char digest[CONTENTLIB_DIGEST_LEN],
    contentlib_message_t *message);


#endif /* _CONTENTLIB_CHANGES_H_INCLUDED_ */
