
/*
 * Copyright (C) contentlib authors
 *
 * Parses the lists of the Accept and If-None-Match headers from left to right,
 * without copies.
 */


#include <api/contentlib_negotiation.h>


typedef enum {
    CONTENTLIB_RANGE_NONE = 0,
    CONTENTLIB_RANGE_ANY,                   /* the range of all types */
    CONTENTLIB_RANGE_TYPE,                  /* text, any subtype */
    CONTENTLIB_RANGE_EXACT
} contentlib_range_e;


static contentlib_range_e contentlib_negotiation_best(const ngx_str_t *accept,
    const char *type, const char *subtype, ngx_uint_t *quality);
static ngx_str_t contentlib_negotiation_token(ngx_str_t *rest, u_char end);
static ngx_str_t contentlib_negotiation_trim(ngx_str_t text);
static contentlib_range_e contentlib_negotiation_range(ngx_str_t range,
    const char *type, const char *subtype);
static ngx_uint_t contentlib_negotiation_equal(const ngx_str_t *text,
    const char *word);
static ngx_uint_t contentlib_negotiation_q(ngx_str_t parameters);


ngx_uint_t
contentlib_negotiation_json(const ngx_str_t *accept)
{
    ngx_uint_t          json, html;
    contentlib_range_e  range;

    range = contentlib_negotiation_best(accept, "application", "json", &json);
    (void) contentlib_negotiation_best(accept, "text", "html", &html);

    return json > 0 || (html > 0 && range != CONTENTLIB_RANGE_EXACT);
}


ngx_uint_t
contentlib_negotiation_explorer(const ngx_str_t *accept)
{
    ngx_uint_t          json, html;
    contentlib_range_e  range;

    range = contentlib_negotiation_best(accept, "text", "html", &html);
    (void) contentlib_negotiation_best(accept, "application", "json", &json);

    return html > 0 && html >= json && range == CONTENTLIB_RANGE_EXACT;
}


/* the most specific range that matches, and its quality: 0 before others */

static contentlib_range_e
contentlib_negotiation_best(const ngx_str_t *accept, const char *type,
    const char *subtype, ngx_uint_t *quality)
{
    ngx_str_t           rest, element, range;
    ngx_uint_t          q;
    contentlib_range_e  match, best;

    rest = contentlib_negotiation_trim(*accept);
    best = CONTENTLIB_RANGE_NONE;
    *quality = (rest.len == 0) ? 1000 : 0;

    while (rest.len > 0) {

        element = contentlib_negotiation_token(&rest, ',');
        range = contentlib_negotiation_token(&element, ';');

        match = contentlib_negotiation_range(range, type, subtype);
        q = contentlib_negotiation_q(element);

        if (match > best) {
            best = match;
            *quality = q;

        } else if (match == best) {
            *quality = (*quality && q) ? ngx_max(*quality, q) : 0;
        }
    }

    return best;
}


/*
 * What stands before the first "end" that is not in a quoted string; the rest
 * is what stands after it.
 */

static ngx_str_t
contentlib_negotiation_token(ngx_str_t *rest, u_char end)
{
    u_char      c;
    size_t      i;
    ngx_str_t   token;
    ngx_uint_t  quoted;

    token = *rest;
    quoted = 0;

    for (i = 0; i < token.len; i++) {
        c = token.data[i];

        if (c == '\\' && quoted) {
            i++;

        } else if (c == '"') {
            quoted = !quoted;

        } else if (c == end && !quoted) {
            break;
        }
    }

    token.len = ngx_min(i, token.len);
    rest->data += ngx_min(token.len + 1, rest->len);
    rest->len -= ngx_min(token.len + 1, rest->len);

    return contentlib_negotiation_trim(token);
}


static ngx_str_t
contentlib_negotiation_trim(ngx_str_t text)
{
    while (text.len > 0 && (text.data[0] == ' ' || text.data[0] == '\t')) {
        text.data++;
        text.len--;
    }

    while (text.len > 0 && (text.data[text.len - 1] == ' '
                            || text.data[text.len - 1] == '\t'))
    {
        text.len--;
    }

    return text;
}


static contentlib_range_e
contentlib_negotiation_range(ngx_str_t range, const char *type,
    const char *subtype)
{
    ngx_str_t  first;

    first = contentlib_negotiation_token(&range, '/');

    if (!contentlib_negotiation_equal(&first, type)) {
        return contentlib_negotiation_equal(&first, "*")
               && contentlib_negotiation_equal(&range, "*")
               ? CONTENTLIB_RANGE_ANY : CONTENTLIB_RANGE_NONE;
    }

    if (contentlib_negotiation_equal(&range, "*")) {
        return CONTENTLIB_RANGE_TYPE;
    }

    return contentlib_negotiation_equal(&range, subtype)
           ? CONTENTLIB_RANGE_EXACT : CONTENTLIB_RANGE_NONE;
}


static ngx_uint_t
contentlib_negotiation_equal(const ngx_str_t *text, const char *word)
{
    return text->len == ngx_strlen(word)
           && strncasecmp((const char *) text->data, word, text->len) == 0;
}


/* in thousandths; a value that is not a number counts as 1 */

static ngx_uint_t
contentlib_negotiation_q(ngx_str_t parameters)
{
    ngx_int_t  q;
    ngx_str_t  parameter;

    while (parameters.len > 0) {

        parameter = contentlib_negotiation_token(&parameters, ';');

        if (parameter.len > 2 && ngx_tolower(parameter.data[0]) == 'q'
            && parameter.data[1] == '=')
        {
            q = ngx_atofp(parameter.data + 2, parameter.len - 2, 3);

            return q == NGX_ERROR ? 1000 : (ngx_uint_t) ngx_min(q, 1000);
        }
    }

    return 1000;
}


ngx_uint_t
contentlib_negotiation_has(const ngx_str_t *if_none_match,
    const ngx_str_t *etag)
{
    ngx_str_t  rest, tag;

    rest = contentlib_negotiation_trim(*if_none_match);

    if (contentlib_negotiation_equal(&rest, "*")) {
        return 1;
    }

    /* our tags hold no comma */

    while (rest.len > 0) {

        tag = contentlib_negotiation_token(&rest, ',');

        if (tag.len > 2 && tag.data[0] == 'W' && tag.data[1] == '/') {
            tag.data += 2;
            tag.len -= 2;
        }

        if (tag.len == etag->len
            && ngx_memcmp(tag.data, etag->data, tag.len) == 0)
        {
            return 1;
        }
    }

    return 0;
}
