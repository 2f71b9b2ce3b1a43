
/*
 * Copyright (C) contentlib authors
 *
 * One input file, cut into records: objects one after the other, in arrays or
 * in pages of the API.  Only the record at hand is in memory, whatever the size
 * of the file, an array or a page.
 *
 * Owner: whoever opened it; contentlib_input_close() frees everything.
 */


#ifndef _CONTENTLIB_INPUT_H_INCLUDED_
#define _CONTENTLIB_INPUT_H_INCLUDED_


#include <tool/record/contentlib_place.h>

#include <json-c/json.h>


/*
 * Longest record, and longest page without its results: more than is stored,
 * because an export has the addresses of the API in each record.
 */

#define CONTENTLIB_INPUT_RECORD  (2 * 1024 * 1024)


typedef struct contentlib_input_s  contentlib_input_t;


/*
 * Opens the file, or the standard input if its name is "-", unless "fd" is an
 * open file, which is closed in the end.  "errors" lives as long as the input.
 */

contentlib_input_t *contentlib_input_open(const char *name, int fd,
    contentlib_errors_t *errors);
void contentlib_input_close(contentlib_input_t *input);

/*
 * The next record as json-c reads it, which json_object_put() frees, and the
 * line in which it begins.
 *
 * What is not a record is an error of the input, and reading goes on behind it.
 * NGX_OK; NGX_AGAIN if the object is a page, without its results, which were
 * returned before; or NGX_DONE at the end.
 */

ngx_int_t contentlib_input_next(contentlib_input_t *input,
    contentlib_place_t *place, json_object **json);

/*
 * Whether the first line of a file, or of the standard input "-", has what
 * separates cells.  What was looked at is read again: all inputs are read by
 * the second function, which returns as read() does.
 */

ngx_uint_t contentlib_input_is_table(const char *name);
ssize_t contentlib_input_read(int fd, u_char *to, size_t len);

/* the record that is the whole text; NULL after an error of the input */

json_object *contentlib_input_text(const ngx_str_t *text,
    const contentlib_place_t *place);

/* NGX_ERROR after an error: what begins so is neither JSON nor a table */

ngx_int_t contentlib_input_check(const contentlib_place_t *place,
    const u_char *data, size_t len);

/* after a failed read: ends the program */

void contentlib_input_unreadable(const char *name) __attribute__((noreturn));

/* bytes read so far */

uint64_t contentlib_input_bytes(contentlib_input_t *input);

/* the name as it may stand in a message */

const char *contentlib_input_name(contentlib_input_t *input);


#endif /* _CONTENTLIB_INPUT_H_INCLUDED_ */
