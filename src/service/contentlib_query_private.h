
/*
 * Copyright (C) contentlib authors
 *
 * What contentlib_query.c and contentlib_query_run.c share; nobody else
 * includes this file.
 */


#ifndef _CONTENTLIB_QUERY_PRIVATE_H_INCLUDED_
#define _CONTENTLIB_QUERY_PRIVATE_H_INCLUDED_


#include <service/contentlib_query.h>
#include <service/contentlib_endpoints.h>


/* in the pool of the request */

struct contentlib_query_s {
    contentlib_input_t          *input;
    const contentlib_request_t  *request;
    contentlib_answer_t         *answer;
    uint64_t                     start;     /* microseconds */
    uint64_t                     began;     /* went on last */
    uint64_t                     now;       /* the same in milliseconds */
    ngx_uint_t                   attempt;

    /* of the attempt */

    contentlib_generation_t     *generation;  /* held, or NULL */
    contentlib_view_t            view;
    ngx_str_t                    key;
    contentlib_job_t             job;
    unsigned                     waiting:1;
};


/*
 * Asks the generation; or goes on after it has waited.  NGX_OK, NGX_AGAIN, or
 * NGX_ERROR, with the error of the generation's library, mostly.
 */

ngx_int_t contentlib_query_run(contentlib_query_t *query);
ngx_int_t contentlib_query_load(contentlib_query_t *query);


#endif /* _CONTENTLIB_QUERY_PRIVATE_H_INCLUDED_ */
