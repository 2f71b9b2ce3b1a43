
/*
 * Copyright (C) contentlib authors
 *
 * A request, understood and acceptable, answered out of the library.
 */


#ifndef _CONTENTLIB_QUERY_H_INCLUDED_
#define _CONTENTLIB_QUERY_H_INCLUDED_


#include <service/contentlib_service.h>


/*
 * NGX_OK; NGX_AGAIN, with the query in the input, to be continued when it was
 * woken; or NGX_ERROR if there was no memory for any answer.
 */

ngx_int_t contentlib_query_answer(contentlib_input_t *input,
    const contentlib_request_t *request, contentlib_answer_t *answer);
ngx_int_t contentlib_query_continue(contentlib_query_t *query);


#endif /* _CONTENTLIB_QUERY_H_INCLUDED_ */
