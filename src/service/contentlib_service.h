
/*
 * Copyright (C) contentlib authors
 *
 * Answers one request, independently of the web server.
 */


#ifndef _CONTENTLIB_SERVICE_H_INCLUDED_
#define _CONTENTLIB_SERVICE_H_INCLUDED_


#include <library/contentlib_records.h>
#include <service/contentlib_answer.h>
#include <service/contentlib_source.h>
#include <service/contentlib_task.h>


typedef enum {
    CONTENTLIB_GET = 0,                     /* HEAD, too */
    CONTENTLIB_OPTIONS,
    CONTENTLIB_OTHER
} contentlib_method_e;


typedef struct contentlib_input_s  contentlib_input_t;
typedef struct contentlib_query_s  contentlib_query_t;


/*
 * The request as it comes from the web server.  The structure and its strings
 * live as long as the pool.
 */

struct contentlib_input_s {
    contentlib_source_t     *source;
    ngx_pool_t              *pool;
    ngx_log_t               *log;
    contentlib_in_flight_t  *connection;    /* of the client */

    contentlib_method_e      method;
    ngx_str_t                method_name;
    ngx_str_t                path;          /* below the root, decoded */
    ngx_str_t                args;          /* the query string */
    ngx_str_t                accept;        /* data is NULL if absent */
    ngx_str_t                if_none_match;
    unsigned                 unroutable:1;  /* the path is none of ours */
    unsigned                 unslashed:1;   /* the root without its slash */
    unsigned                 bad_url:1;     /* the base or the media URL */
    unsigned                 head:1;        /* only the header is wanted */
    unsigned                 gzip:1;        /* is offered */
    unsigned                 gzip_accepted:1;

    contentlib_view_t        view;          /* the media URL may have no data:
                                               the library's is used */
    contentlib_paging_t      paging;
    uint64_t                 deadline;      /* of contentlib_db_clock() */

    /*
     * Runs a search in a thread: NGX_AGAIN, NGX_DECLINED if it must run on the
     * event loop, NGX_BUSY if too many searches are waiting, or NGX_ERROR if
     * the thread pool is full.  NULL declines.
     */

    ngx_int_t              (*search)(void *data, contentlib_task_t *task);
    void                    *data;

    /*
     * Makes the preview of a record, which is stored in the cache: NGX_OK,
     * NGX_DECLINED if the record is not valid, or NGX_ERROR if there is no
     * memory.  NULL: the body is the record.
     */

    ngx_int_t              (*preview)(const contentlib_input_t *input,
                                      const ngx_str_t *record,
                                      const contentlib_neighbours_t *items,
                                      ngx_str_t *preview);

    contentlib_query_t      *query;         /* that waits for its search */
};


/*
 * Fills in the answer.  If memory is short, the answer is a constant 503.
 * Failures of a library are logged here.
 *
 * NGX_OK; or NGX_AGAIN if "search" has returned it.  Then the second function
 * goes on, when the search has finished, when it is the turn of the search, or
 * when the deadline has passed before.
 */

ngx_int_t contentlib_service_answer(contentlib_input_t *input,
    contentlib_answer_t *answer);
ngx_int_t contentlib_service_resume(contentlib_input_t *input);

/*
 * 1 if the client prefers a page for people to any answer of the API: the
 * method is GET or HEAD, and no other format is requested.
 */

ngx_uint_t contentlib_service_explorer(const contentlib_input_t *input);


/*
 * The answer with the preview of the record at the address, or with the error
 * that there is none, whatever the client accepts.  Without a status, it is the
 * address of a list.
 */

void contentlib_service_preview(contentlib_input_t *input,
    contentlib_answer_t *answer);

/*
 * The answer with the first page of the items of the collection or the tag at
 * the address.  Without a status, it is the address of an item.
 */

void contentlib_service_items(const contentlib_input_t *input,
    contentlib_answer_t *answer);


#endif /* _CONTENTLIB_SERVICE_H_INCLUDED_ */
