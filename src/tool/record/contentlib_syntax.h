
/*
 * Copyright (C) contentlib authors
 *
 * Parses the text of a record as RFC 8259 has it: what json-c accepts or
 * repairs without an error is an error here, so that a string of the tree has
 * no U+0000 and can be read as a C string.
 */


#ifndef _CONTENTLIB_SYNTAX_H_INCLUDED_
#define _CONTENTLIB_SYNTAX_H_INCLUDED_


#include <tool/record/contentlib_place.h>

#include <json-c/json.h>


/*
 * Returns a tree that json_object_put() frees, or NULL after an error of the
 * input.
 */

json_object *contentlib_syntax_parse(const ngx_str_t *text,
    const contentlib_place_t *place);


#endif /* _CONTENTLIB_SYNTAX_H_INCLUDED_ */
