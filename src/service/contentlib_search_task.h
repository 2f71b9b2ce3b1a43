
/*
 * Copyright (C) contentlib authors
 *
 * A search with all that it needs to run in a thread: copies of its values, a
 * pool, and the second connection of its generation.  While it runs, the
 * thread owns them and uses nothing else; before and afterwards the event loop
 * owns them.
 */


#ifndef _CONTENTLIB_SEARCH_TASK_H_INCLUDED_
#define _CONTENTLIB_SEARCH_TASK_H_INCLUDED_


#include <library/contentlib_filter.h>
#include <library/contentlib_records.h>
#include <library/contentlib_relevance.h>
#include <library/contentlib_suggestions.h>
#include <library/contentlib_tag_order.h>
#include <service/contentlib_generation.h>


#define CONTENTLIB_SEARCH_TASK_POOL  4096


/* what is searched for */

typedef struct {
    contentlib_list_e          list;        /* CONTENTLIB_LISTS: suggestions */
    contentlib_filter_t        filter;      /* of items */
    ngx_str_t                  text;        /* see contentlib_relevance.h;
                                               of tags; for suggestions */
    contentlib_tag_order_e     order;       /* of tags: the set has places */
    ngx_uint_t                 limit;       /* of suggestions */
} contentlib_search_args_t;


/* what was found; it lives until the function that takes it returns */

typedef struct {
    contentlib_set_t          *tiers[CONTENTLIB_RELEVANCE_TIERS];
    uint64_t                   count[CONTENTLIB_RELEVANCE_TIERS];
    ngx_uint_t                 n;           /* tiers; 0: suggestions */
    ngx_array_t               *suggestions;
} contentlib_search_result_t;


typedef struct {
    ngx_queue_t                   queue;    /* of tasks */
    ngx_queue_t                   waiters;  /* the queue's */
    contentlib_generation_t      *generation;
    ngx_pool_t                   *pool;     /* of the thread while it runs */
    contentlib_cache_key_t        key;
    contentlib_search_args_t      args;
    uint64_t                      started;

    /* set by the event loop, read by the thread */

    ngx_atomic_t                  cancelled;
    const volatile sig_atomic_t  *terminated;

    /* written by the thread */

    contentlib_search_result_t    result;
    contentlib_db_error_t         error;
} contentlib_search_task_t;


/* the digest of the arguments: equal searches of a library have equal keys */

void contentlib_search_task_key(const contentlib_search_args_t *args,
    contentlib_cache_key_t *key);

/* holds the generation; NULL if there is no memory */

contentlib_search_task_t *contentlib_search_task_create(
    contentlib_generation_t *generation, const contentlib_search_args_t *args,
    const contentlib_cache_key_t *key);
void contentlib_search_task_destroy(contentlib_search_task_t *task);

/* in the thread: leaves a result, or an error */

void contentlib_search_task_run(contentlib_search_task_t *task);

/*
 * Searches on a connection, which has a deadline or is cancelled; the result
 * is in the pool.  NGX_OK, or NGX_ERROR with the error in the connection.
 */

ngx_int_t contentlib_search_task_search(contentlib_db_t *db,
    const contentlib_search_args_t *args, ngx_pool_t *pool,
    contentlib_search_result_t *result);

/* puts the tiers into the cache of the generation */

void contentlib_search_task_store(contentlib_generation_t *generation,
    const contentlib_cache_key_t *key,
    const contentlib_search_result_t *result);


#endif /* _CONTENTLIB_SEARCH_TASK_H_INCLUDED_ */
