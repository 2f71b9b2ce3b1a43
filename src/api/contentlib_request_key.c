
/*
 * Copyright (C) contentlib authors
 */


#include <api/contentlib_request.h>


#define CONTENTLIB_KEY_NUMBER  sizeof(uint64_t)
#define CONTENTLIB_KEY_FIELDS  7


static const ngx_str_t *contentlib_request_key_field(
    const contentlib_request_t *request, const contentlib_view_t *view,
    ngx_uint_t i);
static u_char *contentlib_request_key_number(u_char *p, uint64_t number);
static u_char *contentlib_request_key_text(u_char *p, const ngx_str_t *text);
static ngx_int_t contentlib_request_key_args(
    const contentlib_request_t *request, ngx_pool_t *pool,
    contentlib_args_t *args);


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
