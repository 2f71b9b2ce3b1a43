
/*
 * Copyright (C) contentlib authors
 *
 * What went wrong, in one line for a terminal.
 *
 * A function that returns NGX_ERROR has set the message; its callers leave it
 * as it is.  The first text stays.
 */


#ifndef _CONTENTLIB_MESSAGE_H_INCLUDED_
#define _CONTENTLIB_MESSAGE_H_INCLUDED_


#include <ngx_config.h>
#include <ngx_core.h>


/* room for a quoted text, the zero included */

#define CONTENTLIB_QUOTE_SIZE  288

/* room for the counts of a library */

#define CONTENTLIB_COUNTS_SIZE  128


typedef struct {
    size_t                   len;           /* 0: nothing went wrong */
    ngx_uint_t               closed;        /* the reader of the output has */
    char                     text[2048];    /* zero-terminated */
} contentlib_message_t;


/* sets the message, cut at the end if need be; always returns NGX_ERROR */

ngx_int_t contentlib_message_set(contentlib_message_t *message,
    const char *format, ...) __attribute__((format(printf, 2, 3)));

/*
 * Sets "contentlib: %s" with the error of the system, after a failed write to
 * the standard output; always returns NGX_ERROR.  "closed" is set if its reader
 * has closed it, as "head" does when it has read enough.  This is no error.
 */

ngx_int_t contentlib_message_output(contentlib_message_t *message,
    const char *what);

/* a child that prints what is wrong and exits with this status; 0: none */

#define CONTENTLIB_MESSAGE_PRINTED  1

extern pid_t  contentlib_message_child;

/*
 * Ends the child and the program, and prints "contentlib: out of memory" unless
 * the child has printed a line.  The temporary file is removed at exit, see
 * tool/write/contentlib_target.h.
 */

void contentlib_no_memory(void) __attribute__((noreturn));

/*
 * The text as it may stand on a terminal: control characters, bytes that are
 * not UTF-8 and what hides or reorders text are escaped, long texts end in
 * "...".  Returns "to", zero-terminated.
 */

const char *contentlib_message_quote(char to[CONTENTLIB_QUOTE_SIZE],
    const u_char *data, size_t len);
const char *contentlib_message_string(char to[CONTENTLIB_QUOTE_SIZE],
    const char *text);

/* "1 item, 2 tags, 3 collections"; returns "to", zero-terminated */

const char *contentlib_message_counts(char to[CONTENTLIB_COUNTS_SIZE],
    uint64_t items, uint64_t tags, uint64_t collections);


#endif /* _CONTENTLIB_MESSAGE_H_INCLUDED_ */
