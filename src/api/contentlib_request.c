
/*
 * Copyright (C) contentlib authors
 *
 * Reads the arguments that the endpoint knows: page, format and filters.  A
 * table lists the filters of each endpoint.  The key of an answer is made of
 * the same values.
 */


#include <api/contentlib_request.h>


#define CONTENTLIB_SUGGESTIONS      10
#define CONTENTLIB_SUGGESTIONS_MAX  50
#define CONTENTLIB_INTEGER_MAX      INT64_MAX

#define CONTENTLIB_KEY_NUMBER       sizeof(uint64_t)
#define CONTENTLIB_KEY_FIELDS       7


typedef enum {
    CONTENTLIB_INTEGER = 0,
    CONTENTLIB_INTEGER_ABSENT,
    CONTENTLIB_INTEGER_NEGATIVE,
    CONTENTLIB_INTEGER_MALFORMED
} contentlib_integer_e;


typedef struct {
    contentlib_endpoint_e    endpoint;
    const char              *name;
    size_t                   field;         /* offset in the request */
} contentlib_request_filter_t;


static void contentlib_request_page(contentlib_request_t *request,
    const contentlib_paging_t *paging);
static uint64_t contentlib_request_integer(contentlib_request_t *request,
    const char *name, uint64_t least, uint64_t absent, ngx_uint_t strict);
static contentlib_integer_e contentlib_request_number(const ngx_str_t *value,
    uint64_t *number);
static ngx_uint_t contentlib_request_blank(u_char c);
static void contentlib_request_filters(contentlib_request_t *request);
static void contentlib_request_error(contentlib_request_t *request,
    const char *name, const char *text);
static ngx_uint_t contentlib_request_format_is(
    const contentlib_request_t *request, const char *format);
static const ngx_str_t *contentlib_request_key_field(
    const contentlib_request_t *request, const contentlib_view_t *view,
    ngx_uint_t i);
static u_char *contentlib_request_key_number(u_char *p, uint64_t number);
static u_char *contentlib_request_key_text(u_char *p, const ngx_str_t *text);
static ngx_int_t contentlib_request_key_args(
    const contentlib_request_t *request, ngx_pool_t *pool,
    contentlib_args_t *args);


static const contentlib_request_filter_t  contentlib_request_filter[] = {

    { CONTENTLIB_CONTENT_ITEMS, "text",
      offsetof(contentlib_request_t, text) },

    { CONTENTLIB_CONTENT_ITEMS, "tag",
      offsetof(contentlib_request_t, tag) },

    { CONTENTLIB_CONTENT_ITEMS, "tag-slug",
      offsetof(contentlib_request_t, tag_slug) },

    { CONTENTLIB_CONTENT_ITEMS, "tag-partial",
      offsetof(contentlib_request_t, tag_partial) },

    { CONTENTLIB_CONTENT_ITEMS, "search",
      offsetof(contentlib_request_t, search) },

    { CONTENTLIB_CONTENT_ITEMS, "collection",
      offsetof(contentlib_request_t, collection) },

    { CONTENTLIB_CONTENT_ITEMS, "content_type",
      offsetof(contentlib_request_t, content_type) },

    { CONTENTLIB_TAGS, "name",
      offsetof(contentlib_request_t, name) },

    { CONTENTLIB_SEARCH, "text",
      offsetof(contentlib_request_t, text) },

    { CONTENTLIB_ENDPOINTS, NULL, 0 }
};


ngx_int_t
contentlib_request_parse(contentlib_request_t *request, const ngx_str_t *query,
    const contentlib_paging_t *paging, ngx_pool_t *pool)
{
    ngx_int_t            rc;
    const ngx_str_t     *ordering;
    contentlib_paging_t  search;

    rc = contentlib_args_parse(query, pool, &request->args);

    if (rc != NGX_OK) {
        return rc;
    }

    request->format = contentlib_args_value(&request->args, "format");

    switch (request->route.endpoint) {

    case CONTENTLIB_CONTENT_ITEMS:
    case CONTENTLIB_COLLECTIONS:
    case CONTENTLIB_TAGS:
        contentlib_request_page(request, paging);
        break;

    case CONTENTLIB_SEARCH:
        search.page_size = CONTENTLIB_SUGGESTIONS;
        search.max_page_size = CONTENTLIB_SUGGESTIONS_MAX;
        search.strict = paging->strict;

        contentlib_request_page(request, &search);
        break;

    default:
        break;
    }

    contentlib_request_filters(request);

    ordering = contentlib_args_value(&request->args, "ordering");

    if (ordering != NULL) {
        request->ordering = *ordering;
    }

    return NGX_OK;
}


