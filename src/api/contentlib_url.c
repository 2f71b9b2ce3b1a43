
/*
 * Copyright (C) contentlib authors
 *
 * Splits a query string into decoded arguments.  Writes addresses: base,
 * path, and a query string with all arguments of the request.
 */


#include <api/contentlib_url.h>
#include <text/contentlib_text.h>


static ngx_int_t contentlib_args_add(contentlib_args_t *args, const u_char *p,
    const u_char *last, ngx_pool_t *pool);
static void contentlib_args_insert(contentlib_args_t *args,
    const contentlib_arg_t *arg);
static ngx_int_t contentlib_args_decode(ngx_str_t *to, const u_char *p,
    const u_char *last, ngx_pool_t *pool);
static u_char *contentlib_args_encode(u_char *to, const ngx_str_t *from);
static u_char *contentlib_links_begin(const contentlib_view_t *view,
    const char *list, size_t room, ngx_pool_t *pool, ngx_str_t *address);
static void contentlib_links_number(contentlib_args_t *args,
    const char *name, u_char *digits, uint64_t number);
static u_char *contentlib_links_args(u_char *to, const ngx_str_t *args);


ngx_int_t
contentlib_args_parse(const ngx_str_t *text, ngx_pool_t *pool,
    contentlib_args_t *args)
{
    ngx_uint_t     max;
    const u_char  *p, *end, *last;

    args->n = 0;
    args->elts = NULL;

    if (text->len == 0) {
        return NGX_OK;
    }

    /* the shortest arguments are a byte and "&" */

    max = ngx_min(text->len / 2 + 1, CONTENTLIB_ARGS_MAX);

    args->elts = ngx_palloc(pool, max * sizeof(contentlib_arg_t));
    if (args->elts == NULL) {
        return NGX_ERROR;
    }

    last = text->data + text->len;

    for (p = text->data; p < last; p = end + 1) {

        end = memchr(p, '&', (size_t) (last - p));
        if (end == NULL) {
            end = last;
        }

        if (end == p) {
            continue;
        }

        if (args->n == max) {
            return NGX_DECLINED;
        }

        if (contentlib_args_add(args, p, end, pool) != NGX_OK) {
            return NGX_ERROR;
        }
    }

    return NGX_OK;
}


static ngx_int_t
contentlib_args_add(contentlib_args_t *args, const u_char *p,
    const u_char *last, ngx_pool_t *pool)
{
    const u_char      *equals;
    contentlib_arg_t   arg;

    equals = memchr(p, '=', (size_t) (last - p));
    if (equals == NULL) {
        equals = last;
    }

    if (contentlib_args_decode(&arg.name, p, equals, pool) != NGX_OK
        || contentlib_args_decode(&arg.value,
                                  equals < last ? equals + 1 : last, last,
                                  pool)
           != NGX_OK)
    {
        return NGX_ERROR;
    }

    contentlib_args_insert(args, &arg);

    return NGX_OK;
}


/* keeps the list sorted; it is short */

static void
contentlib_args_insert(contentlib_args_t *args, const contentlib_arg_t *arg)
{
    ngx_uint_t        i;
    const ngx_str_t  *name;

    for (i = args->n; i > 0; i--) {
        name = &args->elts[i - 1].name;

        if (ngx_memn2cmp(name->data, arg->name.data, name->len, arg->name.len)
            <= 0)
        {
            break;
        }

        args->elts[i] = args->elts[i - 1];
    }

    args->elts[i] = *arg;
    args->n++;
}


static ngx_int_t
contentlib_args_decode(ngx_str_t *to, const u_char *p, const u_char *last,
    ngx_pool_t *pool)
{
    ngx_int_t  hex;
    ngx_str_t  text;

    text.len = 0;
    text.data = ngx_pnalloc(pool, (size_t) (last - p));
    if (text.data == NULL) {
        return NGX_ERROR;
    }

    while (p < last) {

        hex = (*p == '%' && last - p > 2)
              ? ngx_hextoi((u_char *) p + 1, 2) : NGX_ERROR;

        if (hex != NGX_ERROR) {
            text.data[text.len++] = (u_char) hex;
            p += 3;
            continue;
        }

        text.data[text.len++] = (*p == '+') ? ' ' : *p;
        p++;
    }

    to->data = ngx_pnalloc(pool, text.len * CONTENTLIB_TEXT_GROWTH + 1);
    if (to->data == NULL) {
        return NGX_ERROR;
    }

    to->len = contentlib_text_repair(to->data, &text);
    to->data[to->len] = '\0';

    return NGX_OK;
}


const ngx_str_t *
contentlib_args_value(const contentlib_args_t *args, const char *name)
{
    ngx_uint_t  i;

    for (i = args->n; i > 0; i--) {

        if (contentlib_args_equal(&args->elts[i - 1].name, name)) {
            return &args->elts[i - 1].value;
        }
    }

    return NULL;
}


ngx_uint_t
contentlib_args_equal(const ngx_str_t *text, const char *word)
{
    size_t  len;

    len = ngx_strlen(word);

    return text->len == len && ngx_memcmp(text->data, word, len) == 0;
}


/*
 * Percent-encodes all but unreserved characters; a blank becomes "+".  "to"
 * has room for 3 * from->len bytes.  Returns the end of what was written.
 */

