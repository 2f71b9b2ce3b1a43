
/*
 * Copyright (C) contentlib authors
 *
 * A search as a task: it runs from start to end on a connection of its
 * generation, which is the second one in a thread.  While it runs, it uses this
 * connection, its pool and the strings of its request, which waits, and nobody
 * else uses the connection or the pool.
 */


#ifndef _CONTENTLIB_TASK_H_INCLUDED_
#define _CONTENTLIB_TASK_H_INCLUDED_


#include <library/contentlib_filter.h>
#include <library/contentlib_records.h>
#include <library/contentlib_suggestions.h>
#include <service/contentlib_source.h>


/* belongs to a request; zeroed, then the owner sets the first members */

typedef struct {
    contentlib_list_e          list;        /* CONTENTLIB_LISTS: suggestions */
    ngx_uint_t                 limit;       /* of suggestions */
    const ngx_str_t           *values;      /* CONTENTLIB_VALUES of them */
    contentlib_generation_t   *generation;  /* held by the owner */
    uint64_t                   deadline;    /* of contentlib_db_clock() */

    contentlib_cache_key_t     key;         /* of the matches */
    ngx_pool_t                *pool;        /* NULL until it runs */

    /* the error, or what was found */

    contentlib_error_t         error;
    ngx_str_t                  matches;     /* as they are cached: the tiers,
                                               one after the other */
    ngx_array_t               *suggestions;     /* or NULL */

    ngx_atomic_t               finished;    /* written last */
} contentlib_task_t;


/* sets the key; equal searches of a library have equal keys */

void contentlib_task_key(contentlib_task_t *task);

/* runs it until its deadline; this is what may be called in a thread */

void contentlib_task_run(contentlib_task_t *task, contentlib_db_t *db);

/* true after that; what the task has written can be read then */

#define contentlib_task_finished(task)                                        \
    (__atomic_load_n(&(task)->finished, __ATOMIC_ACQUIRE) != 0)

/* counts a search that has finished, and stores its matches in the cache */

void contentlib_task_store(contentlib_task_t *task);

/* frees what was found by a task that has a pool; not while it runs */

void contentlib_task_free(contentlib_task_t *task);


#endif /* _CONTENTLIB_TASK_H_INCLUDED_ */
