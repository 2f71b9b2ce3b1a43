
/*
 * Copyright (C) contentlib authors
 *
 * Asks a service for a page: at a rate, again after failures, and along
 * redirects.  The body goes to the reader of the page and to the database
 * while it arrives.
 */


#ifndef _CONTENTLIB_FETCH_H_INCLUDED_
#define _CONTENTLIB_FETCH_H_INCLUDED_


#include <tool/from/contentlib_from_page.h>
#include <tool/from/contentlib_pages.h>

#include <curl/curl.h>


typedef struct {
    char                      *root;
    double                     rate;        /* requests a second, 0: any */
    ngx_uint_t                 retries;
    ngx_uint_t                 timeout;     /* of a request, in seconds */
    uint64_t                   room;        /* bytes that may yet be stored */
    contentlib_pages_t         pages;
    contentlib_from_page_t          page;
    contentlib_message_t      *message;

    uint64_t                   requests;
    uint64_t                   unchanged;   /* of the requests */
    char                       tag[CONTENTLIB_PAGES_TAG + 1];  /* or empty */

    CURL                      *curl;
    const char                *address;     /* of the page */
    double                     next;        /* time of the next request */
    ngx_uint_t                 parts;
    size_t                     received;
    curl_off_t                 later;       /* Retry-After */
    unsigned                   answered:1;  /* at least once */
    char                       error[CURL_ERROR_SIZE];
    contentlib_message_t       reason;      /* why there is no page */
} contentlib_fetch_t;


/* the first part is set; contentlib_fetch_close() is to follow */

ngx_int_t contentlib_fetch_open(contentlib_fetch_t *fetch);
void contentlib_fetch_close(contentlib_fetch_t *fetch);

/*
 * The page of an address into "page" and, not committed yet, into "pages".
 * NGX_OK; NGX_DECLINED: the page that has this tag, which may be empty, is
 * unchanged; or NGX_ERROR with the message set.
 */

ngx_int_t contentlib_fetch(contentlib_fetch_t *fetch, const char *address,
    const char *tag);

/* undoes what is not committed, and begins to read a page */

ngx_int_t contentlib_fetch_begin(contentlib_fetch_t *fetch,
    const char *address);

/* waits before attempt "times"; NGX_DECLINED if there were enough */

ngx_int_t contentlib_fetch_wait(contentlib_fetch_t *fetch, ngx_uint_t times);


#endif /* _CONTENTLIB_FETCH_H_INCLUDED_ */
