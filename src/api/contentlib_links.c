
/*
 * Copyright (C) contentlib authors
 *
 * Writes addresses: base URL, root, path, and a query string with all
 * arguments of the request.
 */


#include <api/contentlib_links.h>


#define CONTENTLIB_LINKS_DIGITS  20


static u_char *contentlib_links_begin(const contentlib_view_t *view,
    const char *list, size_t room, ngx_pool_t *pool, ngx_str_t *address);
static size_t contentlib_links_format_room(const contentlib_view_t *view);
static void contentlib_links_end(ngx_str_t *address, u_char *p,
    const contentlib_view_t *view);
static void contentlib_links_number(ngx_str_t *text, u_char *buffer,
    uint64_t number);
static u_char *contentlib_links_query(u_char *to, const ngx_str_t *query);


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
    u_char              limit_digits[CONTENTLIB_LINKS_DIGITS];
    u_char              offset_digits[CONTENTLIB_LINKS_DIGITS];
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
contentlib_links_number(ngx_str_t *text, u_char *buffer, uint64_t number)
{
    u_char  *p;

    p = buffer + CONTENTLIB_LINKS_DIGITS;

    do {
        *--p = (u_char) ('0' + number % 10);
        number /= 10;
    } while (number > 0);

    text->data = p;
    text->len = (size_t) (buffer + CONTENTLIB_LINKS_DIGITS - p);
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

    static const u_char  hex[] = "0123456789ABCDEF";

    for (i = 0; i < query->len; i++) {
        c = query->data[i];

        if (c > 0x20 && c < 0x7f && ngx_strchr("\"<>\\^`{|}", c) == NULL) {
            *to++ = c;
            continue;
        }

        *to++ = '%';
        *to++ = hex[c >> 4];
        *to++ = hex[c & 15];
    }

    return to;
}
