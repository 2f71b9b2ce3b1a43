
/*
 * Copyright (C) contentlib authors
 *
 * A small builder over json-c.
 *
 * The pool owns the tree, and the tree owns its text, so the text lives as long
 * as the pool, or until contentlib_json_free().
 *
 * Errors are sticky: after one, all calls do nothing and the result is an
 * error, so that a value is checked once, at its end.  While values are added
 * the builder counts the bytes that they must come to: json-c can lose bytes
 * without an error when memory is short, and a text of another length is an
 * error.
 *
 * Keys are literals or live until the end.
 */


#ifndef _CONTENTLIB_JSON_H_INCLUDED_
#define _CONTENTLIB_JSON_H_INCLUDED_


#include <ngx_config.h>
#include <ngx_core.h>


typedef struct json_object  contentlib_json_node_t;


/* writes values into contentlib_json_room(); NGX_OK or NGX_ERROR */

typedef ngx_int_t (*contentlib_json_writer_pt)(void *data);


typedef struct {
    ngx_pool_t                 *pool;
    ngx_pool_cleanup_t         *cleanup;    /* its data is the root */
    size_t                      length;     /* of the text, so far */
    contentlib_json_writer_pt   writer;     /* of some values, or NULL */
    void                       *data;
    struct printbuf            *buffer;     /* of the writer */
    unsigned                    failed:1;
} contentlib_json_t;


/* begins with an object or an array as the root, and returns it */

contentlib_json_node_t *contentlib_json_begin_object(contentlib_json_t *json,
    ngx_pool_t *pool);
contentlib_json_node_t *contentlib_json_begin_array(contentlib_json_t *json,
    ngx_pool_t *pool);

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

/* a value that is JSON already, terminated by a zero byte */

void contentlib_json_text(contentlib_json_t *json,
    contentlib_json_node_t *parent, const char *key, const char *text);

/* the values of an array are those of a writer; a tree may have one */

void contentlib_json_write(contentlib_json_t *json,
    contentlib_json_node_t *array, contentlib_json_writer_pt writer,
    void *data);

/*
 * For writers: the place behind the values so far, with room for "size" bytes
 * up to "*last".  The room grows to "more" bytes, if it has to grow and these
 * are more.  NULL if there is no memory.  What is written there, with commas
 * between the values, counts when the second function is told where it ends,
 * and stays when the first one is called again.  All values have less than 1
 * GB.
 */

u_char *contentlib_json_room(contentlib_json_t *json, size_t size, size_t more,
    u_char **last);
void contentlib_json_written(contentlib_json_t *json, const u_char *end);

/* calls the writer, and makes the text; NGX_OK or NGX_ERROR */

ngx_int_t contentlib_json_end(contentlib_json_t *json, ngx_str_t *text);

/* frees tree and text before the pool does; nothing to do is no error */

void contentlib_json_free(contentlib_json_t *json);

/*
 * The text as it stands between the quotes of a JSON string: itself, or in
 * the pool.  NGX_OK or NGX_ERROR.
 */

ngx_int_t contentlib_json_escape(const ngx_str_t *text, ngx_pool_t *pool,
    ngx_str_t *escaped);


#endif /* _CONTENTLIB_JSON_H_INCLUDED_ */
