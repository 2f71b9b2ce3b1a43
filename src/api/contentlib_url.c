
/*
 * Copyright (C) contentlib authors
 *
 * Splits a query string into decoded arguments.  Writes addresses: base URL,
 * root, path, and a query string with all arguments of the request.
 */


#include <api/contentlib_url.h>
#include <text/contentlib_text.h>


#define CONTENTLIB_LINKS_DIGITS  sizeof("18446744073709551615")


static ngx_uint_t contentlib_args_count(const ngx_str_t *query);
static ngx_int_t contentlib_args_add(contentlib_args_t *args, const u_char *p,
    const u_char *last, ngx_pool_t *pool);
static void contentlib_args_insert(contentlib_args_t *args,
    const contentlib_arg_t *arg);
static ngx_int_t contentlib_args_decode(ngx_str_t *to, const u_char *p,
    const u_char *last, ngx_pool_t *pool);
static u_char *contentlib_args_encode(u_char *to, const ngx_str_t *from);
static u_char *contentlib_args_percent(u_char *to, u_char c);
static ngx_int_t contentlib_args_compare(const ngx_str_t *one,
    const ngx_str_t *two);
static u_char *contentlib_links_begin(const contentlib_view_t *view,
    const char *list, size_t room, ngx_pool_t *pool, ngx_str_t *address);
static size_t contentlib_links_format_room(const contentlib_view_t *view);
static void contentlib_links_end(ngx_str_t *address, u_char *p,
    const contentlib_view_t *view);
static void contentlib_links_number(ngx_str_t *text, char *buffer,
    uint64_t number);
static u_char *contentlib_links_query(u_char *to, const ngx_str_t *query);


ngx_int_t
contentlib_args_parse(const ngx_str_t *query, ngx_pool_t *pool,
    contentlib_args_t *args)
{
    ngx_uint_t     n;
    const u_char  *p, *end, *last;

    args->n = 0;
    args->elts = NULL;

    n = contentlib_args_count(query);

    if (n == 0) {
        return NGX_OK;
    }

    if (n > CONTENTLIB_ARGS_MAX) {
        return NGX_DECLINED;
    }

    args->elts = ngx_palloc(pool, n * sizeof(contentlib_arg_t));
    if (args->elts == NULL) {
        return NGX_ERROR;
    }

    last = query->data + query->len;

    for (p = query->data; p < last; p = end + 1) {

        end = memchr(p, '&', (size_t) (last - p));
        if (end == NULL) {
            end = last;
        }

        if (end == p) {
            continue;
        }

        if (contentlib_args_add(args, p, end, pool) != NGX_OK) {
            return NGX_ERROR;
        }
    }

    return NGX_OK;
}


