
/*
 * Copyright (C) contentlib authors
 *
 * Passes that take longer than a moment: they run in slices, in turns, so that
 * other requests are served in between, and requests that need the same pass
 * wait for one and the same.
 *
 * A work is the scheduler's as long as anybody waits for it.  It has a pool of
 * its own and holds its generation.
 */


#ifndef _CONTENTLIB_WORK_H_INCLUDED_
#define _CONTENTLIB_WORK_H_INCLUDED_


#include <library/contentlib_filter.h>
#include <service/contentlib_generation.h>
#include <service/contentlib_scheduler.h>


/* runs some of the works that wait, for the share of a turn */

void contentlib_work_turn(contentlib_scheduler_t *scheduler);

/*
 * Waits for the pass with the key over a generation: joins one that is under
 * way, or begins one.  "name" is that of a list of tags, or empty: the filter
 * is that of a list of items.  Values are copied.
 *
 * NGX_OK if it is done, NGX_AGAIN if the waiter will be woken, NGX_DECLINED
 * if too many are under way, NGX_ERROR if there is no memory.  The waiter
 * stays with the work until it leaves, which it must before its memory goes.
 */

ngx_int_t contentlib_work_wait(contentlib_scheduler_t *scheduler,
    contentlib_generation_t *generation, const contentlib_cache_key_t *key,
    const contentlib_filter_t *filter, const ngx_str_t *name,
    contentlib_waiter_t *waiter);

/* whatever it waits for, or for nothing */

void contentlib_work_leave(contentlib_waiter_t *waiter);

/* of a work that is done: what matched, or NULL and how it failed */

const contentlib_set_t *contentlib_work_set(const contentlib_work_t *work,
    contentlib_db_error_t *error);
unsigned contentlib_work_done(const contentlib_work_t *work);


#endif /* _CONTENTLIB_WORK_H_INCLUDED_ */
