
/*
 * Copyright (C) contentlib authors
 *
 * Requests to a service: at a rate, with the headers of the user, and with
 * limits for what comes back.  Bodies go to a file.
 *
 * Owner: whoever opened it; contentlib_fetch_close() frees everything.
 */


#ifndef _CONTENTLIB_FETCH_H_INCLUDED_
#define _CONTENTLIB_FETCH_H_INCLUDED_


#include <tool/contentlib_commands.h>

#include <curl/curl.h>


typedef struct {
    double                     pause;       /* between requests, in seconds */
    double                     next;        /* time of the next request */
    ngx_uint_t                 retries;
    uint64_t                   requests;
    CURL                      *curl;
    struct curl_slist         *headers;
    ngx_uint_t                 reached;     /* the service, once */

    /* of the address at hand */

    char                       name[CONTENTLIB_QUOTE_SIZE];
    ngx_uint_t                 attempts;
    FILE                      *file;        /* for the body; or NULL */
    const char                *path;        /* of the file, for messages */

    /* of the last attempt */

    long                       status;
    curl_off_t                 later;       /* Retry-After, in seconds */
    size_t                     received;    /* bytes of headers */
    size_t                     len;         /* bytes of the body */
    char                       error[CONTENTLIB_MESSAGE_SIZE];
} contentlib_fetch_t;


/* fails if an option is not valid */

void contentlib_fetch_open(contentlib_fetch_t *fetch,
    const contentlib_options_t *options);
void contentlib_fetch_close(contentlib_fetch_t *fetch);

/* the address at hand */

void contentlib_fetch_begin(contentlib_fetch_t *fetch, const char *address);

/*
 * One attempt, whose body is written to the file.  NGX_OK: it is that of a
 * response with status 200.  Else "error" says why there is none: NGX_AGAIN if
 * there may be one later, or NGX_ERROR.
 */

ngx_int_t contentlib_fetch(contentlib_fetch_t *fetch);

/* delays the next attempt; fails with "error" if there were enough */

void contentlib_fetch_again(contentlib_fetch_t *fetch);

/* an option, which is a whole number if "least" is; NULL is "otherwise" */

double contentlib_fetch_number(const char *name, const char *text,
    double least, double most, double otherwise);


#endif /* _CONTENTLIB_FETCH_H_INCLUDED_ */
