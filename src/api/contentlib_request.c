
/*
 * Copyright (C) contentlib authors
 *
 * Splits the path into a list and the key of a record, by a table of lists.
 * Reads the arguments that the endpoint knows: page, format and filters.  A
 * table lists the filters of each endpoint.  The digest of an answer is
 * made of the same values.
 */


#include <api/contentlib_request.h>
#include <text/contentlib_text.h>

#include <endian.h>


#define CONTENTLIB_SUGGESTIONS      10
#define CONTENTLIB_SUGGESTIONS_MAX  50


typedef ngx_uint_t (*contentlib_route_key_pt)(const ngx_str_t *key);


typedef struct {
    const char               *segment;
    contentlib_endpoint_e     list;
    contentlib_endpoint_e     record;
    contentlib_route_key_pt   key;          /* NULL: there are no records */
} contentlib_segment_t;


typedef struct {
    contentlib_endpoint_e    endpoint;
    const char              *name;
    contentlib_value_e       value;
} contentlib_request_filter_t;


static ngx_uint_t contentlib_route_id(const ngx_str_t *key);
static ngx_uint_t contentlib_route_slug(const ngx_str_t *key);
static void contentlib_request_page(contentlib_request_t *request,
    const contentlib_paging_t *paging);
static uint64_t contentlib_request_integer(contentlib_request_t *request,
    const char *name, int64_t least, uint64_t absent, ngx_uint_t strict);
static ngx_int_t contentlib_request_number(const ngx_str_t *value,
    int64_t *number);
static ngx_int_t contentlib_request_filters(contentlib_request_t *request,
    ngx_pool_t *pool);
static ngx_int_t contentlib_request_tag(ngx_str_t *value, ngx_pool_t *pool);
static ngx_int_t contentlib_request_search(ngx_str_t *value,
    ngx_pool_t *pool);
static void contentlib_request_error(contentlib_request_t *request,
    const char *name, const char *text);
static void contentlib_request_digest_args(const contentlib_args_t *args,
    ngx_md5_t *md5);
static void contentlib_request_digest_number(ngx_md5_t *md5,
    uint64_t number);
static void contentlib_request_digest_text(ngx_md5_t *md5,
    const ngx_str_t *text);
static ngx_uint_t contentlib_request_is_list(
    const contentlib_request_t *request);


static const contentlib_segment_t  contentlib_segments[] = {

    { "content_items",
      CONTENTLIB_CONTENT_ITEMS, CONTENTLIB_CONTENT_ITEM,
      contentlib_route_id },

    { "collections",
      CONTENTLIB_COLLECTIONS, CONTENTLIB_COLLECTION,
      contentlib_route_slug },

    { "tags",
      CONTENTLIB_TAGS, CONTENTLIB_TAG,
      contentlib_route_slug },

    { "search",
      CONTENTLIB_SEARCH, CONTENTLIB_SEARCH,
      NULL },

    { NULL, CONTENTLIB_ROOT, CONTENTLIB_ROOT, NULL }
};


static const contentlib_request_filter_t  contentlib_request_filter[] = {

    { CONTENTLIB_CONTENT_ITEMS, "text",
      CONTENTLIB_VALUE_TEXT },

    { CONTENTLIB_CONTENT_ITEMS, "tag",
      CONTENTLIB_VALUE_TAG },

    { CONTENTLIB_CONTENT_ITEMS, "tag-slug",
      CONTENTLIB_VALUE_TAG_SLUG },

    { CONTENTLIB_CONTENT_ITEMS, "tag-partial",
      CONTENTLIB_VALUE_TAG_PARTIAL },

    { CONTENTLIB_CONTENT_ITEMS, "search",
      CONTENTLIB_VALUE_SEARCH },

    { CONTENTLIB_CONTENT_ITEMS, "collection",
      CONTENTLIB_VALUE_COLLECTION },

    { CONTENTLIB_CONTENT_ITEMS, "content_type",
      CONTENTLIB_VALUE_CONTENT_TYPE },

    { CONTENTLIB_CONTENT_ITEMS, "without",
      CONTENTLIB_VALUE_WITHOUT },

    { CONTENTLIB_TAGS, "name",
      CONTENTLIB_VALUE_NAME },

    { CONTENTLIB_SEARCH, "text",
      CONTENTLIB_VALUE_TEXT },

    { CONTENTLIB_ENDPOINTS, NULL, CONTENTLIB_VALUES }
};


