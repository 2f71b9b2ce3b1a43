
/*
 * Copyright (C) contentlib authors
 *
 * One request of HTTP and what came of it, over a connection that is kept.
 */


#ifndef _CONTENTLIB_FETCH_HTTP_H_INCLUDED_
#define _CONTENTLIB_FETCH_HTTP_H_INCLUDED_


#include <tool/contentlib_fetch.h>

#include <curl/curl.h>


typedef struct {
    CURL                     *curl;
    u_char                   *data;         /* of the body, kept */
    size_t                    size;
    unsigned                  answered:1;   /* anything, ever */

    /* of the last request */

    ngx_str_t                 body;
    long                      status;
    long                      retry_after;  /* seconds, 0 if not said */
    char                      tag[CONTENTLIB_FETCH_TAG + 1];
    const char               *location;     /* NULL if it is no redirect */
    const char               *fault;        /* why there is no answer */
    char                      reason[CURL_ERROR_SIZE];
    unsigned                  large:1;
} contentlib_fetch_http_t;


/* "timeout" is for a request as a whole, in seconds */

ngx_int_t contentlib_fetch_http_open(contentlib_fetch_http_t *http,
    ngx_uint_t timeout, contentlib_message_t *message);
void contentlib_fetch_http_close(contentlib_fetch_http_t *http);

/*
 * Asks with If-None-Match if there is a tag.  NGX_OK: there is an answer,
 * which lives until the next request.  NGX_AGAIN: there is none, but may be
 * one later.  NGX_DECLINED: there will be none.
 */

ngx_int_t contentlib_fetch_http_get(contentlib_fetch_http_t *http,
    const char *address, const char *tag);

/* one of unknown length, or in gzip, may have been cut and nobody tell it */

ngx_uint_t contentlib_fetch_http_whole(contentlib_fetch_http_t *http);


#endif /* _CONTENTLIB_FETCH_HTTP_H_INCLUDED_ */
