
/*
 * Copyright (C) contentlib authors
 *
 * Identifiers of items to take out of a library, one a line.
 */


#ifndef _CONTENTLIB_DELETE_H_INCLUDED_
#define _CONTENTLIB_DELETE_H_INCLUDED_


#include <tool/stage/contentlib_stage.h>


typedef struct {
    uint64_t                  removed;
    uint64_t                  missing;
} contentlib_delete_t;


/* "-" is the standard input */

void contentlib_delete(contentlib_stage_t *stage, const char *name,
    contentlib_delete_t *deleted, contentlib_errors_t *errors);


#endif /* _CONTENTLIB_DELETE_H_INCLUDED_ */
