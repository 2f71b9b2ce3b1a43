
/*
 * Copyright (C) contentlib authors
 *
 * Path and query to a request and its digest.  The input: path, query, another
 * query, settings, a line each.
 */


#include <fuzz_utf8.h>
#include <api/contentlib_request.h>


#define WORD  "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz_-"


static const char *const  lists[] = {
    "content_items", "collections", "tags", "search"
};


static const contentlib_view_t  view = {
    .base_url = ngx_string("http://localhost"),
    .root = ngx_string("/api/v1/")
};


/* the endpoint, or CONTENTLIB_ENDPOINTS if the address has no endpoint */

static contentlib_endpoint_e
model_route(const ngx_str_t *text)
{
    char        path[8192];
    size_t      i, len, key;
    const char  *p;

    if (text->len == 0) {
        return CONTENTLIB_ROOT;
    }

    if (memchr(text->data, '\0', text->len)) {
        return CONTENTLIB_ENDPOINTS;
    }

    (void) snprintf(path, sizeof(path), "%s", fuzz_zero(text));

    if (path[text->len - 1] == '/') {
        path[text->len - 1] = '\0';
    }

    for (i = 0; i < 4; i++) {
        len = strlen(lists[i]);

        if (strcmp(path, lists[i]) == 0) {
            return i == 3 ? CONTENTLIB_SEARCH : (contentlib_endpoint_e)
                                                (2 * i + 1);
        }

        if (strncmp(path, lists[i], len) != 0 || path[len] != '/') {
            continue;
        }

        p = path + len + 1;
        key = strlen(p);

        if (i == 0 && key > 0 && key == strspn(p, "0123456789")
            && p[0] != '0'
            && (key < 19
                || (key == 19 && strcmp(p, "9223372036854775807") <= 0)))
        {
            return CONTENTLIB_CONTENT_ITEM;
        }

        if ((i == 1 || i == 2) && key > 0 && key <= CONTENTLIB_SLUG_MAX
            && key == strspn(p, WORD))
        {
            return i == 1 ? CONTENTLIB_COLLECTION : CONTENTLIB_TAG;
        }
    }

    return CONTENTLIB_ENDPOINTS;
}


/* bounds only; t/paging.t tests the values */

static void
check_page(const contentlib_request_t *request,
    const contentlib_paging_t *paging)
{
    uint64_t  most;

    switch (request->route.endpoint) {

    case CONTENTLIB_CONTENT_ITEMS:
    case CONTENTLIB_COLLECTIONS:
    case CONTENTLIB_TAGS:
        most = paging->max_page_size;
        break;

    case CONTENTLIB_SEARCH:
        hold(request->offset == 0, "offset of a search");
        most = 50;
        break;

    default:
        hold(request->offset == 0 && request->limit == 0
             && request->nerrors == 0, "page of a record");
        return;
    }

    hold(request->limit >= 1 && request->limit <= most, "bounds of limit");
    hold(request->offset <= INT64_MAX, "bounds of offset");
    hold(request->nerrors <= CONTENTLIB_ERRORS_MAX, "errors");
}


/* the last value of a filter counts, if the endpoint has this filter */

static ngx_uint_t
check_filter(const contentlib_request_t *request, const char *name,
    const ngx_str_t *field, ngx_uint_t known)
{
    ngx_uint_t        i, refused;
    const ngx_str_t  *value;

    refused = 0;
    value = contentlib_args_value(&request->args, name);

    for (i = 0; i < request->nerrors; i++) {
        refused |= strcmp(request->errors[i].name, name) == 0;
    }

    if (!known || value == NULL) {
        hold(field->len == 0 && !refused, "%s, where there is none", name);

    } else if (value->len > 256) {
        hold(field->len == 0 && refused, "%s too long", name);

    } else {
        hold(fuzz_equal(field, value) && !refused, "%s", name);
    }

    return refused;
}


