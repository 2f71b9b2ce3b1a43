
/*
 * Copyright (C) contentlib authors
 *
 * The text of a record to a json-c tree, as RFC 8259 wants it: what json-c
 * lets pass or repairs in silence is refused here beforehand, so that a
 * string of the tree has no U+0000 and can be read as a C string.
 */


#ifndef _CONTENTLIB_SYNTAX_H_INCLUDED_
#define _CONTENTLIB_SYNTAX_H_INCLUDED_


#include <tool/contentlib_message.h>

#include <json-c/json.h>


/*
 * Parses a record.  "name" and "line", where the text begins, are for the
 * message.  Returns a tree that json_object_put() frees, or NULL.  "tokener"
 * comes from contentlib_syntax_tokener() and json_tokener_free() frees it.
 */

json_object *contentlib_syntax_parse(json_tokener *tokener,
    const ngx_str_t *text, const char *name, ngx_uint_t line,
    contentlib_message_t *message);
json_tokener *contentlib_syntax_tokener(void);

/* checks an envelope whose results were left out */

ngx_int_t contentlib_syntax_page(const ngx_str_t *text, const char *name,
    ngx_uint_t line, contentlib_message_t *message);

/* number of line feeds */

ngx_uint_t contentlib_syntax_lines(const u_char *data, size_t len);

/* back from "p" over blanks, not beyond "start" */

const u_char *contentlib_syntax_back(const u_char *start, const u_char *p);


#endif /* _CONTENTLIB_SYNTAX_H_INCLUDED_ */
