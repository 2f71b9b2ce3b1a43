
/*
 * Copyright (C) contentlib authors
 *
 * The addresses of pages, parsed again.  The input: query and path, a line
 * each.
 */


#include <fuzz.h>
#include <api/contentlib_request.h>


#define BASE  "https://example.com/a/api/v1/"


static const contentlib_paging_t  paging = {
    .page_size = 30, .max_page_size = 100
};


static contentlib_view_t  view = {
    .base_url = ngx_string("https://example.com/a"),
    .root = ngx_string("/api/v1/"),
    .media_url = ngx_string("https://media.example.com/")
};


static ngx_uint_t
parse(contentlib_request_t *request, const ngx_str_t *query)
{
    ngx_memzero(request, sizeof(contentlib_request_t));
    request->route.endpoint = CONTENTLIB_CONTENT_ITEMS;

    return contentlib_request_parse(request, query, &paging, fuzz_pool)
           == NGX_OK;
}


/* the query of an address that begins with "start" and is well-formed */

static ngx_str_t
query_of(const ngx_str_t *address, const char *start)
{
    size_t  i, len;
    u_char  c;

    len = strlen(start);

    hold(address->len >= len && memcmp(address->data, start, len) == 0,
         "%s", start);

    if (address->len == len) {
        return fuzz_string("");
    }

    hold(address->data[len] == '?', "a query");

    for (i = len + 1; i < address->len; i++) {
        c = address->data[i];
        hold(c > 0x20 && c < 0x7f && !strchr("\"<>\\^`{|}", c), "byte %02x",
             c);
    }

    return fuzz_copy(address->data + len + 1, address->len - len - 1);
}


static ngx_str_t
page(const contentlib_request_t *request, uint64_t offset)
{
    size_t     i;
    u_char     c;
    ngx_str_t  address, query;

    hold(contentlib_links_page(&view, "content_items", &request->args,
                               request->limit, offset, fuzz_pool, &address)
         == NGX_OK, "memory");

    address = fuzz_copy(address.data, address.len);
    query = query_of(&address, BASE "content_items/");

    for (i = 0; i < query.len; i++) {
        c = query.data[i];
        hold(isalnum(c) || strchr("_.-~%+&=", c), "byte %02x", c);
    }

    return query;
}


/* the same request but for its page */

static void
same(const contentlib_request_t *one, const contentlib_request_t *two)
{
    ngx_uint_t         i, k;
    contentlib_args_t  rest, args[2];

    hold(one->limit == two->limit, "limit");
    hold(fuzz_equal(&one->text, &two->text), "text");
    hold(fuzz_equal(&one->tag, &two->tag), "tag");
    hold(fuzz_equal(&one->tag_slug, &two->tag_slug), "tag-slug");
    hold(fuzz_equal(&one->tag_partial, &two->tag_partial), "tag-partial");
    hold(one->nerrors == two->nerrors, "errors");

    for (i = 0; i < 2; i++) {
        (void) contentlib_args_set(i ? &two->args : &one->args, "limit", NULL,
                                   fuzz_pool, &rest);
        (void) contentlib_args_set(&rest, "offset", NULL, fuzz_pool, &args[i]);
    }

    hold(args[0].n == args[1].n, "number of arguments");

    for (k = 0; k < args[0].n; k++) {
        hold(fuzz_equal(&args[0].elts[k].name, &args[1].elts[k].name)
             && fuzz_equal(&args[0].elts[k].value, &args[1].elts[k].value),
             "argument %lu", (unsigned long) k);
    }
}


/* the offset of the page before, as the decisions have it */

static uint64_t
before(const contentlib_request_t *request)
{
    return request->offset > request->limit ? request->offset - request->limit
                                            : 0;
}


static void
pages(const contentlib_request_t *request)
{
    ngx_str_t             here, next, back, previous;
    contentlib_request_t  after, again;

    /* two more arguments may be too many */

    if (request->args.n + 2 > CONTENTLIB_ARGS_MAX) {
        return;
    }

    here = page(request, request->offset);
    next = page(request, request->offset + request->limit);

    hold(parse(&after, &next), "next");
    same(request, &after);
    hold(after.offset == ngx_min(request->offset + request->limit, INT64_MAX),
         "offset of next");

    if (request->offset <= INT64_MAX - request->limit) {
        back = page(&after, before(&after));
        hold(fuzz_equal(&back, &here), "previous of next");
    }

    previous = page(request, before(request));

    hold(parse(&again, &previous), "previous");
    same(request, &again);
    hold(again.offset == before(request), "offset of previous");
    hold(again.offset != 0
         || contentlib_args_value(&again.args, "offset") == NULL,
         "offset 0 is left out");
}


/* "format" only is carried */

static void
records(const contentlib_request_t *request)
{
    ngx_str_t             address, query;
    contentlib_request_t  again;

    ngx_str_null(&view.format);

    if (request->format != NULL) {
        view.format = *request->format;
    }

    hold(contentlib_links_list(&view, "tags", fuzz_pool, &address) == NGX_OK,
         "memory");
    query = query_of(&address, BASE "tags/");

    hold(contentlib_links_base(&view, fuzz_pool, &address) == NGX_OK
         && fuzz_is(&address, BASE), "what is before a record");

    hold(contentlib_links_format(&view, fuzz_pool, &address) == NGX_OK
         && address.len == (request->format ? query.len + 1 : 0), "memory");

    if (address.len != 0) {
        address = query_of(&address, "");
        hold(fuzz_equal(&address, &query), "list and record");
    }

    hold(parse(&again, &query), "format");
    hold(again.args.n == (request->format != NULL), "one argument");
    hold(request->format == NULL || fuzz_equal(again.format, request->format),
         "the same format");
}


/* redirects: the query as it was */

static void
slash(const ngx_str_t *path, const ngx_str_t *query, ngx_uint_t parsed,
    const contentlib_request_t *request)
{
    ngx_str_t             address, rest;
    contentlib_request_t  again;

    hold(contentlib_links_slash(&view, path, query, fuzz_pool, &address)
         == NGX_OK, "memory");
    address = fuzz_copy(address.data, address.len);

    if (memchr(path->data, '\0', path->len)) {
        return;
    }

    rest.len = sizeof(BASE) + 1 + path->len;
    rest.data = ngx_pnalloc(fuzz_pool, rest.len);
    (void) snprintf((char *) rest.data, rest.len, "%s%s%s", BASE,
                    fuzz_zero(path), path->len ? "/" : "");

    rest = query_of(&address, (char *) rest.data);

    hold(parse(&again, &rest) == parsed, "redirected");

    if (parsed) {
        same(request, &again);
        hold(request->offset == again.offset, "offset");
    }
}


int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    ngx_str_t             query, path;
    ngx_uint_t            parsed;
    contentlib_request_t  request;

    fuzz_begin(data, size);

    query = fuzz_line();
    path = fuzz_line();

    parsed = parse(&request, &query);

    if (parsed) {
        pages(&request);
        records(&request);
    }

    slash(&path, &query, parsed, &request);

    return fuzz_end();
}
