
/*
 * Copyright (C) contentlib authors
 *
 * Unit programs: clients that wait for their turn, or for works over a library
 * of many tags.
 */


#ifndef _UNIT_WORKS_H_INCLUDED_
#define _UNIT_WORKS_H_INCLUDED_


#include <unit_clock.h>
#include <unit_library.h>
#include <service/contentlib_work.h>


#define SHARE    CONTENTLIB_SCHEDULER_SHARE
#define TAGS     4096
#define CLIENTS  2048
#define LATE     1                          /* a deadline that has passed */


typedef struct {
    contentlib_waiter_t             waiter;
    char                            letter;
    int64_t                         position;
    unsigned                        old:1;
    unsigned                        woken:1;
} client_t;


static contentlib_scheduler_t       scheduler;
static contentlib_generation_t     *generation;
static client_t                     clients[CLIENTS];

static ngx_uint_t                   posts;
static char                         woken[256];     /* letters, in order */


static inline void
wake(void *data)
{
    size_t     n;
    client_t  *client = data;

    n = strlen(woken);

    if (n < sizeof(woken) - 1) {
        woken[n] = client->letter;
        woken[n + 1] = '\0';
    }

    client->woken = 1;
}


static inline void
post(void *data)
{
    (void) data;

    posts++;
}


/* nobody waits, no time has been spent; and so many clients */

static inline void
start(ngx_uint_t n)
{
    ngx_uint_t  i;

    contentlib_scheduler_init(&scheduler);
    scheduler.post = post;

    for (i = 0; i < n; i++) {
        ngx_memzero(&clients[i], sizeof(client_t));
        clients[i].letter = (char) ('a' + i % 26);
        clients[i].waiter.deadline = UINT64_MAX;
        clients[i].waiter.wake = wake;
        clients[i].waiter.data = &clients[i];
    }

    woken[0] = '\0';
    posts = 0;
    tick = 0;
}


/* who has been woken since the last time, in order */

static inline ngx_str_t
wakes(void)
{
    ngx_str_t  letters;

    letters = unit_text(woken);
    woken[0] = '\0';

    return letters;
}


static inline ngx_uint_t
length(ngx_queue_t *queue)
{
    ngx_uint_t    n;
    ngx_queue_t  *q;

    n = 0;

    for (q = ngx_queue_head(queue);
         q != ngx_queue_sentinel(queue);
         q = ngx_queue_next(q))
    {
        n++;
    }

    return n;
}


/* the counters are right */

static inline void
consistent(void)
{
    hold(length(&scheduler.fresh) == scheduler.nfresh, "fresh: %lu",
         (unsigned long) scheduler.nfresh);
    hold(length(&scheduler.works) == scheduler.nworks, "works: %lu",
         (unsigned long) scheduler.nworks);
}


/* nobody is in the scheduler, and nothing is held */

static inline void
nothing_left(const char *name)
{
    consistent();
    (void) wakes();

    hold(scheduler.nfresh == 0 && scheduler.nworks == 0, "works");
    hold(ngx_queue_empty(&scheduler.ready), "waiters");
    hold(contentlib_scheduler_run(&scheduler) == NGX_OK, "a turn");
    hold(woken[0] == '\0', "woken: %s", woken);

    if (generation != NULL) {
        hold(generation->references == 1, "references: %lu",
             (unsigned long) generation->references);
        hold(unit_busy(generation->db) == 0, "a statement is busy");
    }

    (void) held("%s: nothing is left", name);
}


/* tags whose names are numbers: 0000, 0001, ... */

static inline contentlib_generation_t *
numbers(const char *file, size_t cache)
{
    ngx_str_t                 path;
    contentlib_db_error_t     error;
    contentlib_generation_t  *opened;

    path = unit_text(unit_path(file));
    unit_library_numbers(unit_path(file));

    opened = contentlib_generation_open(&path, cache, NULL, &error, &unit_log);

    if (opened == NULL) {
        unit_bail_out(file, error.text);
    }

    return opened;
}


#endif /* _UNIT_WORKS_H_INCLUDED_ */
