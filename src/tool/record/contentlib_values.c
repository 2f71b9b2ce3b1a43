
/*
 * Copyright (C) contentlib authors
 *
 * A check for each type, with its limits.
 */


#include <tool/record/contentlib_values.h>

#include <text/contentlib_text.h>

#include <ctype.h>


#define CONTENTLIB_VALUE_NUMBER   ((int64_t) 1 << 53)

#define CONTENTLIB_VALUE_EXCERPT  40

#define CONTENTLIB_VALUE_LETTERS  "abcdefghijklmnopqrstuvwxyz"                \
                                  "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
#define CONTENTLIB_VALUE_TOKEN    CONTENTLIB_VALUE_LETTERS "-+._!#$&^"


static const char *contentlib_value_whole(json_object *json,
    contentlib_value_t *value);
static const char *contentlib_value_utf8(json_object *json,
    contentlib_value_t *value);
static const char *contentlib_value_short(json_object *json,
    contentlib_value_t *value, size_t most, const char *reason);
static const char *contentlib_value_length(const ngx_str_t *text, size_t most,
    const char *reason);
static const char *contentlib_value_url(const ngx_str_t *text);
static ngx_uint_t contentlib_value_scheme(const ngx_str_t *text);
static const char *contentlib_value_hint_time(const ngx_str_t *text,
    char to[CONTENTLIB_QUOTE_SIZE]);
static const char *contentlib_value_hint_slug(const ngx_str_t *text,
    char to[CONTENTLIB_QUOTE_SIZE]);
static const char *contentlib_value_hint_address(const ngx_str_t *text,
    char to[CONTENTLIB_QUOTE_SIZE]);


const char *
contentlib_value_id(json_object *json, contentlib_value_t *value)
{
    const char  *reason;

    reason = contentlib_value_whole(json, value);

    if (reason) {
        return reason;
    }

    return value->number < 1
           || (json_object_is_type(json, json_type_int)
               && json_object_get_uint64(json) > (uint64_t) INT64_MAX)
           ? "is not between 1 and 2^63 - 1" : NULL;
}


const char *
contentlib_value_number(json_object *json, contentlib_value_t *value)
{
    const char  *reason;

    reason = contentlib_value_whole(json, value);

    return reason == NULL
           && (value->number < 0 || value->number > CONTENTLIB_VALUE_NUMBER)
           ? "is not between 0 and 2^53" : reason;
}


/* an integer, or digits, also those of "7.0", whose text json-c keeps */

static const char *
contentlib_value_whole(json_object *json, contentlib_value_t *value)
{
    ngx_str_t  text;

    if (json_object_is_type(json, json_type_int)) {
        value->number = json_object_get_int64(json);

    } else {
        text = contentlib_value_string(json);

        if (json_object_is_type(json, json_type_double)) {
            text.data = (u_char *) json_object_get_string(json);

            if (text.data == NULL) {
                contentlib_no_memory();
            }

            text.len = ngx_strlen(text.data);
        }

        if (contentlib_value_digits(&text, &value->number) != NGX_OK) {
            return "is not a whole number";
        }
    }

    value->text.data = (u_char *) value->digits;
    value->text.len = (size_t) snprintf(value->digits, CONTENTLIB_TIME_SIZE,
                                        "%lld", (long long) value->number);
    return NULL;
}


const char *
contentlib_value_boolean(json_object *json, contentlib_value_t *value)
{
    if (!json_object_is_type(json, json_type_boolean)) {
        return "is not true or false";
    }

    ngx_str_set(&value->text, "false");

    if (json_object_get_boolean(json)) {
        ngx_str_set(&value->text, "true");
    }

    return NULL;
}


const char *
contentlib_value_time(json_object *json, contentlib_value_t *value)
{
    const char  *reason;

    value->hint = contentlib_value_hint_time;
    reason = contentlib_value_utf8(json, value);

    if (reason) {
        return reason;
    }

    if (contentlib_time_parse(&value->text, &value->number) != NGX_OK) {
        return "is not an ISO 8601 UTC time";
    }

    value->text = contentlib_time_format(value->number, value->digits);

    return NULL;
}


