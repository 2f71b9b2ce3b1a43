
/*
 * Copyright (C) contentlib authors
 *
 * A small builder over json-c.
 *
 * Errors are sticky: after one, all calls do nothing and the result is an
 * error, so that a value is checked once, at its end.  While fields are added
 * the builder counts the bytes that they must come to: json-c 0.16 can lose
 * bytes without an error when memory is short, and a result of another length
 * is an error.
 *
 * Each beginning is followed by contentlib_json_end(), which frees the tree.
 * Keys are literals or live until then.
 */


#ifndef _CONTENTLIB_JSON_H_INCLUDED_
#define _CONTENTLIB_JSON_H_INCLUDED_


#include <ngx_config.h>
#include <ngx_core.h>


typedef struct json_object  contentlib_json_node_t;


typedef struct {
    contentlib_json_node_t  *root;
    size_t                   length;        /* of the text, so far */
    unsigned                 failed:1;
} contentlib_json_t;


/* begins with an object or an array as the root, and returns it */

contentlib_json_node_t *contentlib_json_begin_object(contentlib_json_t *json);
contentlib_json_node_t *contentlib_json_begin_array(contentlib_json_t *json);

/*
 * Adds to a parent: with a key to an object, without one (NULL) to an array.
 * A string may be NULL, which is null.
 */

contentlib_json_node_t *contentlib_json_object(contentlib_json_t *json,
    contentlib_json_node_t *parent, const char *key);
contentlib_json_node_t *contentlib_json_array(contentlib_json_t *json,
    contentlib_json_node_t *parent, const char *key);

void contentlib_json_string(contentlib_json_t *json,
    contentlib_json_node_t *parent, const char *key, const ngx_str_t *value);
void contentlib_json_literal(contentlib_json_t *json,
    contentlib_json_node_t *parent, const char *key, const char *value);
void contentlib_json_integer(contentlib_json_t *json,
    contentlib_json_node_t *parent, const char *key, int64_t value);
void contentlib_json_decimal(contentlib_json_t *json,
    contentlib_json_node_t *parent, const char *key, const char *digits);
void contentlib_json_boolean(contentlib_json_t *json,
    contentlib_json_node_t *parent, const char *key, ngx_uint_t value);

/* writes the text into the pool; NGX_OK or NGX_ERROR */

ngx_int_t contentlib_json_end(contentlib_json_t *json, ngx_pool_t *pool,
    ngx_str_t *text);

/*
 * The text as it stands between the quotes of a JSON string: itself, or in
 * the pool.  NGX_OK or NGX_ERROR.
 */

ngx_int_t contentlib_json_escape(const ngx_str_t *text, ngx_pool_t *pool,
    ngx_str_t *escaped);


#endif /* _CONTENTLIB_JSON_H_INCLUDED_ */
