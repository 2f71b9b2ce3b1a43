
/*
 * Copyright (C) contentlib authors
 *
 * Included before each source for "make coverage": a process that ends at once
 * leaves its counters, too.
 */


#ifndef _COVERAGE_EXIT_H_INCLUDED_
#define _COVERAGE_EXIT_H_INCLUDED_


#ifndef _GNU_SOURCE
#define _GNU_SOURCE
#endif

#include <signal.h>
#include <unistd.h>


void __gcov_dump(void);


#define _exit(status)  (__gcov_dump(), _exit(status))
#define raise(number)  (__gcov_dump(), raise(number))


#endif /* _COVERAGE_EXIT_H_INCLUDED_ */
