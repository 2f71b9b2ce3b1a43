
/*
 * Copyright (C) contentlib authors
 *
 * The lists of a running service, read from the first page to the last and
 * compared with what they say of themselves; then their pages, to import.
 */


#ifndef _CONTENTLIB_FROM_H_INCLUDED_
#define _CONTENTLIB_FROM_H_INCLUDED_


#include <tool/contentlib_commands.h>
#include <tool/from/contentlib_fetch.h>


/* tags, items, collections */

#define CONTENTLIB_FROM_LISTS  3


typedef struct {
    const char                 *field;      /* of each record */
    char                        address[CONTENTLIB_ADDRESS];

    /* of the first page */

    contentlib_from_facts_t     facts;
    char                        tag[CONTENTLIB_PAGES_TAG + 1];
    uint64_t                    stored;     /* the count before the list */
} contentlib_from_list_t;


typedef struct {
    uint64_t                    stored;     /* pages without a request */
    uint64_t                    bytes;      /* of all pages */
    double                      seconds;

    ngx_uint_t                  max_pages;
    ngx_uint_t                  npages;     /* of this walk */
    ngx_uint_t                  records;    /* of this list */
    contentlib_from_list_t     *list;       /* the one that is read */
    contentlib_from_list_t      lists[CONTENTLIB_FROM_LISTS];
    contentlib_fetch_t          fetch;
    contentlib_message_t        moved;      /* how the lists have changed */
} contentlib_from_t;


/* reads all lists; exit() closes the database of pages */

contentlib_from_t *contentlib_from_read(const contentlib_options_t *options);

/* a page after the other, or NULL */

contentlib_input_t *contentlib_from_next(contentlib_from_t *from,
    contentlib_errors_t *errors);


#endif /* _CONTENTLIB_FROM_H_INCLUDED_ */