const char *
contentlib_value_text(json_object *json, contentlib_value_t *value)
{
    const char  *reason;

    reason = contentlib_value_utf8(json, value);

    return reason == NULL && value->text.len > CONTENTLIB_VALUE_TEXT
           ? "is longer than 65536 bytes" : reason;
}


const char *
contentlib_value_name(json_object *json, contentlib_value_t *value)
{
    return contentlib_value_short(json, value, CONTENTLIB_NAME_LONGEST,
                                  "is longer than 1000 bytes");
}


/* strspn() would make a table for each of the many slugs */

const char *
contentlib_value_slug(json_object *json, contentlib_value_t *value)
{
    const char    *reason;
    const u_char  *p, *last;

    value->hint = contentlib_value_hint_slug;
    reason = contentlib_value_short(json, value, CONTENTLIB_VALUE_SLUG,
                                    "is longer than 255 bytes");
    if (reason) {
        return reason;
    }

    last = value->text.data + value->text.len;

    for (p = value->text.data; p < last; p++) {
        if (!isalnum(*p) && *p != '-' && *p != '_') {
            return "is not a slug";
        }
    }

    return NULL;
}


const char *
contentlib_value_address(json_object *json, contentlib_value_t *value)
{
    const char  *reason;

    value->hint = contentlib_value_hint_address;
    reason = contentlib_value_utf8(json, value);

    if (reason) {
        return reason;
    }

    contentlib_value_lower(&value->text);

    return contentlib_value_url(&value->text);
}


const char *
contentlib_value_format(json_object *json, contentlib_value_t *value)
{
    const char  *reason;

    reason = contentlib_value_utf8(json, value);

    return reason ? reason : contentlib_value_media_type(&value->text);
}


const char *
contentlib_value_content_type(json_object *json, contentlib_value_t *value)
{
    const char  *reason;

    reason = contentlib_value_utf8(json, value);

    if (reason) {
        return reason;
    }

    return value->text.len == 1
           && (value->text.data[0] == 'G' || value->text.data[0] == 'I')
           ? NULL : "is neither \"G\" nor \"I\"";
}


static const char *
contentlib_value_utf8(json_object *json, contentlib_value_t *value)
{
    if (!json_object_is_type(json, json_type_string)) {
        return "is not a string";
    }

    value->text = contentlib_value_string(json);

    return contentlib_text_valid(&value->text) ? NULL : "is not UTF-8";
}


static const char *
contentlib_value_short(json_object *json, contentlib_value_t *value,
    size_t most, const char *reason)
{
    const char  *wrong;

    wrong = contentlib_value_utf8(json, value);

    return wrong ? wrong : contentlib_value_length(&value->text, most, reason);
}


static const char *
contentlib_value_length(const ngx_str_t *text, size_t most,
    const char *reason)
{
    if (text->len == 0) {
        return "is empty";
    }

    return text->len > most ? reason : NULL;
}


ngx_str_t
contentlib_value_string(json_object *json)
{
    ngx_str_t  text;

    ngx_str_null(&text);

    if (json_object_is_type(json, json_type_string)) {
        text.data = (u_char *) json_object_get_string(json);
        text.len = (size_t) json_object_get_string_len(json);
    }

    return text;
}


/* RFC 6838, 4.2, without parameters */

const char *
contentlib_value_media_type(const ngx_str_t *text)
{
    size_t       type, subtype;
    const char  *p;

    p = (const char *) text->data;
    type = strspn(p, CONTENTLIB_VALUE_TOKEN);
    subtype = (p[type] == '/') ? strspn(p + type + 1, CONTENTLIB_VALUE_TOKEN)
                               : 0;

    return type > 0 && subtype > 0 && type + 1 + subtype == text->len
           && text->len <= CONTENTLIB_VALUE_SLUG
           ? NULL : "is not a media type";
}


