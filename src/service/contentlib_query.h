
/*
 * Copyright (C) contentlib authors
 *
 * A request that is answered from a library: from the cache, or by reading.
 * A query is in the pool of the request.  While it waits for its search, other
 * queries use its connection.
 */


#ifndef _CONTENTLIB_QUERY_H_INCLUDED_
#define _CONTENTLIB_QUERY_H_INCLUDED_


#include <library/contentlib_records.h>
#include <service/contentlib_service.h>


typedef struct {
    ngx_str_t                     name;
    const char                   *title;
    const char                   *description;

    /* what is to be read: NGX_OK, NGX_AGAIN to be called again when the
       query goes on, NGX_ERROR; or NULL */
    ngx_int_t                   (*find)(contentlib_query_t *query);

    /* NGX_OK, NGX_DECLINED if there is no such record, or NGX_ERROR */
    ngx_int_t                   (*body)(contentlib_query_t *query,
                                        ngx_str_t *body);
    contentlib_list_e             list;
} contentlib_endpoint_t;


struct contentlib_query_s {
    contentlib_input_t          *input;
    const contentlib_request_t  *request;
    const contentlib_endpoint_t  *endpoint;
    contentlib_answer_t         *answer;
    ngx_pool_t                  *pool;      /* of the request */
    uint64_t                     start;     /* microseconds */

    contentlib_generation_t     *generation;  /* held, or NULL */
    contentlib_db_t             *db;
    contentlib_cache_t          *cache;     /* NULL: nothing is cached */
    contentlib_view_t            view;
    contentlib_cache_key_t       key;       /* of the answer */
    contentlib_task_t            task;      /* its search */

    uint64_t                     count;     /* of all matches */
    uint64_t                    *positions;  /* of the records to answer */
    ngx_uint_t                   n;
    contentlib_json_t            json;      /* the tree of the body */

    unsigned                     store:1;   /* the answer goes to the cache */
};


/*
 * NGX_OK; NGX_AGAIN, with the query in the input, to go on as
 * contentlib_service.h says; or NGX_ERROR if there was no memory for any
 * answer.
 */

ngx_int_t contentlib_query_begin(contentlib_input_t *input,
    const contentlib_request_t *request,
    const contentlib_endpoint_t *endpoint, contentlib_answer_t *answer);
ngx_int_t contentlib_query_resume(contentlib_query_t *query);

/*
 * For the endpoints of records, in contentlib_page.c, and for searches.
 *
 * Count and positions, or the suggestions: NGX_OK, NGX_AGAIN to be called
 * again, or NGX_ERROR.
 */

ngx_int_t contentlib_page_find(contentlib_query_t *query);

/*
 * A page of the list, in its envelope; the record of the address; or the
 * suggestions.  NGX_OK, NGX_DECLINED if there is no such record, or NGX_ERROR.
 * A record that the client has already is looked up and has no body.
 */

ngx_int_t contentlib_page_list(contentlib_query_t *query, ngx_str_t *body);
ngx_int_t contentlib_page_record(contentlib_query_t *query, ngx_str_t *body);
ngx_int_t contentlib_page_suggestions(contentlib_query_t *query,
    ngx_str_t *body);


#endif /* _CONTENTLIB_QUERY_H_INCLUDED_ */