static void
check_filters(const contentlib_request_t *request,
    const contentlib_paging_t *paging)
{
    ngx_uint_t             refused;
    contentlib_endpoint_e  endpoint;

    endpoint = request->route.endpoint;

    refused = check_filter(request, "text", &request->text,
                           endpoint == CONTENTLIB_CONTENT_ITEMS
                           || endpoint == CONTENTLIB_SEARCH);
    refused += check_filter(request, "tag", &request->tag,
                            endpoint == CONTENTLIB_CONTENT_ITEMS);
    refused += check_filter(request, "tag-slug", &request->tag_slug,
                            endpoint == CONTENTLIB_CONTENT_ITEMS);
    refused += check_filter(request, "tag-partial", &request->tag_partial,
                            endpoint == CONTENTLIB_CONTENT_ITEMS);
    refused += check_filter(request, "search", &request->search,
                            endpoint == CONTENTLIB_CONTENT_ITEMS);
    refused += check_filter(request, "collection", &request->collection,
                            endpoint == CONTENTLIB_CONTENT_ITEMS);
    refused += check_filter(request, "content_type", &request->content_type,
                            endpoint == CONTENTLIB_CONTENT_ITEMS);
    refused += check_filter(request, "name", &request->name,
                            endpoint == CONTENTLIB_TAGS);

    hold(request->nerrors <= refused + (paging->strict ? 2 : 0), "errors");
}


static ngx_uint_t
parse(contentlib_request_t *request, const ngx_str_t *path,
    const ngx_str_t *query, const contentlib_paging_t *paging)
{
    ngx_int_t              rc;
    contentlib_endpoint_e  model;

    ngx_memzero(request, sizeof(contentlib_request_t));

    rc = contentlib_route_parse(path, &request->route);
    model = model_route(path);

    hold((rc == NGX_OK) == (model != CONTENTLIB_ENDPOINTS), "a route");

    if (rc != NGX_OK) {
        return 0;
    }

    hold(request->route.endpoint == model, "endpoint");
    hold(request->route.slash
         == (path->len == 0 || path->data[path->len - 1] == '/'), "slash");

    rc = contentlib_request_parse(request, query, paging, fuzz_pool);
    hold(rc != NGX_ERROR, "memory");

    return rc == NGX_OK;
}


static ngx_str_t
key_of(const contentlib_request_t *request)
{
    u_char     key[16];
    ngx_md5_t  md5;

    ngx_md5_init(&md5);
    contentlib_request_digest(request, &view, &md5);
    ngx_md5_final(key, &md5);

    return fuzz_copy(key, sizeof(key));
}


/* the i-th argument or one after it that is not of the page, or NULL */

static const contentlib_arg_t *
next(const contentlib_args_t *args, ngx_uint_t *i)
{
    for ( /* void */ ; *i < args->n; (*i)++) {

        if (!contentlib_args_equal(&args->elts[*i].name, "limit")
            && !contentlib_args_equal(&args->elts[*i].name, "offset"))
        {
            return &args->elts[*i];
        }
    }

    return NULL;
}


/* everything that a response depends on: decisions, sections 1, 2, 3 and 6 */

static ngx_uint_t
same_answer(const contentlib_request_t *one, const contentlib_request_t *two)
{
    ngx_uint_t               i, k;
    const contentlib_arg_t  *a, *b;

    if (one->limit != two->limit || one->offset != two->offset
        || (one->format == NULL) != (two->format == NULL)
        || (one->format && !fuzz_equal(one->format, two->format))
        || !fuzz_equal(&one->text, &two->text))
    {
        return 0;
    }

    if (one->route.endpoint != CONTENTLIB_CONTENT_ITEMS
        && one->route.endpoint != CONTENTLIB_COLLECTIONS
        && one->route.endpoint != CONTENTLIB_TAGS)
    {
        return 1;
    }

    for (i = 0, k = 0; /* void */ ; i++, k++) {
        a = next(&one->args, &i);
        b = next(&two->args, &k);

        if (a == NULL || b == NULL) {
            return a == b;
        }

        if (!fuzz_equal(&a->name, &b->name) || !fuzz_equal(&a->value, &b->value))
        {
            return 0;
        }
    }
}


