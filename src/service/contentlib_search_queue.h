
/*
 * Copyright (C) contentlib authors
 *
 * The searches of a worker.  A search runs on the event loop first; all such
 * attempts in one turn of the event loop share a millisecond.  A search that
 * does not finish goes to a thread, which runs one search at a time, first
 * come, first served.  Equal searches share a task.
 *
 * Pages share 200 microseconds of each turn, so that clients of pages do not
 * delay single records, which are always read at once.  Further pages wait for
 * the next turn.
 *
 * All functions are called on the event loop.
 */


#ifndef _CONTENTLIB_SEARCH_QUEUE_H_INCLUDED_
#define _CONTENTLIB_SEARCH_QUEUE_H_INCLUDED_


#include <library/contentlib_filter.h>
#include <library/contentlib_records.h>
#include <library/contentlib_suggestions.h>
#include <service/contentlib_generation.h>

#include <ngx_event.h>


#define CONTENTLIB_SEARCH_QUEUE_ATTEMPT  1000   /* microseconds of a turn */
#define CONTENTLIB_SEARCH_QUEUE_MAX      64     /* tasks that wait */
#define CONTENTLIB_SEARCH_QUEUE_PAGE     200    /* microseconds of a turn */


/* what is searched for, and its key */

typedef struct {
    contentlib_list_e          list;        /* CONTENTLIB_LISTS: suggestions */
    ngx_uint_t                 limit;       /* of suggestions */
    ngx_str_t                  values[CONTENTLIB_VALUES];
    contentlib_cache_key_t     key;
} contentlib_search_args_t;


/*
 * A search with all that it needs to run in a thread: copies of its values, a
 * pool, and the second connection of its generation.  While it runs, the
 * thread owns them and uses nothing else; before and afterwards the event loop
 * owns them.  What was found lives until the last waiter has left.
 */

typedef struct {
    ngx_queue_t                   queue;    /* of tasks */
    ngx_queue_t                   waiters;  /* the queue's */
    contentlib_generation_t      *generation;
    ngx_pool_t                   *pool;     /* of the thread while it runs */
    contentlib_search_args_t      args;
    uint64_t                      started;
    unsigned                      done:1;   /* and not in the queue */

    ngx_atomic_t                  cancelled;    /* by the event loop */

    /* written by the thread: the error, or what was found */

    contentlib_error_t            error;
    ngx_str_t                     matches;  /* as they are cached: the tiers,
                                               one after the other */
    ngx_array_t                  *suggestions;  /* or NULL */
    ngx_atomic_t                  finished;
} contentlib_search_task_t;


/* a request that waits for a task or for a turn; in its pool, zeroed */

typedef struct {
    ngx_queue_t                queue;       /* of the waiters of the task */
    contentlib_search_task_t  *task;        /* NULL: waits for none */
    ngx_rbtree_node_t          page;        /* among the pages */
    uint64_t                   due;         /* milliseconds; 0: never waited */

    void                     (*wake)(void *data);   /* the wait is over */
    void                      *data;

    unsigned                   paused:1;    /* is among the pages */
} contentlib_search_waiter_t;


/* belongs to a worker; zeroed */

typedef struct {
    contentlib_search_task_t  *running;     /* the first one, or NULL */
    ngx_queue_t                tasks;
    ngx_uint_t                 n;           /* tasks that wait */
    ngx_rbtree_t               pages;       /* waiters of paused pages */
    ngx_rbtree_node_t          sentinel;    /* of pages */
    uint64_t                   spent;       /* microseconds of this turn */
    uint64_t                   reading;     /* those spent on pages */
    uint64_t                   average;     /* microseconds of a task */

    /*
     * Runs contentlib_search_task_run() in a thread, and afterwards
     * contentlib_search_queue_done() on the event loop; returns NGX_OK or
     * NGX_ERROR.  NULL: there are no threads, and each search runs on the
     * event loop until its deadline.
     */
    ngx_int_t                (*post)(void *data,
                                     contentlib_search_task_t *task);

    void                      *data;        /* of "post" */

    ngx_event_t                turn;        /* begins the next turn */
} contentlib_search_queue_t;


/* sets the key; equal searches of a library have equal keys */

void contentlib_search_task_key(const contentlib_generation_t *generation,
    contentlib_search_args_t *args);

/* in the thread: leaves a result, or an error */

void contentlib_search_task_run(contentlib_search_task_t *task);

/*
 * In a worker, before its event loop.  The queue is zeroed at first; while it
 * is not open, pages do not wait.
 */

void contentlib_search_queue_open(contentlib_search_queue_t *queue,
    ngx_log_t *log);

/*
 * Searches, until the deadline of the connection of the generation.  NGX_OK or
 * NGX_AGAIN: the waiter has a task, which is done, or will wake it, unless it
 * leaves first; NGX_DECLINED: the search could not be finished before the
 * deadline; NGX_ERROR, with the error in the connection.
 */

ngx_int_t contentlib_search_queue_run(contentlib_search_queue_t *queue,
    contentlib_generation_t *generation, const contentlib_search_args_t *args,
    contentlib_search_waiter_t *waiter);

/*
 * Asks for the time to read a page.  NGX_OK: now, and the time that it takes is
 * to be passed to contentlib_search_queue_read(); NGX_AGAIN: the waiter will be
 * woken to ask again, unless it leaves first.  It is woken as if it had come
 * "delay" milliseconds later.
 */

ngx_int_t contentlib_search_queue_page(contentlib_search_queue_t *queue,
    contentlib_search_waiter_t *waiter, uint64_t delay);
void contentlib_search_queue_read(contentlib_search_queue_t *queue,
    uint64_t microseconds);

/* ends the wait, if any; a task without waiters is cancelled or freed */

void contentlib_search_queue_leave(contentlib_search_queue_t *queue,
    contentlib_search_waiter_t *waiter);

void contentlib_search_queue_done(contentlib_search_queue_t *queue);

/* cancels the running task, waits until its thread has finished, frees all */

void contentlib_search_queue_close(contentlib_search_queue_t *queue);


#endif /* _CONTENTLIB_SEARCH_QUEUE_H_INCLUDED_ */
