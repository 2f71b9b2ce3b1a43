
/*
 * Copyright (C) contentlib authors
 *
 * Times as of ISO 8601, UTC, years 1 to 9999.
 */


#ifndef _CONTENTLIB_TIME_H_INCLUDED_
#define _CONTENTLIB_TIME_H_INCLUDED_


#include <ngx_config.h>
#include <ngx_core.h>


/* room for the text of a time */

#define CONTENTLIB_TIME_SIZE   64

/* the years 1 to 9999, in seconds */

#define CONTENTLIB_TIME_FIRST  -62135596800
#define CONTENTLIB_TIME_LAST   253402300799


/*
 * YYYY-MM-DDTHH:MM:SSZ, or an offset such as +02:00 in place of Z, with up to
 * nine digits of a fraction, to microseconds since the epoch.  The text ends in
 * a zero byte.  NGX_ERROR if it is something else or no day of a calendar.
 */

ngx_int_t contentlib_time_parse(const ngx_str_t *text, int64_t *time);

/* the text of a time; the fraction only if it is not zero */

ngx_str_t contentlib_time_format(int64_t time, char to[CONTENTLIB_TIME_SIZE]);


#endif /* _CONTENTLIB_TIME_H_INCLUDED_ */
