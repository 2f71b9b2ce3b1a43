
/*
 * Copyright (C) contentlib authors
 *
 * Included before each source for "make coverage", so that a process that ends
 * by _exit() or a signal also writes its counters.
 */


#ifndef _COVERAGE_EXIT_H_INCLUDED_
#define _COVERAGE_EXIT_H_INCLUDED_


/* as in nginx, before the first header */

#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#ifndef _FILE_OFFSET_BITS
#define _FILE_OFFSET_BITS  64
#endif

#include <signal.h>
#include <unistd.h>


void __gcov_dump(void);

/* in a program whose calls fail: from now on, no call fails */

void coverage_spare(void) __attribute__((weak));


static void __attribute__((destructor))
coverage_begin_exit(void)
{
    if (coverage_spare) {
        coverage_spare();
    }
}


static inline void
coverage_end(void)
{
    coverage_begin_exit();
    __gcov_dump();
}


#define _exit(status)                                                         \
    __extension__ ({ int  code = (status); coverage_end(); _exit(code); })
#define raise(number)  (coverage_end(), raise(number))


#endif /* _COVERAGE_EXIT_H_INCLUDED_ */
