
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
 * A time of ISO 8601 with a zone, to microseconds since the epoch.
 *
 * The date is one of the calendar, of a week or of the year: 2024-05-01,
 * 2024-W18-3 or 2024-122.  "T", "t" or a blank follows, then hours, minutes and
 * seconds, of which the last ones may be missing, with up to nine digits of a
 * fraction of the last number behind a point or a comma, and then "Z", "z" or
 * an offset.  Hyphens and colons may be missing: 20240501T120000+0200.
 *
 * The text ends in a zero byte.  NGX_ERROR if it is something else, a leap
 * second, no day of a calendar, or not in the years 1 to 9999.
 */

ngx_int_t contentlib_time_parse(const ngx_str_t *text, int64_t *time);

/* the text of a time; the fraction only if it is not zero */

ngx_str_t contentlib_time_format(int64_t time, char to[CONTENTLIB_TIME_SIZE]);


#endif /* _CONTENTLIB_TIME_H_INCLUDED_ */