static ngx_uint_t
contentlib_args_count(const ngx_str_t *query)
{
    size_t      i;
    ngx_uint_t  n;

    n = 0;

    for (i = 0; i < query->len; i++) {
        n += query->data[i] != '&' && (i == 0 || query->data[i - 1] == '&');
    }

    return n;
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
    ngx_uint_t  i;

    for (i = args->n; i > 0; i--) {

        if (contentlib_args_compare(&args->elts[i - 1].name, &arg->name)
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
    u_char     *decoded;
    ngx_int_t   hex;
    ngx_str_t   text;

    text.len = 0;
    text.data = ngx_pnalloc(pool, (size_t) (last - p) + 1);
    if (text.data == NULL) {
        return NGX_ERROR;
    }

    while (p < last) {

        hex = (*p == '%' && last - p > 2)
              ? ngx_hextoi((u_char *) (uintptr_t) p + 1, 2) : NGX_ERROR;

        if (hex != NGX_ERROR) {
            text.data[text.len++] = (u_char) hex;
            p += 3;
            continue;
        }

        text.data[text.len++] = (*p == '+') ? ' ' : *p;
        p++;
    }

    if (contentlib_text_valid(&text)) {
        *to = text;
        return NGX_OK;
    }

    decoded = ngx_pnalloc(pool, text.len * CONTENTLIB_TEXT_GROWTH);
    if (decoded == NULL) {
        return NGX_ERROR;
    }

    to->data = decoded;
    to->len = contentlib_text_repair(decoded, &text);

    return NGX_OK;
}


static ngx_int_t
contentlib_args_compare(const ngx_str_t *one, const ngx_str_t *two)
{
    ngx_int_t  rc;

    rc = ngx_memcmp(one->data, two->data, ngx_min(one->len, two->len));

    if (rc != 0) {
        return rc;
    }

    return (one->len > two->len) - (one->len < two->len);
}


const ngx_str_t *
contentlib_args_value(const contentlib_args_t *args, const char *name)
{
    ngx_uint_t  i;

    for (i = args->n; i > 0; i--) {

        if (contentlib_args_named(&args->elts[i - 1], name)) {
            return &args->elts[i - 1].value;
        }
    }

    return NULL;
}


ngx_uint_t
contentlib_args_named(const contentlib_arg_t *arg, const char *name)
{
    size_t  len;

    len = ngx_strlen(name);

    return arg->name.len == len && ngx_memcmp(arg->name.data, name, len) == 0;
}


ngx_int_t
contentlib_args_set(const contentlib_args_t *args, const char *name,
    const ngx_str_t *value, ngx_pool_t *pool, contentlib_args_t *copy)
{
    ngx_uint_t        i;
    contentlib_arg_t  arg;

    copy->n = 0;
    copy->elts = ngx_palloc(pool, (args->n + 1) * sizeof(contentlib_arg_t));
    if (copy->elts == NULL) {
        return NGX_ERROR;
    }

    for (i = 0; i < args->n; i++) {
        if (!contentlib_args_named(&args->elts[i], name)) {
            copy->elts[copy->n++] = args->elts[i];
        }
    }

    if (value != NULL) {
        arg.name.data = (u_char *) (uintptr_t) name;
        arg.name.len = ngx_strlen(name);
        arg.value = *value;

        contentlib_args_insert(copy, &arg);
    }

    return NGX_OK;
}


size_t
contentlib_args_room(const contentlib_args_t *args)
{
    size_t      room;
    ngx_uint_t  i;

    room = 0;

    for (i = 0; i < args->n; i++) {
        room += 2 + 3 * (args->elts[i].name.len + args->elts[i].value.len);
    }

    return room;
}


u_char *
contentlib_args_write(u_char *to, const contentlib_args_t *args)
{
    ngx_uint_t  i;

    for (i = 0; i < args->n; i++) {
        *to++ = (i == 0) ? '?' : '&';
        to = contentlib_args_encode(to, &args->elts[i].name);
        *to++ = '=';
        to = contentlib_args_encode(to, &args->elts[i].value);
    }

    return to;
}


/*
 * Percent-encodes all but unreserved characters; a blank becomes "+".  "to"
 * has room for 3 * from->len bytes.  Returns the end of what was written.
 */

static u_char *
contentlib_args_encode(u_char *to, const ngx_str_t *from)
{
    size_t  i;
    u_char  c;

    for (i = 0; i < from->len; i++) {
        c = from->data[i];

        if ((c >= '0' && c <= '9') || (c >= 'A' && c <= 'Z')
            || (c >= 'a' && c <= 'z')
            || c == '_' || c == '.' || c == '-' || c == '~')
        {
            *to++ = c;
            continue;
        }

        if (c == ' ') {
            *to++ = '+';
            continue;
        }

        to = contentlib_args_percent(to, c);
    }

    return to;
}


static u_char *
contentlib_args_percent(u_char *to, u_char c)
{
    static const u_char  hex[] = "0123456789ABCDEF";

    *to++ = '%';
    *to++ = hex[c >> 4];
    *to++ = hex[c & 15];

    return to;
}


ngx_int_t
contentlib_links_list(const contentlib_view_t *view, const char *list,
    ngx_pool_t *pool, ngx_str_t *address)
{
    u_char  *p;

    p = contentlib_links_begin(view, list, contentlib_links_format_room(view),
                               pool, address);
    if (p == NULL) {
        return NGX_ERROR;
    }

    contentlib_links_end(address, p, view);

    return NGX_OK;
}


ngx_int_t
contentlib_links_base(const contentlib_view_t *view, ngx_pool_t *pool,
    ngx_str_t *base)
{
    u_char  *p;

    p = contentlib_links_begin(view, "", 0, pool, base);
    if (p == NULL) {
        return NGX_ERROR;
    }

    base->len = (size_t) (p - base->data);

    return NGX_OK;
}


ngx_int_t
contentlib_links_format(const contentlib_view_t *view, ngx_pool_t *pool,
    ngx_str_t *format)
{
    ngx_str_null(format);

    if (view->format.data == NULL) {
        return NGX_OK;
    }

    format->data = ngx_pnalloc(pool, contentlib_links_format_room(view));

    if (format->data == NULL) {
        return NGX_ERROR;
    }

    contentlib_links_end(format, format->data, view);

    return NGX_OK;
}


static u_char *
contentlib_links_begin(const contentlib_view_t *view, const char *list,
    size_t room, ngx_pool_t *pool, ngx_str_t *address)
{
    size_t   len;
    u_char  *p;

    len = ngx_strlen(list);

    p = ngx_pnalloc(pool, view->base_url.len + view->root.len + len + 1
                          + room);
    if (p == NULL) {
        return NULL;
    }

    address->data = p;

    p = ngx_cpymem(p, view->base_url.data, view->base_url.len);
    p = ngx_cpymem(p, view->root.data, view->root.len);
    p = ngx_cpymem(p, list, len);

    if (len != 0) {
        *p++ = '/';
    }

    return p;
}


static size_t
contentlib_links_format_room(const contentlib_view_t *view)
{
    return view->format.data ? sizeof("?format=") - 1 + 3 * view->format.len
                             : 0;
}


static void
contentlib_links_end(ngx_str_t *address, u_char *p,
    const contentlib_view_t *view)
{
    if (view->format.data != NULL) {
        p = ngx_cpymem(p, "?format=", sizeof("?format=") - 1);
        p = contentlib_args_encode(p, &view->format);
    }

    address->len = (size_t) (p - address->data);
}


ngx_int_t
contentlib_links_page(const contentlib_view_t *view, const char *list,
    const contentlib_args_t *args, uint64_t limit, uint64_t offset,
    ngx_pool_t *pool, ngx_str_t *address)
{
    u_char             *p;
    char                limit_digits[CONTENTLIB_LINKS_DIGITS];
    char                offset_digits[CONTENTLIB_LINKS_DIGITS];
    ngx_str_t           limit_text, offset_text;
    contentlib_args_t   limited, page;

    contentlib_links_number(&limit_text, limit_digits, limit);
    contentlib_links_number(&offset_text, offset_digits, offset);

    if (contentlib_args_set(args, "limit", &limit_text, pool, &limited)
        != NGX_OK
        || contentlib_args_set(&limited, "offset",
                               offset ? &offset_text : NULL, pool, &page)
           != NGX_OK)
    {
        return NGX_ERROR;
    }

    p = contentlib_links_begin(view, list, contentlib_args_room(&page), pool,
                               address);
    if (p == NULL) {
        return NGX_ERROR;
    }

    p = contentlib_args_write(p, &page);
    address->len = (size_t) (p - address->data);

    return NGX_OK;
}


static void
contentlib_links_number(ngx_str_t *text, char *buffer, uint64_t number)
{
    text->len = (size_t) snprintf(buffer, CONTENTLIB_LINKS_DIGITS, "%llu",
                                  (unsigned long long) number);
    text->data = (u_char *) buffer;
}


ngx_int_t
contentlib_links_slash(const contentlib_view_t *view, const ngx_str_t *path,
    const ngx_str_t *query, ngx_pool_t *pool, ngx_str_t *address)
{
    u_char  *p;

    p = contentlib_links_begin(view, "", path->len + 2 + query->len * 3, pool,
                               address);
    if (p == NULL) {
        return NGX_ERROR;
    }

    if (path->len != 0) {
        p = ngx_cpymem(p, path->data, path->len);
        *p++ = '/';
    }

    if (query->len != 0) {
        *p++ = '?';
        p = contentlib_links_query(p, query);
    }

    address->len = (size_t) (p - address->data);

    return NGX_OK;
}


/* this one goes into a header: nothing but what a URI may hold */

static u_char *
contentlib_links_query(u_char *to, const ngx_str_t *query)
{
    size_t  i;
    u_char  c;

    for (i = 0; i < query->len; i++) {
        c = query->data[i];

        if (c > 0x20 && c < 0x7f && ngx_strchr("\"<>\\^`{|}", c) == NULL) {
            *to++ = c;
            continue;
        }

        to = contentlib_args_percent(to, c);
    }

    return to;
}
