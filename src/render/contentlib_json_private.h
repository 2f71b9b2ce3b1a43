
/*
 * Copyright (C) contentlib authors
 *
 * What contentlib_json.c, contentlib_json_tree.c and contentlib_json_text.c
 * share; nobody else includes this file.
 */


#ifndef _CONTENTLIB_JSON_PRIVATE_H_INCLUDED_
#define _CONTENTLIB_JSON_PRIVATE_H_INCLUDED_


#include <render/contentlib_json.h>

#include <json-c/json.h>


/* begins to walk along the children of a container; NULL if it is too deep */

contentlib_json_node_t *contentlib_json_push(contentlib_json_t *json,
    contentlib_json_node_t *node);

/*
 * Counts the bytes of a field, and gives its node if the tree has one in its
 * place.  NULL if not: contentlib_json_add() adds one there.  NULL after an
 * error, too, and then adding does nothing but free the child.
 */

contentlib_json_node_t *contentlib_json_next(contentlib_json_t *json,
    contentlib_json_node_t *parent, const char *key, enum json_type type,
    size_t length);
contentlib_json_node_t *contentlib_json_add(contentlib_json_t *json,
    const char *key, contentlib_json_node_t *child);

/* nothing more will be added */

void contentlib_json_complete(contentlib_json_t *json);

/* what json-c makes of a string, before U+2028 and U+2029 are escaped */

size_t contentlib_json_string_length(const u_char *p, size_t len);

/*
 * U+2028 and U+2029 are legal in JSON and were not in JavaScript; json-c
 * leaves them as they are.  Nothing else in JSON has their bytes.  How many
 * there are, and copies with them escaped; returns what is behind the copy.
 */

ngx_uint_t contentlib_json_separators(const u_char *p, size_t len);
u_char *contentlib_json_copy(u_char *to, const u_char *p, size_t len);


#endif /* _CONTENTLIB_JSON_PRIVATE_H_INCLUDED_ */
