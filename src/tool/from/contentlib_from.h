
/*
 * Copyright (C) contentlib authors
 *
 * The lists of a running service, one page after the other.  A page is in a
 * file while it is read: in memory or, with --cache, in a directory, so that an
 * interrupted import is continued.
 *
 * Owner: whoever opened it; contentlib_from_close() frees everything.
 */


#ifndef _CONTENTLIB_FROM_H_INCLUDED_
#define _CONTENTLIB_FROM_H_INCLUDED_


#include <tool/contentlib_commands.h>
#include <tool/from/contentlib_fetch.h>
#include <tool/record/contentlib_input.h>

#include <limits.h>


/* room for the query of a page, and for an address, the zero included */

#define CONTENTLIB_FROM_QUERY    4096
#define CONTENTLIB_FROM_ADDRESS  (CONTENTLIB_FROM_QUERY + 512)

#define CONTENTLIB_FROM_PATH     (PATH_MAX + sizeof("/page-") + NGX_INT_T_LEN)


typedef struct {
    const char                *root;
    const char                *cache;       /* NULL without --cache */
    ngx_uint_t                 max_pages;
    ngx_uint_t                 npages;      /* of all lists */
    ngx_uint_t                 stored;      /* pages from the cache */
    contentlib_fetch_t         fetch;

    ngx_uint_t                 list;
    int64_t                    count;       /* -1 before the first page */
    int64_t                    records;     /* of this list */

    /* the page at hand, and what it says of its list */

    char                       address[CONTENTLIB_FROM_ADDRESS];
    char                       path[CONTENTLIB_FROM_PATH];
    int64_t                    page_count;  /* -1: it is not a page */
    int64_t                    page_records;
    char                       query[CONTENTLIB_FROM_QUERY];
                                            /* of the next page, or empty */
} contentlib_from_t;


contentlib_from_t *contentlib_from_open(const contentlib_options_t *options);
void contentlib_from_close(contentlib_from_t *from);

/*
 * The next page, which must be read before the one behind it, or NULL.  A page
 * that does not come, or a list that changes, ends the program.
 */

contentlib_input_t *contentlib_from_next(contentlib_from_t *from,
    contentlib_errors_t *errors);

/* removes the pages from the cache: the next import fetches them anew */

void contentlib_from_forget(contentlib_from_t *from);


#endif /* _CONTENTLIB_FROM_H_INCLUDED_ */
