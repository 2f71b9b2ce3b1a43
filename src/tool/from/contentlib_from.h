
/*
 * Copyright (C) contentlib authors
 *
 * The lists of a running service, read from the first page to the last and
 * compared with what they say of themselves; then their pages, to import.
 */


#ifndef _CONTENTLIB_FROM_H_INCLUDED_
#define _CONTENTLIB_FROM_H_INCLUDED_


#include <tool/contentlib_commands.h>
#include <tool/record/contentlib_input.h>


typedef struct contentlib_from_s  contentlib_from_t;


typedef struct {
    uint64_t                  requests;
    uint64_t                  unchanged;    /* of them: 304 */
    uint64_t                  stored;       /* pages without a request */
    uint64_t                  bytes;        /* of all pages */
    double                    seconds;
} contentlib_from_counts_t;


/* reads all lists: tags, items and collections */

contentlib_from_t *contentlib_from_read(const contentlib_options_t *options,
    contentlib_from_counts_t *counts);
void contentlib_from_close(contentlib_from_t *from);

/* a page after the other, or NULL */

contentlib_input_t *contentlib_from_next(contentlib_from_t *from,
    contentlib_errors_t *errors);


#endif /* _CONTENTLIB_FROM_H_INCLUDED_ */
