
/*
 * Copyright (C) contentlib authors
 *
 * Single values of a record: from JSON to what the library stores.
 *
 * Strings are those of the JSON tree and live as long as it does.  All
 * functions return NGX_OK or NGX_ERROR with the message set.
 */


#ifndef _CONTENTLIB_VALUES_H_INCLUDED_
#define _CONTENTLIB_VALUES_H_INCLUDED_


#include <tool/record/contentlib_fields.h>


/* longest values, in bytes */

#define CONTENTLIB_VALUE_NAME  1000
#define CONTENTLIB_VALUE_SLUG  255
#define CONTENTLIB_VALUE_TEXT  (64 * 1024)
#define CONTENTLIB_VALUE_URL   4096


/* what a string must be beyond a string */

typedef enum {
    CONTENTLIB_VALUE_ANY = 0,               /* up to ..._TEXT */
    CONTENTLIB_VALUE_NAMED,                 /* not empty, up to ..._NAME */
    CONTENTLIB_VALUE_SLUGGED,               /* [A-Za-z0-9_-]+ */
    CONTENTLIB_VALUE_ADDRESS,               /* http(s) or relative */
    CONTENTLIB_VALUE_MEDIA_TYPE             /* "image/gif" */
} contentlib_value_e;


ngx_int_t contentlib_value_string(const contentlib_place_t *place,
    const contentlib_path_t *path, json_object *json, contentlib_value_e type,
    ngx_str_t *value);

/* an integer from 0 to 2^53, also as digits in a string */

ngx_int_t contentlib_value_number(const contentlib_place_t *place,
    const contentlib_path_t *path, json_object *json, int64_t *value);

/* an integer from 1 to 2^63 - 1 */

ngx_int_t contentlib_value_id(const contentlib_place_t *place,
    const contentlib_path_t *path, json_object *json, int64_t *value);

/* microseconds since the epoch */

ngx_int_t contentlib_value_time(const contentlib_place_t *place,
    const contentlib_path_t *path, json_object *json, int64_t *value);

ngx_int_t contentlib_value_boolean(const contentlib_place_t *place,
    const contentlib_path_t *path, json_object *json, ngx_uint_t *value);

/* why a text is not an address, or NULL */

const char *contentlib_value_address(const ngx_str_t *text);

/* 1 if an address begins with "http://" or "https://" */

ngx_uint_t contentlib_value_absolute(const ngx_str_t *text);


#endif /* _CONTENTLIB_VALUES_H_INCLUDED_ */
