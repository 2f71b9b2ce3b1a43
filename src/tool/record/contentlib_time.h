
/*
 * Copyright (C) contentlib authors
 *
 * Times as of ISO 8601, UTC, years 1 to 9999.
 */


#ifndef _CONTENTLIB_TIME_H_INCLUDED_
#define _CONTENTLIB_TIME_H_INCLUDED_


#include <ngx_config.h>
#include <ngx_core.h>


/*
 * YYYY-MM-DDTHH:MM:SSZ with up to six digits of a fraction, to microseconds
 * since the epoch.  NGX_ERROR if it is something else or no day of a calendar.
 */

ngx_int_t contentlib_time_parse(const ngx_str_t *text, int64_t *time);


#endif /* _CONTENTLIB_TIME_H_INCLUDED_ */
