
/*
 * Copyright (C) contentlib authors
 *
 * One line on a terminal that says how far something is.
 */


#ifndef _CONTENTLIB_PROGRESS_H_INCLUDED_
#define _CONTENTLIB_PROGRESS_H_INCLUDED_


#include <ngx_config.h>
#include <ngx_core.h>


/* before this, and if the standard error is no terminal, nothing is shown */

void contentlib_progress_enable(void);

/*
 * The next part, such as "reading"; "total" is what "done" will be in the end,
 * or 0 if that is not known.
 */

void contentlib_progress_begin(const char *what, uint64_t total);
void contentlib_progress_show(uint64_t records, uint64_t done);

/* wipes the line */

void contentlib_progress_end(void);

/* seconds of a clock that is never set */

double contentlib_progress_now(void);


#endif /* _CONTENTLIB_PROGRESS_H_INCLUDED_ */
