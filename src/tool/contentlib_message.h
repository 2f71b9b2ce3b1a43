
/*
 * Copyright (C) contentlib authors
 *
 * Messages, in one line for a terminal, and the end of the program.
 *
 * An error of the input is counted, see tool/record/contentlib_place.h.  Any
 * other error ends the program, so functions do not return it.  Handlers of
 * atexit() remove the temporary file.
 */


#ifndef _CONTENTLIB_MESSAGE_H_INCLUDED_
#define _CONTENTLIB_MESSAGE_H_INCLUDED_


#include <ngx_config.h>
#include <ngx_core.h>


/* room for a quoted text, the zero included */

#define CONTENTLIB_QUOTE_SIZE  288

/* room for a message */

#define CONTENTLIB_MESSAGE_SIZE  2048

/* room for the counts of a library */

#define CONTENTLIB_COUNTS_SIZE  128


/* a message that is printed later, or never */

typedef struct {
    size_t                   len;           /* 0: nothing went wrong */
    char                     text[CONTENTLIB_MESSAGE_SIZE];
} contentlib_message_t;


/*
 * Sets the message, cut at the end if need be, unless there is one; always
 * returns NGX_ERROR.
 */

ngx_int_t contentlib_message_set(contentlib_message_t *message,
    const char *format, ...) __attribute__((format(printf, 2, 3)));

/* prints the line, and ends the program with status 1 */

void contentlib_fail(const char *format, ...)
    __attribute__((noreturn, format(printf, 1, 2)));

/* the same with the error of the system behind the text */

void contentlib_fail_system(const char *format, ...)
    __attribute__((noreturn, format(printf, 1, 2)));

/*
 * After a failed write to the standard output: "contentlib: %s" with the error
 * of the system.  If the reader has closed it, as "head" does when it has read
 * enough, this is no error, and the status is 0.
 */

void contentlib_fail_output(const char *what) __attribute__((noreturn));

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
