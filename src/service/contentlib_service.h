
/*
 * Copyright (C) contentlib authors
 *
 * One request answered, no web server in sight.
 */


#ifndef _CONTENTLIB_SERVICE_H_INCLUDED_
#define _CONTENTLIB_SERVICE_H_INCLUDED_


#include <service/contentlib_answer.h>
#include <service/contentlib_source.h>


typedef enum {
    CONTENTLIB_GET = 0,                     /* HEAD, too */
    CONTENTLIB_OPTIONS,
    CONTENTLIB_OTHER
} contentlib_method_e;


/* a request as the web server has it; the strings live as long as the pool */

typedef struct {
    contentlib_source_t     *source;
    ngx_pool_t              *pool;
    ngx_log_t               *log;

    contentlib_method_e      method;
    ngx_str_t                method_name;
    ngx_str_t                path;          /* below the root, decoded */
    ngx_str_t                query;
    ngx_str_t                accept;        /* data is NULL if absent */
    ngx_str_t                if_none_match;
    unsigned                 unroutable:1;  /* the path is none of ours */
    unsigned                 unslashed:1;   /* the root without its slash */
    unsigned                 bad_media_url:1;
    unsigned                 gzip:1;        /* is offered */
    unsigned                 gzip_accepted:1;

    contentlib_view_t        view;          /* without data: a base URL is
                                               not valid, a media URL is that
                                               of the library */
    contentlib_paging_t      paging;
    uint64_t                 timeout;       /* milliseconds */
} contentlib_input_t;


/*
 * Fills in the answer; without memory for any, one that needs none.  What
 * fails is logged here, and nowhere else.
 */

void contentlib_service_answer(contentlib_input_t *input,
    contentlib_answer_t *answer);


#endif /* _CONTENTLIB_SERVICE_H_INCLUDED_ */
