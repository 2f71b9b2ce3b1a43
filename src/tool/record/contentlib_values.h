
/*
 * Copyright (C) contentlib authors
 *
 * Single values of a record: from JSON to what the library stores, with a check
 * for each type.
 */


#ifndef _CONTENTLIB_VALUES_H_INCLUDED_
#define _CONTENTLIB_VALUES_H_INCLUDED_


#include <library/contentlib_records.h>
#include <tool/contentlib_message.h>
#include <tool/record/contentlib_time.h>

#include <json-c/json.h>


/* longest values, in bytes */

#define CONTENTLIB_VALUE_SLUG    255
#define CONTENTLIB_VALUE_TEXT    (64 * 1024)
#define CONTENTLIB_VALUE_URL     4096

/* most entries of a list of the API */

#define CONTENTLIB_LIST_MAX      1000

/* room for an excerpt of a value and for its correct form */

#define CONTENTLIB_EXCERPT_SIZE  (2 * CONTENTLIB_QUOTE_SIZE + 32)


/* the correct form of a text that is wrong, also in "to"; NULL: not known */

typedef const char *(*contentlib_value_hint_pt)(const ngx_str_t *text,
    char to[CONTENTLIB_QUOTE_SIZE]);


typedef struct {
    ngx_str_t                 text;         /* as it is rendered */
    int64_t                   number;       /* also of a time */
    char                      digits[CONTENTLIB_TIME_SIZE];
    contentlib_value_hint_pt  hint;         /* set if there may be one */
    void                     *data;         /* of checks that use these */
} contentlib_value_t;


/*
 * A check returns NULL, or what is wrong: "is not a string".  The text is that
 * of a string of the JSON tree, or in the value.
 */

typedef const char *(*contentlib_value_check_pt)(json_object *json,
    contentlib_value_t *value);


/* from 1 to 2^63 - 1, and from 0 to 2^53; also as a string of digits */

const char *contentlib_value_id(json_object *json, contentlib_value_t *value);
const char *contentlib_value_number(json_object *json,
    contentlib_value_t *value);

const char *contentlib_value_boolean(json_object *json,
    contentlib_value_t *value);
const char *contentlib_value_time(json_object *json,
    contentlib_value_t *value);
const char *contentlib_value_text(json_object *json,
    contentlib_value_t *value);
const char *contentlib_value_name(json_object *json,
    contentlib_value_t *value);
const char *contentlib_value_slug(json_object *json,
    contentlib_value_t *value);

/* the scheme is in lower case then, also in the tree */

const char *contentlib_value_address(json_object *json,
    contentlib_value_t *value);

/* a media type, and "G" or "I" */

const char *contentlib_value_format(json_object *json,
    contentlib_value_t *value);
const char *contentlib_value_content_type(json_object *json,
    contentlib_value_t *value);

/* the text of a string, which is the tree's; empty if it is none */

ngx_str_t contentlib_value_string(json_object *json);

/*
 * The rest of a message about a wrong value: an excerpt, and the correct form
 * if "hint" is not NULL and finds it.  Returns "to", zero-terminated.
 */

const char *contentlib_value_excerpt(contentlib_value_hint_pt hint,
    json_object *json, char to[CONTENTLIB_EXCERPT_SIZE]);

/*
 * A number in digits, behind which ".0" may stand; -1, with NGX_ERROR if the
 * text is something else, and with NGX_OK above 2^63 - 1.  The text ends in a
 * zero byte.
 */

ngx_int_t contentlib_value_digits(const ngx_str_t *text, int64_t *value);

/* why a text is not a media type, or NULL */

const char *contentlib_value_media_type(const ngx_str_t *text);

/* "GIF" or "Static Image" */

ngx_str_t contentlib_value_label(const ngx_str_t *content_type);

/* 1 if an address has a "%" that begins no escape, so that it is no address */

ngx_uint_t contentlib_value_percent(const ngx_str_t *text);

/* 1 if an address begins with "http://" or "https://", in whatever case */

ngx_uint_t contentlib_value_absolute(const ngx_str_t *text);

/* the scheme of such an address in lower case, as of RFC 3986, 6.2.2.1 */

void contentlib_value_lower(ngx_str_t *address);

/* what is wrong with a media URL, or NULL */

const char *contentlib_value_media_url(const ngx_str_t *url);

/*
 * What is stored of an address: what follows the media URL if the address
 * begins with it and the rest can stand alone as a relative one.  The result
 * points into the address.
 */

ngx_str_t contentlib_value_strip(const ngx_str_t *media_url,
    const ngx_str_t *address);


#endif /* _CONTENTLIB_VALUES_H_INCLUDED_ */
