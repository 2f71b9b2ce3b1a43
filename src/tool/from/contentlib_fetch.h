
/*
 * Copyright (C) contentlib authors
 *
 * Asks a service for a page: at a rate, again after failures, and along
 * redirects.  The body goes to the database while it arrives, and is then
 * read.
 */


#ifndef _CONTENTLIB_FETCH_H_INCLUDED_
#define _CONTENTLIB_FETCH_H_INCLUDED_


#include <tool/from/contentlib_address.h>
#include <tool/from/contentlib_from_page.h>


typedef struct {
    char                       root[CONTENTLIB_ADDRESS_ROOT];
    double                     pause;       /* between requests, in seconds */
    ngx_uint_t                 retries;
    ngx_uint_t                 timeout;     /* of a request, in seconds */
    uint64_t                   room;        /* most bytes of the page */
    contentlib_pages_t         pages;
    contentlib_from_page_t     page;

    uint64_t                   requests;
    uint64_t                   unchanged;   /* of the requests */

    CURL                      *curl;
    double                     next;        /* time of the next request */
    size_t                     received;
    size_t                     headers;     /* received, too */
    curl_off_t                 later;       /* Retry-After */
    unsigned                   answered:1;  /* at least once */
    char                       error[CURL_ERROR_SIZE];
                                            /* why there is no page */
} contentlib_fetch_t;


/* the first part is set */

void contentlib_fetch_open(contentlib_fetch_t *fetch);

/*
 * The page at hand into "page" and, not committed yet, into "pages".  NGX_OK,
 * or NGX_DECLINED: the page that has this tag is unchanged.
 */

ngx_int_t contentlib_fetch(contentlib_fetch_t *fetch, const char *address);

/* delays the next request, after "times" others; NGX_DECLINED if it is over */

ngx_int_t contentlib_fetch_delay(contentlib_fetch_t *fetch, ngx_uint_t times);


#endif /* _CONTENTLIB_FETCH_H_INCLUDED_ */
