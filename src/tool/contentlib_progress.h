
/*
 * Copyright (C) contentlib authors
 *
 * One line on a terminal that says how far something is.
 */


#ifndef _CONTENTLIB_PROGRESS_H_INCLUDED_
#define _CONTENTLIB_PROGRESS_H_INCLUDED_


#include <ngx_config.h>
#include <ngx_core.h>


typedef struct {
    const char               *what;         /* "reading" */
    uint64_t                  total;        /* 0 if it is not known */
    uint64_t                  calls;
    double                    started;      /* seconds */
    double                    shown;
    unsigned                  enabled:1;
} contentlib_progress_t;


/* nothing is ever shown if the standard error is no terminal */

void contentlib_progress_init(contentlib_progress_t *progress,
    ngx_uint_t quiet);

/* the next part; "total" is what "done" will be in the end */

void contentlib_progress_begin(contentlib_progress_t *progress,
    const char *what, uint64_t total);
void contentlib_progress_show(contentlib_progress_t *progress,
    uint64_t records, uint64_t done);

/* wipes the line */

void contentlib_progress_end(contentlib_progress_t *progress);

/* seconds of a clock that is never set */

double contentlib_progress_now(void);


#endif /* _CONTENTLIB_PROGRESS_H_INCLUDED_ */