ngx_int_t
contentlib_route_parse(const ngx_str_t *path, contentlib_route_t *route)
{
    ngx_str_t                    segment;
    const u_char                *slash;
    const contentlib_segment_t  *s;

    ngx_memzero(route, sizeof(contentlib_route_t));

    route->endpoint = CONTENTLIB_ROOT;
    route->list = "";
    route->slash = 1;

    if (path->len == 0) {
        return NGX_OK;
    }

    segment = *path;
    route->slash = (path->data[path->len - 1] == '/');
    segment.len -= route->slash;

    slash = memchr(segment.data, '/', segment.len);

    if (slash != NULL) {
        route->key.data = (u_char *) slash + 1;
        route->key.len = (size_t) (segment.data + segment.len
                                   - route->key.data);
        segment.len = (size_t) (slash - segment.data);
    }

    for (s = contentlib_segments; s->segment != NULL; s++) {

        if (!contentlib_args_equal(&segment, s->segment)) {
            continue;
        }

        route->list = s->segment;
        route->endpoint = slash ? s->record : s->list;

        if (slash == NULL) {
            return NGX_OK;
        }

        return s->key && s->key(&route->key) ? NGX_OK : NGX_DECLINED;
    }

    return NGX_DECLINED;
}


static ngx_uint_t
contentlib_route_id(const ngx_str_t *key)
{
    return ngx_atoi(key->data, key->len) > 0 && key->data[0] != '0';
}


static ngx_uint_t
contentlib_route_slug(const ngx_str_t *key)
{
    return key->len <= CONTENTLIB_SLUG_MAX && contentlib_name_valid(key);
}


ngx_uint_t
contentlib_name_valid(const ngx_str_t *text)
{
    size_t  i;
    u_char  c;

    for (i = 0; i < text->len; i++) {
        c = text->data[i];

        if ((c < '0' || c > '9') && (c < 'A' || c > 'Z')
            && (c < 'a' || c > 'z') && c != '_' && c != '-')
        {
            return 0;
        }
    }

    return text->len != 0;
}


ngx_int_t
contentlib_request_parse(contentlib_request_t *request, const ngx_str_t *text,
    const contentlib_paging_t *paging, ngx_pool_t *pool)
{
    ngx_int_t            rc;
    contentlib_paging_t  search;

    rc = contentlib_args_parse(text, pool, &request->args);

    if (rc != NGX_OK) {
        return rc;
    }

    request->format = contentlib_args_value(&request->args, "format");

    if (contentlib_request_is_list(request)) {
        contentlib_request_page(request, paging);

    } else if (request->route.endpoint == CONTENTLIB_SEARCH) {
        search.page_size = CONTENTLIB_SUGGESTIONS;
        search.max_page_size = CONTENTLIB_SUGGESTIONS_MAX;
        search.strict = paging->strict;

        contentlib_request_page(request, &search);
    }

    return contentlib_request_filters(request, pool);
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
    int64_t least, uint64_t absent, ngx_uint_t strict)
{
    int64_t           number;
    ngx_int_t         rc;
    const ngx_str_t  *value;

    value = contentlib_args_value(&request->args, name);

    if (value == NULL || value->len == 0) {
        return absent;
    }

    rc = contentlib_request_number(value, &number);

    if (rc == NGX_OK && number >= least) {
        return (uint64_t) number;
    }

    if (strict) {
        contentlib_request_error(request, name,
                    rc != NGX_OK ? "A valid integer is required."
                    : least ? "Ensure this value is greater than or equal to 1."
                    : "Ensure this value is greater than or equal to 0.");
    }

    return absent;
}


/*
 * NGX_DECLINED if it is none; one with a minus is -1, and one that is too large
 * is the largest one.  strtoll() does not read beyond the value: a zero byte
 * follows it.
 */

static ngx_int_t
contentlib_request_number(const ngx_str_t *value, int64_t *number)
{
    char  *p, *end, *last;

    p = (char *) value->data;
    last = p + value->len;

    *number = strtoll(p, &end, 10);

    if (end == p) {
        return NGX_DECLINED;
    }

    if (memchr(p, '-', value->len) != NULL) {
        *number = -1;
    }

    while (end < last && contentlib_text_blank((u_char) *end)) {
        end++;
    }

    return end == last ? NGX_OK : NGX_DECLINED;
}


