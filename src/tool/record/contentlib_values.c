
/*
 * Copyright (C) contentlib authors
 */


#include <tool/record/contentlib_values.h>

#include <tool/record/contentlib_time.h>


#define CONTENTLIB_VALUE_NUMBER  ((int64_t) 1 << 53)


static const char *contentlib_value_refused(contentlib_value_e type,
    const ngx_str_t *text);
static const char *contentlib_value_name(const ngx_str_t *text);
static const char *contentlib_value_slug(const ngx_str_t *text);
static const char *contentlib_value_media_type(const ngx_str_t *text);
static ngx_uint_t contentlib_value_token(u_char c);
static ngx_uint_t contentlib_value_alnum(u_char c);
static ngx_int_t contentlib_value_digits(json_object *json, int64_t *value);
static ngx_uint_t contentlib_value_begins(const ngx_str_t *text,
    const char *prefix, size_t len);
static ngx_uint_t contentlib_value_scheme(const ngx_str_t *text);


ngx_int_t
contentlib_value_string(const contentlib_place_t *place,
    const contentlib_path_t *path, json_object *json, contentlib_value_e type,
    ngx_str_t *value)
{
    const char  *reason;

    if (!json_object_is_type(json, json_type_string)) {
        return contentlib_fields_refuse(place, path, "is not a string");
    }

    value->data = (u_char *) json_object_get_string(json);
    value->len = (size_t) json_object_get_string_len(json);

    if (value->data == NULL) {
        return contentlib_message_set(place->message, "out of memory");
    }

    reason = contentlib_value_refused(type, value);

    return reason ? contentlib_fields_refuse(place, path, reason) : NGX_OK;
}


static const char *
contentlib_value_refused(contentlib_value_e type, const ngx_str_t *text)
{
    switch (type) {

    case CONTENTLIB_VALUE_NAMED:
        return contentlib_value_name(text);

    case CONTENTLIB_VALUE_SLUGGED:
        return contentlib_value_slug(text);

    case CONTENTLIB_VALUE_ADDRESS:
        return contentlib_value_address(text);

    case CONTENTLIB_VALUE_MEDIA_TYPE:
        return contentlib_value_media_type(text);

    default: /* CONTENTLIB_VALUE_ANY */
        return text->len > CONTENTLIB_VALUE_TEXT
               ? "is longer than 65536 bytes" : NULL;
    }
}


static const char *
contentlib_value_name(const ngx_str_t *text)
{
    if (text->len == 0) {
        return "is empty";
    }

    return text->len > CONTENTLIB_VALUE_NAME ? "is longer than 1000 bytes"
                                             : NULL;
}


static const char *
contentlib_value_slug(const ngx_str_t *text)
{
    size_t  i;

    if (text->len == 0) {
        return "is empty";
    }

    if (text->len > CONTENTLIB_VALUE_SLUG) {
        return "is longer than 255 bytes";
    }

    for (i = 0; i < text->len; i++) {

        if (!contentlib_value_alnum(text->data[i]) && text->data[i] != '-'
            && text->data[i] != '_')
        {
            return "is not a slug";
        }
    }

    return NULL;
}


const char *
contentlib_value_address(const ngx_str_t *text)
{
    size_t  i, host;

    if (text->len == 0) {
        return "is empty";
    }

    if (text->len > CONTENTLIB_VALUE_URL) {
        return "is longer than 4096 bytes";
    }

    for (i = 0; i < text->len; i++) {
        if (text->data[i] <= ' ' || text->data[i] == 0x7f) {
            return "has a blank or a control character";
        }
    }

    if (contentlib_value_absolute(text)) {
        host = (text->data[4] == ':') ? 7 : 8;

        if (text->len > host && text->data[host] != '/'
            && text->data[host] != '?' && text->data[host] != '#')
        {
            return NULL;
        }

        return "has no host";
    }

    /* browsers read backslashes as slashes */

    if (contentlib_value_scheme(text)
        || (text->len > 1 && (text->data[0] == '/' || text->data[0] == '\\')
            && (text->data[1] == '/' || text->data[1] == '\\')))
    {
        return "is neither an http(s) address nor a relative path";
    }

    return NULL;
}


ngx_uint_t
contentlib_value_absolute(const ngx_str_t *text)
{
    return contentlib_value_begins(text, "http://", 7)
           || contentlib_value_begins(text, "https://", 8);
}


