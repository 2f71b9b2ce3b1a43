
/*
 * Copyright (C) contentlib authors
 *
 * What contentlib_work.c and contentlib_work_run.c share; nobody else includes
 * this file.
 */


#ifndef _CONTENTLIB_WORK_PRIVATE_H_INCLUDED_
#define _CONTENTLIB_WORK_PRIVATE_H_INCLUDED_


#include <service/contentlib_work.h>


struct contentlib_work_s {
    ngx_queue_t                queue;       /* in the scheduler */
    ngx_queue_t                waiters;     /* until it or they are done */
    ngx_uint_t                 nwaiters;
    uint64_t                   deadline;    /* of the last of them */

    contentlib_scheduler_t    *scheduler;
    contentlib_generation_t   *generation;
    ngx_pool_t                *pool;
    contentlib_cache_key_t     key;
    contentlib_filter_t        filter;      /* the pass refers to the values */
    ngx_str_t                  name;
    contentlib_pass_t         *pass;
    ngx_uint_t                 rows;        /* of a step */

    contentlib_db_error_t      error;
    unsigned                   fresh:1;
    unsigned                   done:1;
};


/* runs at least one step, and more until the time, in microseconds */

void contentlib_work_run(contentlib_work_t *work, uint64_t until);

/* puts one that has run and is not done among its like, if there is room */

void contentlib_work_older(contentlib_work_t *work);

/* takes it out of the scheduler's queue */

void contentlib_work_dequeue(contentlib_work_t *work);


#endif /* _CONTENTLIB_WORK_PRIVATE_H_INCLUDED_ */