static ngx_int_t
contentlib_request_filters(contentlib_request_t *request, ngx_pool_t *pool)
{
    ngx_str_t                          *to;
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

        to = &request->values[filter->value];
        *to = *value;

        if (filter->value == CONTENTLIB_VALUE_TAG
            && contentlib_request_tag(to, pool) != NGX_OK)
        {
            return NGX_ERROR;
        }

        if (filter->value == CONTENTLIB_VALUE_SEARCH
            && contentlib_request_search(to, pool) != NGX_OK)
        {
            return NGX_ERROR;
        }

        if (to->len != 0) {
            request->filtered = 1;
        }
    }

    return NGX_OK;
}


/* the folded name; one that is folded to nothing has a NUL: no tag has it */

static ngx_int_t
contentlib_request_tag(ngx_str_t *value, ngx_pool_t *pool)
{
    ngx_str_t  folded;

    if (contentlib_text_fold(value, pool, &folded) != NGX_OK) {
        return NGX_ERROR;
    }

    if (folded.len == 0 && value->len != 0) {
        ngx_str_set(&folded, "\0");
    }

    *value = folded;

    return NGX_OK;
}


/* a value without terms is no filter; one with a NUL matches nothing */

static ngx_int_t
contentlib_request_search(ngx_str_t *value, ngx_pool_t *pool)
{
    ngx_str_t  folded, terms;

    if (contentlib_text_fold(value, pool, &folded) != NGX_OK
        || contentlib_term_text(&folded, pool, &terms) != NGX_OK)
    {
        return NGX_ERROR;
    }

    if (terms.len == 0
        && memchr(folded.data, '\0', folded.len) == NULL)
    {
        value->len = 0;
    }

    return NGX_OK;
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
contentlib_request_format_known(const ngx_str_t *format)
{
    return format == NULL || format->len == 0
           || contentlib_args_equal(format, "json")
           || contentlib_args_equal(format, "api");
}


ngx_uint_t
contentlib_request_format_json(const ngx_str_t *format)
{
    return format != NULL && contentlib_args_equal(format, "json");
}


/* the search shows its text only by what matches, so the text is a field */

void
contentlib_request_digest(const contentlib_request_t *request,
    const contentlib_view_t *view, ngx_md5_t *md5)
{
    ngx_uint_t  i;

    static const ngx_str_t  none = ngx_null_string;

    const uint64_t  numbers[] = {
        request->route.endpoint,
        request->limit,
        request->offset,
        view->numbers_as_strings,
        request->format != NULL
    };

    const ngx_str_t *const  texts[] = {
        &request->route.key,
        request->format ? request->format : &none,
        &request->values[CONTENTLIB_VALUE_TEXT],
        &view->base,
        &view->media_url,
        &view->partner
    };

    for (i = 0; i < sizeof(numbers) / sizeof(numbers[0]); i++) {
        contentlib_request_digest_number(md5, numbers[i]);
    }

    for (i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
        contentlib_request_digest_text(md5, texts[i]);
    }

    if (contentlib_request_is_list(request)) {
        contentlib_request_digest_args(&request->args, md5);
    }
}


/* the links of a list repeat all arguments; no other answer does */

static void
contentlib_request_digest_args(const contentlib_args_t *args, ngx_md5_t *md5)
{
    ngx_uint_t               i;
    const contentlib_arg_t  *arg;

    for (i = 0; i < args->n; i++) {
        arg = &args->elts[i];

        if (!contentlib_args_equal(&arg->name, "limit")
            && !contentlib_args_equal(&arg->name, "offset"))
        {
            contentlib_request_digest_text(md5, &arg->name);
            contentlib_request_digest_text(md5, &arg->value);
        }
    }
}


/* in one order of bytes, so that all machines make the same digest */

static void
contentlib_request_digest_number(ngx_md5_t *md5, uint64_t number)
{
    number = htole64(number);

    ngx_md5_update(md5, &number, sizeof(uint64_t));
}


static void
contentlib_request_digest_text(ngx_md5_t *md5, const ngx_str_t *text)
{
    contentlib_request_digest_number(md5, text->len);

    if (text->len != 0) {
        ngx_md5_update(md5, text->data, text->len);
    }
}


static ngx_uint_t
contentlib_request_is_list(const contentlib_request_t *request)
{
    return request->route.endpoint == CONTENTLIB_CONTENT_ITEMS
           || request->route.endpoint == CONTENTLIB_COLLECTIONS
           || request->route.endpoint == CONTENTLIB_TAGS;
}