static const char *
contentlib_value_url(const ngx_str_t *text)
{
    size_t       i, host;
    const char  *reason;

    reason = contentlib_value_length(text, CONTENTLIB_VALUE_URL,
                                     "is longer than 4096 bytes");
    if (reason) {
        return reason;
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
contentlib_value_percent(const ngx_str_t *text)
{
    size_t         i;
    const u_char  *p;

    p = text->data;

    for (i = 0; i < text->len; i++) {
        if (p[i] == '%'
            && (text->len - i < 3 || !isxdigit(p[i + 1])
                || !isxdigit(p[i + 2])))
        {
            return 1;
        }
    }

    return 0;
}


ngx_uint_t
contentlib_value_absolute(const ngx_str_t *text)
{
    return (text->len >= 7
            && strncasecmp((char *) text->data, "http://", 7) == 0)
           || (text->len >= 8
               && strncasecmp((char *) text->data, "https://", 8) == 0);
}


void
contentlib_value_lower(ngx_str_t *address)
{
    size_t  i;

    if (contentlib_value_absolute(address)) {
        for (i = 0; address->data[i] != ':'; i++) {
            address->data[i] = (u_char) ngx_tolower(address->data[i]);
        }
    }
}


const char *
contentlib_value_media_url(const ngx_str_t *url)
{
    size_t       i;
    const char  *reason;

    reason = contentlib_value_url(url);

    if (url->len > CONTENTLIB_DB_MEDIA_URL) {
        return "is longer than 255 bytes";
    }

    if (reason != NULL) {
        return reason;
    }

    if (!contentlib_value_absolute(url)) {
        return "is not an http(s) address";
    }

    if (!contentlib_text_valid(url)) {
        return "is not UTF-8";
    }

    /* the API would show a password to everybody */

    for (i = url->data[4] == ':' ? 7 : 8;
         i < url->len && ngx_strchr("/?#", url->data[i]) == NULL;
         i++)
    {
        if (url->data[i] == '@') {
            return "has a user name or a password";
        }
    }

    return NULL;
}


ngx_str_t
contentlib_value_strip(const ngx_str_t *media_url, const ngx_str_t *address)
{
    ngx_str_t  rest;

    if (media_url->len == 0 || address->len <= media_url->len
        || ngx_memcmp(address->data, media_url->data, media_url->len) != 0)
    {
        return *address;
    }

    rest.data = address->data + media_url->len;
    rest.len = address->len - media_url->len;

    /* "https://m.example/lib" does not begin "https://m.example/library/" */

    if ((rest.data[-1] != '/' && rest.data[0] != '/')
        || contentlib_value_absolute(&rest) || contentlib_value_url(&rest))
    {
        return *address;
    }

    return rest;
}


/* whether the first segment of a path has a colon */

static ngx_uint_t
contentlib_value_scheme(const ngx_str_t *text)
{
    size_t  i;

    i = 0;

    while (i < text->len && ngx_strchr(":/?#", text->data[i]) == NULL) {
        i++;
    }

    return i < text->len && text->data[i] == ':';
}


ngx_int_t
contentlib_value_digits(const ngx_str_t *text, int64_t *value)
{
    char                *end;
    unsigned long long   number;

    *value = -1;

    if (text->len == 0 || !isdigit(text->data[0])) {
        return NGX_ERROR;
    }

    number = strtoull((char *) text->data, &end, 10);

    /* as programs write numbers of a column in which some are missing */

    if (end[0] == '.' && end[1] == '0') {
        end += 1 + strspn(end + 1, "0");
    }

    if ((u_char *) end != text->data + text->len) {
        return NGX_ERROR;
    }

    if (number <= INT64_MAX) {
        *value = (int64_t) number;
    }

    return NGX_OK;
}


ngx_str_t
contentlib_value_label(const ngx_str_t *content_type)
{
    static const ngx_str_t  animation = ngx_string("GIF");
    static const ngx_str_t  image = ngx_string("Static Image");

    return content_type->data[0] == 'G' ? animation : image;
}


const char *
contentlib_value_excerpt(contentlib_value_hint_pt hint, json_object *json,
    char to[CONTENTLIB_EXCERPT_SIZE])
{
    char        quoted[CONTENTLIB_QUOTE_SIZE], form[CONTENTLIB_QUOTE_SIZE];
    size_t      len;
    ngx_str_t   text;
    const char *correct, *quote;

    to[0] = '\0';

    if (json == NULL || json_object_is_type(json, json_type_object)
        || json_object_is_type(json, json_type_array))
    {
        return to;
    }

    if (json_object_is_type(json, json_type_string)) {
        text = contentlib_value_string(json);
        quote = "\"";

    } else {
        text.data = (u_char *) json_object_to_json_string_length(json,
                                            JSON_C_TO_STRING_PLAIN, &text.len);
        quote = "";
    }

    if (text.data == NULL || text.len == 0) {
        return to;
    }

    /* only whole characters */

    for (len = ngx_min(text.len, CONTENTLIB_VALUE_EXCERPT);
         len < text.len && len > 0 && (text.data[len] & 0xc0) == 0x80;
         len--)
    {
        /* void */
    }

    correct = hint ? hint(&text, form) : NULL;

    (void) snprintf(to, CONTENTLIB_EXCERPT_SIZE, ": %s%s%s%s%s%s%s", quote,
                    contentlib_message_quote(quoted, text.data, len),
                    len < text.len ? "..." : "", quote,
                    correct ? " (write " : "", correct ? correct : "",
                    correct ? ")" : "");

    return to;
}


static const char *
contentlib_value_hint_slug(const ngx_str_t *text,
    char to[CONTENTLIB_QUOTE_SIZE])
{
    return text->len > CONTENTLIB_VALUE_SLUG
           ? NULL : "ASCII letters, digits, \"-\" and \"_\"";
}


static const char *
contentlib_value_hint_address(const ngx_str_t *text,
    char to[CONTENTLIB_QUOTE_SIZE])
{
    if (contentlib_value_percent(text)) {
        return "%25 for a percent sign";
    }

    return memchr(text->data, ' ', text->len) ? "%20 for a space" : NULL;
}


/*
 * Midnight for a date, hyphens for what else separates its numbers, and "Z" for
 * UTC or no zone.
 */

static const char *
contentlib_value_hint_time(const ngx_str_t *text,
    char to[CONTENTLIB_QUOTE_SIZE])
{
    int          n;
    size_t       i, len;
    int64_t      time;
    ngx_str_t    form;
    const char  *zone;

    static const char  pattern[] = "YYYY-MM-DDTHH:MM:SSZ";

    if (text->len < 10 || text->len > CONTENTLIB_TIME_SIZE) {
        return pattern;
    }

    len = (text->len == 10)
          ? 10 : 11 + strspn((char *) text->data + 11, "0123456789:.");

    zone = (char *) text->data + len;
    zone += (*zone == ' ');

    if (*zone == '\0' || strcmp(zone, "UTC") == 0 || strcmp(zone, "GMT") == 0) {
        zone = "Z";
    }

    /* Java writes the name of the zone behind its offset */

    n = snprintf(to, CONTENTLIB_QUOTE_SIZE, "\"%.10s%s%.*s%.*s\"", text->data,
                 text->len == 10 ? "T00:00:00" : "T",
                 text->len == 10 ? 0 : (int) (len - 11), text->data + 11,
                 (int) strcspn(zone, "["), zone);

    /* exiftool writes colons, people write other separators */

    for (i = sizeof("\"YYYY") - 1; i < sizeof("\"YYYY-MM-"); i += 3) {
        if (to[i] == ':' || to[i] == '/' || to[i] == '.') {
            to[i] = '-';
        }
    }

    form.data = (u_char *) to + 1;
    form.len = (size_t) n - 2;
    to[n - 1] = '\0';

    if (contentlib_time_parse(&form, &time) != NGX_OK) {
        return pattern;
    }

    to[n - 1] = '"';

    return to;
}