static void
contentlib_request_page(contentlib_request_t *request,
    const contentlib_paging_t *paging)
{
    request->limit = contentlib_request_integer(request, "limit", 1,
                                                paging->page_size,
                                                paging->strict);

    request->limit = ngx_min(request->limit, paging->max_page_size);

    if (request->route.endpoint == CONTENTLIB_SEARCH) {
        return;
    }

    request->offset = contentlib_request_integer(request, "offset", 0, 0,
                                                 paging->strict);
}


static uint64_t
contentlib_request_integer(contentlib_request_t *request, const char *name,
    uint64_t least, uint64_t absent, ngx_uint_t strict)
{
    uint64_t              number;
    const ngx_str_t      *value;
    contentlib_integer_e  kind;

    number = 0;

    value = contentlib_args_value(&request->args, name);
    kind = value ? contentlib_request_number(value, &number)
                 : CONTENTLIB_INTEGER_ABSENT;

    if (kind == CONTENTLIB_INTEGER && number >= least) {
        return number;
    }

    if (!strict || kind == CONTENTLIB_INTEGER_ABSENT) {
        return absent;
    }

    if (kind == CONTENTLIB_INTEGER_MALFORMED) {
        contentlib_request_error(request, name,
                                  "A valid integer is required.");
        return absent;
    }

    contentlib_request_error(request, name, least
                              ? "Ensure this value is greater than or equal"
                                " to 1."
                              : "Ensure this value is greater than or equal"
                                " to 0.");
    return absent;
}


static contentlib_integer_e
contentlib_request_number(const ngx_str_t *value, uint64_t *number)
{
    ngx_uint_t     negative;
    const u_char  *p, *last;

    p = value->data;
    last = p + value->len;

    if (p == last) {
        return CONTENTLIB_INTEGER_ABSENT;
    }

    while (p < last && contentlib_request_blank(*p)) {
        p++;
    }

    while (last > p && contentlib_request_blank(last[-1])) {
        last--;
    }

    negative = (p < last && *p == '-');

    if (p < last && (*p == '-' || *p == '+')) {
        p++;
    }

    if (p == last) {
        return CONTENTLIB_INTEGER_MALFORMED;
    }

    for (*number = 0; p < last; p++) {

        if (*p < '0' || *p > '9') {
            return CONTENTLIB_INTEGER_MALFORMED;
        }

        if (*number > (CONTENTLIB_INTEGER_MAX - (uint64_t) (*p - '0')) / 10) {
            *number = CONTENTLIB_INTEGER_MAX;
            continue;
        }

        *number = *number * 10 + (uint64_t) (*p - '0');
    }

    return negative ? CONTENTLIB_INTEGER_NEGATIVE : CONTENTLIB_INTEGER;
}


static ngx_uint_t
contentlib_request_blank(u_char c)
{
    return c == ' ' || (c >= '\t' && c <= '\r');
}


static void
contentlib_request_filters(contentlib_request_t *request)
{
    ngx_str_t                          *field;
    const ngx_str_t                    *value;
    const contentlib_request_filter_t  *filter;

    for (filter = contentlib_request_filter; filter->name; filter++) {

        if (filter->endpoint != request->route.endpoint) {
            continue;
        }

        value = contentlib_args_value(&request->args, filter->name);

        if (value == NULL) {
            continue;
        }

        if (value->len > CONTENTLIB_FILTER_MAX) {
            contentlib_request_error(request, filter->name,
                        "Ensure this field has no more than 256 bytes.");
            continue;
        }

        field = (ngx_str_t *) (void *) ((u_char *) request + filter->field);
        *field = *value;
    }
}


static void
contentlib_request_error(contentlib_request_t *request, const char *name,
    const char *text)
{
    request->errors[request->nerrors].name = name;
    request->errors[request->nerrors].text = text;
    request->nerrors++;
}


ngx_uint_t
contentlib_request_format_known(const contentlib_request_t *request)
{
    return request->format == NULL || request->format->len == 0
           || contentlib_request_format_is(request, "json")
           || contentlib_request_format_is(request, "api");
}


