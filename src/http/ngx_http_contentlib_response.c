
/*
 * Copyright (C) contentlib authors
 *
 * Sends an answer: headers, then the body in one buffer.
 */


#include <http/ngx_http_contentlib.h>


static ngx_int_t ngx_http_contentlib_vary(ngx_http_request_t *r);
static ngx_int_t ngx_http_contentlib_headers(ngx_http_request_t *r,
    contentlib_answer_t *answer);
static ngx_int_t ngx_http_contentlib_coding(ngx_http_request_t *r,
    contentlib_answer_t *answer);
static ngx_uint_t ngx_http_contentlib_gzip_vary(ngx_http_request_t *r);
static ngx_int_t ngx_http_contentlib_validators(ngx_http_request_t *r,
    contentlib_answer_t *answer);


ngx_int_t
ngx_http_contentlib_send(ngx_http_request_t *r, contentlib_answer_t *answer)
{
    ngx_int_t  rc;

    /* the coding last: otherwise nginx's error page would have it, too */

    if (ngx_http_contentlib_headers(r, answer) != NGX_OK
        || ngx_http_contentlib_validators(r, answer) != NGX_OK
        || ngx_http_contentlib_coding(r, answer) != NGX_OK)
    {
        return NGX_HTTP_INTERNAL_SERVER_ERROR;
    }

    rc = ngx_http_send_header(r);

    if (rc == NGX_ERROR || rc > NGX_OK || r->header_only
        || answer->not_modified)
    {
        return rc;
    }

    return ngx_http_contentlib_send_body(r, &answer->body);
}


/* a redirect keeps the headers of the request */

ngx_int_t
ngx_http_contentlib_send_page(ngx_http_request_t *r, ngx_str_t *uri)
{
    if (ngx_http_contentlib_vary(r) != NGX_OK) {
        return NGX_HTTP_INTERNAL_SERVER_ERROR;
    }

    return ngx_http_internal_redirect(r, uri, NULL);
}


/* once, even if the page is itself an address of the API */

static ngx_int_t
ngx_http_contentlib_vary(ngx_http_request_t *r)
{
    ngx_uint_t        i;
    ngx_list_part_t  *part;
    ngx_table_elt_t  *header;

    static const ngx_str_t  vary = ngx_string("Accept");

    for (part = &r->headers_out.headers.part; part; part = part->next) {
        header = part->elts;

        for (i = 0; i < part->nelts; i++) {

            if (header[i].value.data == vary.data) {
                return NGX_OK;
            }
        }
    }

    return ngx_http_contentlib_header(r, "Vary", &vary) ? NGX_OK : NGX_ERROR;
}


static ngx_int_t
ngx_http_contentlib_headers(ngx_http_request_t *r, contentlib_answer_t *answer)
{
    static const ngx_str_t  allow = ngx_string("GET, HEAD, OPTIONS");
    static const ngx_str_t  nosniff = ngx_string("nosniff");
    static const ngx_str_t  retry = ngx_string("1");

    r->headers_out.status = answer->status;
    r->headers_out.content_length_n = (off_t) answer->body.len;

    ngx_str_set(&r->headers_out.content_type, "application/json");
    r->headers_out.content_type_len = r->headers_out.content_type.len;
    r->headers_out.content_type_lowcase = NULL;

    /* after X-Accel-Redirect it is the charset of the upstream's answer */

    ngx_str_null(&r->headers_out.charset);

    if (ngx_http_contentlib_header(r, "Allow", &allow) == NULL
        || ngx_http_contentlib_vary(r) != NGX_OK
        || ngx_http_contentlib_header(r, "X-Content-Type-Options", &nosniff)
           == NULL)
    {
        return NGX_ERROR;
    }

    if (answer->retry
        && ngx_http_contentlib_header(r, "Retry-After", &retry) == NULL)
    {
        return NGX_ERROR;
    }

    if (answer->location.len != 0) {

        ngx_http_clear_location(r);

        r->headers_out.location = ngx_http_contentlib_header(r, "Location",
                                                         &answer->location);
        if (r->headers_out.location == NULL) {
            return NGX_ERROR;
        }
    }

    return NGX_OK;
}


static ngx_int_t
ngx_http_contentlib_coding(ngx_http_request_t *r, contentlib_answer_t *answer)
{
    static const ngx_str_t  vary = ngx_string("Accept-Encoding");
    static const ngx_str_t  gzip = ngx_string("gzip");

    if (answer->varies && !ngx_http_contentlib_gzip_vary(r)
        && ngx_http_contentlib_header(r, "Vary", &vary) == NULL)
    {
        return NGX_ERROR;
    }

    if (!answer->gzip || answer->not_modified) {
        return NGX_OK;
    }

    r->headers_out.content_encoding = ngx_http_contentlib_header(r,
                                                  "Content-Encoding", &gzip);

    return r->headers_out.content_encoding ? NGX_OK : NGX_ERROR;
}


/* with "gzip_vary" nginx sends the header, which must be sent once */

static ngx_uint_t
ngx_http_contentlib_gzip_vary(ngx_http_request_t *r)
{
#if (NGX_HTTP_GZIP)
    ngx_http_core_loc_conf_t  *clcf;

    clcf = ngx_http_get_module_loc_conf(r, ngx_http_core_module);

    r->gzip_vary = 1;

    return clcf->gzip_vary != 0;
#else
    (void) r;
    return 0;
#endif
}


static ngx_int_t
ngx_http_contentlib_validators(ngx_http_request_t *r,
    contentlib_answer_t *answer)
{
    if (answer->etag.len == 0) {
        r->disable_not_modified = 1;
        return NGX_OK;
    }

    r->headers_out.last_modified_time = answer->last_modified;

    r->headers_out.etag = ngx_http_contentlib_header(r, "ETag",
                                                     &answer->etag);
    if (r->headers_out.etag == NULL) {
        return NGX_ERROR;
    }

    if (answer->not_modified) {
        r->headers_out.status = NGX_HTTP_NOT_MODIFIED;
        r->headers_out.content_type.len = 0;
        ngx_http_clear_content_length(r);
    }

    return NGX_OK;
}


/* zeroed first: a header has a "next" since nginx 1.23.0 */

ngx_table_elt_t *
ngx_http_contentlib_header(ngx_http_request_t *r, const char *key,
    const ngx_str_t *value)
{
    ngx_table_elt_t  *header;

    header = ngx_list_push(&r->headers_out.headers);
    if (header == NULL) {
        return NULL;
    }

    ngx_memzero(header, sizeof(ngx_table_elt_t));

    header->hash = 1;
    header->key.data = (u_char *) (uintptr_t) key;
    header->key.len = ngx_strlen(key);
    header->value = *value;

    return header;
}


ngx_int_t
ngx_http_contentlib_send_body(ngx_http_request_t *r, const ngx_str_t *body)
{
    ngx_buf_t    *b;
    ngx_chain_t   out;

    b = ngx_calloc_buf(r->pool);
    if (b == NULL) {
        return NGX_ERROR;
    }

    b->pos = body->data;
    b->last = body->data + body->len;
    b->memory = (body->len != 0);
    b->sync = (body->len == 0);
    b->last_buf = (r == r->main);
    b->last_in_chain = 1;

    out.buf = b;
    out.next = NULL;

    return ngx_http_output_filter(r, &out);
}
