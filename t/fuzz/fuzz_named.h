
/*
 * Copyright (C) contentlib authors
 *
 * Fuzz targets: what a message about a line of an input must look like.
 */


#ifndef _FUZZ_NAMED_H_INCLUDED_
#define _FUZZ_NAMED_H_INCLUDED_


#include <fuzz_utf8.h>


/* "FILE:LINE: ", on one line that a terminal can show; returns the line */

static inline unsigned long
fuzz_named(const char *message, const char *file)
{
    char           *end;
    size_t          i, len;
    ngx_str_t       all;
    unsigned long   line;

    len = strlen(file);

    hold(strncmp(message, file, len) == 0 && message[len] == ':',
         "no file: %s", message);

    line = strtoul(message + len + 1, &end, 10);

    hold(line >= 1 && strncmp(end, ": ", 2) == 0, "no line: %s", message);

    for (i = 0; message[i] != '\0'; i++) {
        hold((u_char) message[i] >= 0x20 && message[i] != 0x7f,
             "for a terminal: %s", message);
    }

    all = fuzz_copy(message, i);
    hold(fuzz_utf8_valid(&all), "not UTF-8: %s", message);

    return line;
}


#endif /* _FUZZ_NAMED_H_INCLUDED_ */