static u_char *
contentlib_args_encode(u_char *to, const ngx_str_t *from)
{
    size_t  i;

    for (i = 0; i < from->len; i++) {

        if (from->data[i] == ' ') {
            *to++ = '+';
            continue;
        }

        to = (u_char *) ngx_escape_uri(to, &from->data[i], 1,
                                       NGX_ESCAPE_URI_COMPONENT);
    }

    return to;
}


ngx_int_t
contentlib_links_list(const contentlib_view_t *view, const char *list,
    ngx_pool_t *pool, ngx_str_t *address)
{
    u_char  *p;

    p = contentlib_links_begin(view, list, view->format.len, pool, address);
    if (p == NULL) {
        return NGX_ERROR;
    }

    p = ngx_cpymem(p, view->format.data, view->format.len);
    address->len = (size_t) (p - address->data);

    return NGX_OK;
}


ngx_int_t
contentlib_links_format(const ngx_str_t *value, ngx_pool_t *pool,
    ngx_str_t *format)
{
    u_char  *p;

    if (value == NULL) {
        ngx_str_set(format, "");
        return NGX_OK;
    }

    p = ngx_pnalloc(pool, sizeof("?format=") - 1 + 3 * value->len);
    if (p == NULL) {
        return NGX_ERROR;
    }

    format->data = p;

    p = ngx_cpymem(p, "?format=", sizeof("?format=") - 1);
    p = contentlib_args_encode(p, value);

    format->len = (size_t) (p - format->data);

    return NGX_OK;
}


static u_char *
contentlib_links_begin(const contentlib_view_t *view, const char *list,
    size_t room, ngx_pool_t *pool, ngx_str_t *address)
{
    size_t   len;
    u_char  *p;

    len = ngx_strlen(list);

    p = ngx_pnalloc(pool, view->base.len + len + 1 + room);
    if (p == NULL) {
        return NULL;
    }

    address->data = p;

    p = ngx_cpymem(p, view->base.data, view->base.len);
    p = ngx_cpymem(p, list, len);

    if (len != 0) {
        *p++ = '/';
    }

    return p;
}


ngx_int_t
contentlib_links_page(const contentlib_view_t *view, const char *list,
    const contentlib_args_t *args, uint64_t limit, uint64_t offset,
    ngx_pool_t *pool, ngx_str_t *address)
{
    u_char             *p;
    size_t              room;
    ngx_uint_t          i;
    contentlib_arg_t   *arg;
    contentlib_args_t   page;
    u_char              digits[2][NGX_INT64_LEN + 1];

    page.n = 0;
    page.elts = ngx_palloc(pool, (args->n + 2) * sizeof(contentlib_arg_t));
    if (page.elts == NULL) {
        return NGX_ERROR;
    }

    room = sizeof("?limit=&offset=") + 2 * NGX_INT64_LEN;

    for (i = 0; i < args->n; i++) {
        arg = &args->elts[i];

        if (!contentlib_args_equal(&arg->name, "limit")
            && !contentlib_args_equal(&arg->name, "offset"))
        {
            page.elts[page.n++] = *arg;
            room += 2 + 3 * (arg->name.len + arg->value.len);
        }
    }

    contentlib_links_number(&page, "limit", digits[0], limit);

    if (offset != 0) {
        contentlib_links_number(&page, "offset", digits[1], offset);
    }

    p = contentlib_links_begin(view, list, room, pool, address);
    if (p == NULL) {
        return NGX_ERROR;
    }

    for (i = 0; i < page.n; i++) {
        *p++ = (i == 0) ? '?' : '&';
        p = contentlib_args_encode(p, &page.elts[i].name);
        *p++ = '=';
        p = contentlib_args_encode(p, &page.elts[i].value);
    }

    address->len = (size_t) (p - address->data);

    return NGX_OK;
}


/* a new argument, whose value is written to "digits" */

static void
contentlib_links_number(contentlib_args_t *args, const char *name,
    u_char *digits, uint64_t number)
{
    contentlib_arg_t  arg;

    arg.name.data = (u_char *) name;
    arg.name.len = ngx_strlen(name);
    arg.value.data = digits;
    arg.value.len = (size_t) snprintf((char *) digits, NGX_INT64_LEN + 1,
                                      "%llu", (unsigned long long) number);

    contentlib_args_insert(args, &arg);
}


ngx_int_t
contentlib_links_slash(const contentlib_view_t *view, const ngx_str_t *path,
    const ngx_str_t *args, ngx_pool_t *pool, ngx_str_t *address)
{
    u_char  *p;

    p = contentlib_links_begin(view, "", path->len + 2 + args->len * 3, pool,
                               address);
    if (p == NULL) {
        return NGX_ERROR;
    }

    if (path->len != 0) {
        p = ngx_cpymem(p, path->data, path->len);
        *p++ = '/';
    }

    if (args->len != 0) {
        *p++ = '?';
        p = contentlib_links_args(p, args);
    }

    address->len = (size_t) (p - address->data);

    return NGX_OK;
}


/* this one goes into a header: nothing but what a URI may hold */

static u_char *
contentlib_links_args(u_char *to, const ngx_str_t *args)
{
    size_t  i;
    u_char  c;

    for (i = 0; i < args->len; i++) {
        c = args->data[i];

        if (c > 0x20 && c < 0x7f && ngx_strchr("\"<>\\^`{|}", c) == NULL) {
            *to++ = c;
            continue;
        }

        to = (u_char *) ngx_escape_uri(to, &args->data[i], 1,
                                       NGX_ESCAPE_URI_COMPONENT);
    }

    return to;
}
