
/*
 * Copyright (C) contentlib authors
 *
 * Asks a service for a page: at a rate, again after failures, and along
 * redirects.  The body goes to the reader of the page and to the database
 * while it arrives.
 */


#ifndef _CONTENTLIB_FROM_FETCH_H_INCLUDED_
#define _CONTENTLIB_FROM_FETCH_H_INCLUDED_


#include <tool/from/contentlib_from_page.h>
#include <tool/from/contentlib_from_pages.h>

#include <curl/curl.h>


typedef struct {
    const char                *root;
    double                     rate;        /* requests a second, 0: any */
    ngx_uint_t                 retries;
    ngx_uint_t                 timeout;     /* of a request, in seconds */
    uint64_t                   room;        /* bytes that may yet be stored */
    contentlib_from_pages_t   *pages;
    contentlib_from_page_t    *page;
    contentlib_message_t      *message;

    uint64_t                   requests;
    uint64_t                   unchanged;   /* of the requests */
    char                       tag[CONTENTLIB_FROM_TAG + 1];  /* or empty */

    CURL                      *curl;
    const char                *address;     /* of the page */
    double                     next;        /* time of the next request */
    long                       status;
    size_t                     received;
    unsigned                   answered:1;  /* at least once */
    unsigned                   full:1;      /* there is no room */
    char                       reason[CURL_ERROR_SIZE + 64];
    char                       error[CURL_ERROR_SIZE];
} contentlib_from_fetch_t;


/* the first part is set; contentlib_from_fetch_close() is to follow */

ngx_int_t contentlib_from_fetch_open(contentlib_from_fetch_t *fetch);
void contentlib_from_fetch_close(contentlib_from_fetch_t *fetch);

/*
 * The page of an address into "page" and, not committed yet, into "pages".
 * NGX_OK; NGX_DECLINED: the page that has this tag, which may be empty, is
 * unchanged; or NGX_ERROR with the message set.
 */

ngx_int_t contentlib_from_fetch(contentlib_from_fetch_t *fetch,
    const char *address, const char *tag);

/* waits before attempt "times"; NGX_DECLINED if there were enough */

ngx_int_t contentlib_from_fetch_wait(contentlib_from_fetch_t *fetch,
    ngx_uint_t times, double seconds);


#endif /* _CONTENTLIB_FROM_FETCH_H_INCLUDED_ */