ngx_uint_t
contentlib_request_format_json(const contentlib_request_t *request)
{
    return contentlib_request_format_is(request, "json");
}


static ngx_uint_t
contentlib_request_format_is(const contentlib_request_t *request,
    const char *format)
{
    size_t  len;

    len = ngx_strlen(format);

    return request->format != NULL && request->format->len == len
           && ngx_memcmp(request->format->data, format, len) == 0;
}


ngx_int_t
contentlib_request_key(const contentlib_request_t *request,
    const contentlib_view_t *view, ngx_pool_t *pool, ngx_str_t *key)
{
    size_t             room;
    u_char            *p;
    ngx_uint_t         i;
    contentlib_args_t  args;

    if (contentlib_request_key_args(request, pool, &args) != NGX_OK) {
        return NGX_ERROR;
    }

    room = (6 + CONTENTLIB_KEY_FIELDS + 2 * args.n) * CONTENTLIB_KEY_NUMBER;

    for (i = 0; i < CONTENTLIB_KEY_FIELDS; i++) {
        room += contentlib_request_key_field(request, view, i)->len;
    }

    for (i = 0; i < args.n; i++) {
        room += args.elts[i].name.len + args.elts[i].value.len;
    }

    p = ngx_pnalloc(pool, room);
    if (p == NULL) {
        return NGX_ERROR;
    }

    key->data = p;

    p = contentlib_request_key_number(p, request->route.endpoint);
    p = contentlib_request_key_number(p, (uint64_t) request->route.id);
    p = contentlib_request_key_number(p, request->limit);
    p = contentlib_request_key_number(p, request->offset);
    p = contentlib_request_key_number(p, view->numbers_as_strings);
    p = contentlib_request_key_number(p, request->format != NULL);

    for (i = 0; i < CONTENTLIB_KEY_FIELDS; i++) {
        p = contentlib_request_key_text(p,
                             contentlib_request_key_field(request, view, i));
    }

    for (i = 0; i < args.n; i++) {
        p = contentlib_request_key_text(p, &args.elts[i].name);
        p = contentlib_request_key_text(p, &args.elts[i].value);
    }

    key->len = (size_t) (p - key->data);

    return NGX_OK;
}


/* the search shows its text only by what matches, so the text is a field */

static const ngx_str_t *
contentlib_request_key_field(const contentlib_request_t *request,
    const contentlib_view_t *view, ngx_uint_t i)
{
    static const ngx_str_t  none = ngx_null_string;

    const ngx_str_t *const  fields[CONTENTLIB_KEY_FIELDS] = {
        &request->route.slug,
        request->format ? request->format : &none,
        &request->text,
        &view->base_url,
        &view->root,
        &view->media_url,
        &view->partner
    };

    return fields[i];
}


/* the links of a list repeat all arguments; no other answer does */

static ngx_int_t
contentlib_request_key_args(const contentlib_request_t *request,
    ngx_pool_t *pool, contentlib_args_t *args)
{
    contentlib_args_t  rest;

    ngx_memzero(args, sizeof(contentlib_args_t));

    switch (request->route.endpoint) {

    case CONTENTLIB_CONTENT_ITEMS:
    case CONTENTLIB_COLLECTIONS:
    case CONTENTLIB_TAGS:
        break;

    default:
        return NGX_OK;
    }

    if (contentlib_args_set(&request->args, "limit", NULL, pool, &rest)
        != NGX_OK)
    {
        return NGX_ERROR;
    }

    return contentlib_args_set(&rest, "offset", NULL, pool, args);
}


/* in one order of bytes, so that all machines make the same key */

static u_char *
contentlib_request_key_number(u_char *p, uint64_t number)
{
#if (NGX_HAVE_LITTLE_ENDIAN)

    return ngx_cpymem(p, &number, CONTENTLIB_KEY_NUMBER);

#else
    ngx_uint_t  i;

    for (i = 0; i < CONTENTLIB_KEY_NUMBER; i++) {
        *p++ = (u_char) (number >> (8 * i));
    }

    return p;
#endif
}


static u_char *
contentlib_request_key_text(u_char *p, const ngx_str_t *text)
{
    p = contentlib_request_key_number(p, text->len);

    return text->len ? ngx_cpymem(p, text->data, text->len) : p;
}
