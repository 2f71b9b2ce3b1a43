
/*
 * Copyright (C) contentlib authors
 *
 * Splits a query string into decoded arguments, and writes arguments back into
 * a query string.
 */


#include <api/contentlib_args.h>
#include <text/contentlib_text.h>


static ngx_uint_t contentlib_args_count(const ngx_str_t *query);
static ngx_int_t contentlib_args_add(contentlib_args_t *args, const u_char *p,
    const u_char *last, ngx_pool_t *pool);
static void contentlib_args_insert(contentlib_args_t *args,
    const contentlib_arg_t *arg);
static ngx_int_t contentlib_args_decode(ngx_str_t *to, const u_char *p,
    const u_char *last, ngx_pool_t *pool);
static ngx_int_t contentlib_args_hex(const u_char *p, const u_char *last);
static ngx_int_t contentlib_args_compare(const ngx_str_t *one,
    const ngx_str_t *two);


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

        hex = (*p == '%') ? contentlib_args_hex(p + 1, last) : NGX_ERROR;

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
contentlib_args_hex(const u_char *p, const u_char *last)
{
    u_char      c;
    ngx_int_t   value;
    ngx_uint_t  i;

    if (last - p < 2) {
        return NGX_ERROR;
    }

    value = 0;

    for (i = 0; i < 2; i++) {
        c = (u_char) (p[i] | 0x20);

        if (c >= '0' && c <= '9' && p[i] == c) {
            value = value * 16 + (c - '0');

        } else if (c >= 'a' && c <= 'f') {
            value = value * 16 + (c - 'a' + 10);

        } else {
            return NGX_ERROR;
        }
    }

    return value;
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


u_char *
contentlib_args_encode(u_char *to, const ngx_str_t *from)
{
    size_t  i;
    u_char  c;

    static const u_char  hex[] = "0123456789ABCDEF";

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

        *to++ = '%';
        *to++ = hex[c >> 4];
        *to++ = hex[c & 15];
    }

    return to;
}
