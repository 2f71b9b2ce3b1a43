
/*
 * Copyright (C) contentlib authors
 *
 * Unit programs: a clock that each reading advances by "tick" microseconds.
 */


#ifndef _UNIT_CLOCK_H_INCLUDED_
#define _UNIT_CLOCK_H_INCLUDED_


#include <stdint.h>
#include <time.h>


static uint64_t  now = 1000000;
static uint64_t  tick;


int
clock_gettime(clockid_t clock, struct timespec *time)
{
    (void) clock;

    now += tick;

    time->tv_sec = (time_t) (now / 1000000);
    time->tv_nsec = (long) (now % 1000000) * 1000;

    return 0;
}


#endif /* _UNIT_CLOCK_H_INCLUDED_ */
