
/*
 * Copyright (C) contentlib authors
 *
 * A small builder over json-c, which no other part of the module uses.
 *
 * Errors are sticky: after one, all calls do nothing and the result is an
 * error, so that a value is checked once, at its end.  While fields are added
 * the builder counts the bytes that they must come to; json-c can lose bytes
 * without a word when memory is short, and a result of another length is an
 * error.
 *
 * A value is added to, depth first: when a parent is added to, all containers
 * below it are complete.  Each beginning is followed by contentlib_json_end(),
 * which frees the tree, unless it is to be used again.  Keys are literals or
 * live until the tree is freed; raw bytes live until the end.
 */


#ifndef _CONTENTLIB_JSON_H_INCLUDED_
#define _CONTENTLIB_JSON_H_INCLUDED_


#include <ngx_config.h>
#include <ngx_core.h>


typedef struct json_object  contentlib_json_node_t;


/* a container that is being filled, and how far it is */

typedef struct {
    contentlib_json_node_t  *node;
    struct lh_entry         *entry;         /* the next one of an object */
    size_t                   n;             /* children so far */
} contentlib_json_frame_t;


#define CONTENTLIB_JSON_DEPTH  8


typedef struct {
    contentlib_json_node_t  *root;
    size_t                   length;
    contentlib_json_frame_t  frames[CONTENTLIB_JSON_DEPTH];
    ngx_uint_t               depth;
    unsigned                 failed:1;
    unsigned                 again:1;
} contentlib_json_t;


typedef struct {
    const ngx_str_t         *elts;
    ngx_uint_t               nelts;
} contentlib_json_elements_t;


/* begins with an object or an array as the root, and returns it */

contentlib_json_node_t *contentlib_json_begin_object(contentlib_json_t *json);
contentlib_json_node_t *contentlib_json_begin_array(contentlib_json_t *json);

/*
 * A builder for values of like fields: the tree of one, an object, is used
 * again for the next.  It lives in the pool, as do its keys, and is freed
 * with it.  contentlib_json_create() returns NULL if there is no memory.
 */

contentlib_json_t *contentlib_json_create(ngx_pool_t *pool);
contentlib_json_node_t *contentlib_json_begin_again(contentlib_json_t *json);

/* adds to a parent: with a key to an object, without one (NULL) to an array */

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
void contentlib_json_boolean(contentlib_json_t *json,
    contentlib_json_node_t *parent, const char *key, ngx_uint_t value);
void contentlib_json_null(contentlib_json_t *json,
    contentlib_json_node_t *parent, const char *key);

/*
 * Bytes that are JSON already; and an array of such, each with a comma before
 * it.  They live until the end, as does the array.
 */

void contentlib_json_raw(contentlib_json_t *json,
    contentlib_json_node_t *parent, const char *key, const ngx_str_t *bytes);
void contentlib_json_raw_array(contentlib_json_t *json,
    contentlib_json_node_t *parent, const char *key,
    const contentlib_json_elements_t *elements);

/*
 * Writes the text into the pool; NGX_OK or NGX_ERROR.  The byte before the
 * text is a comma, for whom the text is to follow another.
 */

ngx_int_t contentlib_json_end(contentlib_json_t *json, ngx_pool_t *pool,
    ngx_str_t *text);


#endif /* _CONTENTLIB_JSON_H_INCLUDED_ */
