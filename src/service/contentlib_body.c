
/*
 * Copyright (C) contentlib authors
 */


#include <service/contentlib_body.h>


static void contentlib_body_add(contentlib_body_t *body, u_char *data,
    size_t len);


u_char *
contentlib_body_comma(u_char *p)
{
    static const ngx_str_t  comma = ngx_string(",");

    return contentlib_encoding_stored(p, &comma, 0);
}


ngx_int_t
contentlib_body_begin(contentlib_body_t *body, ngx_uint_t n,
    contentlib_coding_e coding, ngx_pool_t *pool)
{
    u_char     *p;
    ngx_str_t   nothing;

    /* what begins and ends a body of blocks are parts, too */

    body->parts = ngx_palloc(pool, (n + 2) * sizeof(ngx_str_t));
    if (body->parts == NULL) {
        return NGX_ERROR;
    }

    body->n = 0;
    body->length = 0;
    body->coding = coding;
    body->pool = pool;

    if (coding == CONTENTLIB_IDENTITY) {
        return NGX_OK;
    }

    ngx_str_null(&nothing);
    contentlib_encoding_sum(&body->sum, &nothing);

    p = ngx_pnalloc(pool, CONTENTLIB_ENCODING_BEGIN);
    if (p == NULL) {
        return NGX_ERROR;
    }

    (void) contentlib_encoding_begin(p);
    contentlib_body_add(body, p, CONTENTLIB_ENCODING_BEGIN);

    return NGX_OK;
}


static void
contentlib_body_add(contentlib_body_t *body, u_char *data, size_t len)
{
    body->parts[body->n].data = data;
    body->parts[body->n].len = len;

    body->n++;
    body->length += len;
}


ngx_int_t
contentlib_body_add_text(contentlib_body_t *body, const ngx_str_t *text)
{
    u_char                     *p;
    contentlib_encoding_sum_t   sum;

    if (body->coding == CONTENTLIB_IDENTITY) {
        contentlib_body_add(body, text->data, text->len);
        return NGX_OK;
    }

    p = ngx_pnalloc(body->pool, contentlib_encoding_stored_size(text->len));
    if (p == NULL) {
        return NGX_ERROR;
    }

    contentlib_body_add(body, p,
                        (size_t) (contentlib_encoding_stored(p, text, 0) - p));

    contentlib_encoding_sum(&sum, text);
    contentlib_encoding_add(&body->sum, &sum);

    return NGX_OK;
}


void
contentlib_body_add_json(contentlib_body_t *body, const ngx_str_t *json,
    ngx_uint_t first)
{
    if (first) {
        contentlib_body_add(body, json->data, json->len);

    } else {
        contentlib_body_add(body, json->data - 1, json->len + 1);
    }
}


void
contentlib_body_add_piece(contentlib_body_t *body,
    const contentlib_piece_t *piece, ngx_uint_t first)
{
    size_t  skipped;

    skipped = first ? CONTENTLIB_BODY_COMMA : 0;

    contentlib_body_add(body, piece->blocks.data + skipped,
                        piece->blocks.len - skipped);

    contentlib_encoding_add(&body->sum,
                            first ? &piece->alone : &piece->joined);
}


ngx_int_t
contentlib_body_end(contentlib_body_t *body)
{
    size_t      size;
    u_char     *p, *last;
    ngx_str_t   nothing;

    if (body->coding == CONTENTLIB_IDENTITY) {
        return NGX_OK;
    }

    ngx_str_null(&nothing);

    size = contentlib_encoding_stored_size(0) + CONTENTLIB_ENCODING_END;

    p = ngx_pnalloc(body->pool, size);
    if (p == NULL) {
        return NGX_ERROR;
    }

    last = contentlib_encoding_stored(p, &nothing, 1);
    (void) contentlib_encoding_end(last, &body->sum);

    contentlib_body_add(body, p, size);

    return NGX_OK;
}


/* a body that is compressed ends in the length that it had */

size_t
contentlib_body_saved(const contentlib_body_t *body)
{
    size_t         length;
    const u_char  *p;

    if (body->coding == CONTENTLIB_IDENTITY) {
        return 0;
    }

    p = body->parts[body->n - 1].data + body->parts[body->n - 1].len;
    length = (size_t) p[-4] | (size_t) p[-3] << 8 | (size_t) p[-2] << 16
             | (size_t) p[-1] << 24;

    return length > body->length ? length - body->length : 0;
}


ngx_int_t
contentlib_body_compress(contentlib_body_t *body)
{
    ngx_str_t  whole;

    if (contentlib_encoding_whole(body->parts, body->n, body->pool, &whole)
        != NGX_OK)
    {
        return NGX_ERROR;
    }

    body->n = 0;
    body->length = 0;
    body->coding = CONTENTLIB_GZIP_WHOLE;

    contentlib_body_add(body, whole.data, whole.len);

    return NGX_OK;
}