static ngx_uint_t
contentlib_value_begins(const ngx_str_t *text, const char *prefix, size_t len)
{
    return text->len >= len && ngx_memcmp(text->data, prefix, len) == 0;
}


/* whether the first segment of a path has a colon */

static ngx_uint_t
contentlib_value_scheme(const ngx_str_t *text)
{
    size_t  i;

    for (i = 0; i < text->len; i++) {

        switch (text->data[i]) {

        case ':':
            return 1;

        case '/':
        case '?':
        case '#':
            return 0;
        }
    }

    return 0;
}


/* RFC 6838, 4.2, without parameters */

static const char *
contentlib_value_media_type(const ngx_str_t *text)
{
    size_t      i;
    ngx_uint_t  slashes;

    slashes = 0;

    if (text->len == 0 || text->len > CONTENTLIB_VALUE_SLUG) {
        return "is not a media type";
    }

    for (i = 0; i < text->len; i++) {

        if (text->data[i] == '/' && i > 0 && i + 1 < text->len) {
            slashes++;

        } else if (!contentlib_value_token(text->data[i])) {
            return "is not a media type";
        }
    }

    return slashes == 1 ? NULL : "is not a media type";
}


static ngx_uint_t
contentlib_value_token(u_char c)
{
    return contentlib_value_alnum(c) || c == '-' || c == '+' || c == '.'
           || c == '_' || c == '!' || c == '#' || c == '$' || c == '&'
           || c == '^';
}


static ngx_uint_t
contentlib_value_alnum(u_char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
           || (c >= '0' && c <= '9');
}


ngx_int_t
contentlib_value_number(const contentlib_place_t *place,
    const contentlib_path_t *path, json_object *json, int64_t *value)
{
    if (json_object_is_type(json, json_type_int)) {
        *value = json_object_get_int64(json);

    } else if (contentlib_value_digits(json, value) != NGX_OK) {
        return contentlib_fields_refuse(place, path, "is not a whole number");
    }

    if (*value < 0 || *value > CONTENTLIB_VALUE_NUMBER) {
        return contentlib_fields_refuse(place, path,
                                        "is not between 0 and 2^53");
    }

    return NGX_OK;
}


/* stops counting far above any number that is taken */

static ngx_int_t
contentlib_value_digits(json_object *json, int64_t *value)
{
    int          i, len;
    const char  *digits;

    if (!json_object_is_type(json, json_type_string)) {
        return NGX_ERROR;
    }

    digits = json_object_get_string(json);
    len = json_object_get_string_len(json);

    if (digits == NULL || len == 0) {
        return NGX_ERROR;
    }

    *value = 0;

    for (i = 0; i < len; i++) {

        if (digits[i] < '0' || digits[i] > '9') {
            return NGX_ERROR;
        }

        if (*value <= CONTENTLIB_VALUE_NUMBER) {
            *value = *value * 10 + (digits[i] - '0');
        }
    }

    return NGX_OK;
}


ngx_int_t
contentlib_value_id(const contentlib_place_t *place,
    const contentlib_path_t *path, json_object *json, int64_t *value)
{
    if (!json_object_is_type(json, json_type_int)) {
        return contentlib_fields_refuse(place, path, "is not a whole number");
    }

    *value = json_object_get_int64(json);

    if (*value < 1 || json_object_get_uint64(json) > (uint64_t) INT64_MAX) {
        return contentlib_fields_refuse(place, path,
                                        "is not between 1 and 2^63 - 1");
    }

    return NGX_OK;
}


ngx_int_t
contentlib_value_time(const contentlib_place_t *place,
    const contentlib_path_t *path, json_object *json, int64_t *value)
{
    ngx_str_t  text;

    if (contentlib_value_string(place, path, json, CONTENTLIB_VALUE_ANY,
                                &text)
        != NGX_OK)
    {
        return NGX_ERROR;
    }

    if (contentlib_time_parse(&text, value) != NGX_OK) {
        return contentlib_fields_refuse(place, path,
                                        "is not an ISO 8601 UTC time");
    }

    return NGX_OK;
}


ngx_int_t
contentlib_value_boolean(const contentlib_place_t *place,
    const contentlib_path_t *path, json_object *json, ngx_uint_t *value)
{
    if (!json_object_is_type(json, json_type_boolean)) {
        return contentlib_fields_refuse(place, path, "is not true or false");
    }

    *value = json_object_get_boolean(json) ? 1 : 0;

    return NGX_OK;
}
