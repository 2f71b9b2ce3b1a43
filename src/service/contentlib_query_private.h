
/*
 * Copyright (C) contentlib authors
 *
 * What contentlib_query.c and contentlib_query_run.c share; nobody else
 * includes this file.
 */


#ifndef _CONTENTLIB_QUERY_PRIVATE_H_INCLUDED_
#define _CONTENTLIB_QUERY_PRIVATE_H_INCLUDED_


#include <service/contentlib_query.h>


/* NGX_OK; or NGX_ERROR, with the error of the generation's library, mostly */

ngx_int_t contentlib_query_run(contentlib_input_t *input,
    contentlib_request_t *request, contentlib_generation_t *generation,
    contentlib_answer_t *answer);


#endif /* _CONTENTLIB_QUERY_PRIVATE_H_INCLUDED_ */
