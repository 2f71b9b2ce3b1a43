
/*
 * Copyright (C) contentlib authors
 *
 * Reports a fault of a library file on the standard error.
 */


#include <tool/check/contentlib_check.h>

#include <stdarg.h>


void
contentlib_check_fault(contentlib_check_t *check, const char *format, ...)
{
    va_list  args;

    (void) fprintf(stderr, "%s: ", check->name);

    va_start(args, format);
    (void) vfprintf(stderr, format, args);
    va_end(args);

    (void) fputc('\n', stderr);

    check->faults++;
}