/*
 * Names in descending order; the values of a name keep their order.  The page
 * stays the same.
 */

static ngx_str_t
reordered(const contentlib_request_t *request)
{
    ngx_str_t                 text;
    ngx_uint_t                i, n, end;
    contentlib_args_t         copy;
    const contentlib_args_t  *args;

    args = &request->args;
    copy.n = 0;
    copy.elts = ngx_palloc(fuzz_pool, args->n * sizeof(contentlib_arg_t));
    hold(copy.elts != NULL, "memory");

    for (end = args->n; end > 0; end = n) {

        for (n = end - 1; n > 0; n--) {
            if (!fuzz_equal(&args->elts[n - 1].name,
                            &args->elts[end - 1].name))
            {
                break;
            }
        }

        for (i = n; i < end; i++) {
            copy.elts[copy.n++] = args->elts[i];
        }
    }

    hold(contentlib_links_page(&view, "", &copy, request->limit,
                               request->offset, fuzz_pool, &text)
         == NGX_OK, "memory");

    text.data += sizeof("http://localhost/api/v1/?") - 1;
    text.len -= sizeof("http://localhost/api/v1/?") - 1;

    return text;
}


/* an additional unknown argument changes nothing */

static void
check_unknown(const contentlib_request_t *request, const ngx_str_t *path,
    const ngx_str_t *query, const contentlib_paging_t *paging)
{
    ngx_str_t             more;
    contentlib_request_t  other;

    more.len = query->len + sizeof("&unknown=limit") - 1;
    more.data = ngx_pnalloc(fuzz_pool, more.len);
    hold(more.data != NULL, "memory");

    memcpy(more.data, query->data, query->len);
    memcpy(more.data + query->len, "&unknown=limit", more.len - query->len);

    if (!parse(&other, path, &more, paging)) {
        hold(request->args.n == CONTENTLIB_ARGS_MAX, "one more argument");
        return;
    }

    hold(request->limit == other.limit && request->offset == other.offset
         && request->nerrors == other.nerrors
         && fuzz_equal(&request->text, &other.text)
         && fuzz_equal(&request->tag, &other.tag)
         && fuzz_equal(&request->tag_slug, &other.tag_slug)
         && fuzz_equal(&request->tag_partial, &other.tag_partial)
         && fuzz_equal(&request->name, &other.name),
         "an unknown argument makes a difference");
}


int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ngx_str_t             path, query, second, text, key, other_key;
    contentlib_paging_t   paging;
    contentlib_request_t  request, other;

    fuzz_begin(data, size);

    path = fuzz_line();
    query = fuzz_line();
    second = fuzz_line();

    paging.strict = fuzz_byte() % 2 ? 1 : 0;
    paging.page_size = 1 + fuzz_byte() % 100;
    paging.max_page_size = 1 + fuzz_byte();

    if (parse(&request, &path, &query, &paging)) {
        check_page(&request, &paging);
        check_filters(&request, &paging);
        check_unknown(&request, &path, &query, &paging);

        key = key_of(&request);

        if (request.args.n + 2 <= CONTENTLIB_ARGS_MAX) {
            text = reordered(&request);

            hold(parse(&other, &path, &text, &paging), "reordered");
            other_key = key_of(&other);
            hold(fuzz_equal(&key, &other_key), "reordered: another key");
        }

        if (parse(&other, &path, &second, &paging)) {
            other_key = key_of(&other);
            hold(fuzz_equal(&key, &other_key)
                 == same_answer(&request, &other), "keys and answers");
        }
    }

    return fuzz_end();
}
