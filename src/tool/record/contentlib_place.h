
/*
 * Copyright (C) contentlib authors
 *
 * The place of a record in its file, and the errors of an input:
 *
 *     FILE:LINE: content item 123: "created" is not an ISO 8601 UTC time
 *
 * An error of the input is printed and counted, so that the next record can be
 * read.  Other errors end the program.
 *
 * A service may have fields that a library does not have.  They are no errors.
 */


#ifndef _CONTENTLIB_PLACE_H_INCLUDED_
#define _CONTENTLIB_PLACE_H_INCLUDED_


#include <tool/contentlib_message.h>


typedef struct {
    uint64_t                  n;            /* found so far */
    uint64_t                  most;         /* that are printed */
    contentlib_message_t     *message;      /* for the first; or NULL: each
                                               goes to the standard error */
} contentlib_errors_t;


/* what is learned from the records of a service; zeroed at first */

typedef struct {
    struct json_object       *ignored;      /* its keys: unknown fields */
    ngx_uint_t                strings;      /* numbers are strings */
    uint64_t                  percents;     /* addresses with a wrong "%" */
} contentlib_remote_t;


/* the strings live as long as the record is worked on */

typedef struct {
    const char               *file;
    ngx_uint_t                line;
    const char               *kind;         /* "content item"; or NULL */
    char                      subject[CONTENTLIB_QUOTE_SIZE + 4];
    contentlib_errors_t      *errors;
    contentlib_remote_t      *remote;       /* NULL: no service */
    ngx_uint_t                stored;       /* the file is a library */
} contentlib_place_t;


/* the line is 0 */

void contentlib_place_init(contentlib_place_t *place, const char *file,
    contentlib_errors_t *errors);

/* of a part of the input that is not a record; returns NGX_ERROR */

ngx_int_t contentlib_errors_add(contentlib_errors_t *errors,
    const char *format, ...) __attribute__((format(printf, 2, 3)));

/* of a record, or of a line without a kind; returns NGX_ERROR */

ngx_int_t contentlib_place_error(const contentlib_place_t *place,
    const char *format, ...) __attribute__((format(printf, 2, 3)));

/* whether an unknown field is ignored, because the record is of a service */

ngx_uint_t contentlib_place_ignores(const contentlib_place_t *place,
    const char *name);


#endif /* _CONTENTLIB_PLACE_H_INCLUDED_ */
