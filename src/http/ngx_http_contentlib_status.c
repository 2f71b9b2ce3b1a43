
/*
 * Copyright (C) contentlib authors
 *
 * The page of "contentlib_status".
 */


#include <http/ngx_http_contentlib.h>


static ngx_int_t ngx_http_contentlib_status_make(ngx_http_request_t *r,
    contentlib_answer_t *answer, ngx_str_t *type);
static ngx_int_t ngx_http_contentlib_status_look(ngx_http_request_t *r,
    contentlib_status_t *status);
static ngx_int_t ngx_http_contentlib_status_headers(ngx_http_request_t *r,
    const contentlib_answer_t *answer, const ngx_str_t *type);


ngx_int_t
ngx_http_contentlib_status_handler(ngx_http_request_t *r)
{
    ngx_int_t             rc;
    ngx_str_t             type;
    contentlib_answer_t  *answer;

    rc = ngx_http_discard_request_body(r);

    if (rc != NGX_OK) {
        return rc;
    }

    answer = ngx_pcalloc(r->pool, sizeof(contentlib_answer_t));

    if (answer == NULL
        || ngx_http_contentlib_status_make(r, answer, &type) != NGX_OK
        || ngx_http_contentlib_status_headers(r, answer, &type) != NGX_OK)
    {
        return NGX_HTTP_INTERNAL_SERVER_ERROR;
    }

    rc = ngx_http_send_header(r);

    if (rc == NGX_ERROR || rc > NGX_OK || r->header_only) {
        return rc;
    }

    return ngx_http_contentlib_send_body(r, &answer->body);
}


static ngx_int_t
ngx_http_contentlib_status_make(ngx_http_request_t *r,
    contentlib_answer_t *answer, ngx_str_t *type)
{
    contentlib_status_t  status;

    if (!(r->method & (NGX_HTTP_GET|NGX_HTTP_HEAD))) {
        ngx_str_set(type, "application/json");
        return contentlib_answer_not_allowed(answer, &r->method_name,
                                             r->pool);
    }

    if (ngx_http_contentlib_status_look(r, &status) != NGX_OK) {
        return NGX_ERROR;
    }

    return contentlib_status_answer(&status, &r->args, r->pool, answer, type);
}


/* this worker knows of its libraries what a request would find out */

static ngx_int_t
ngx_http_contentlib_status_look(ngx_http_request_t *r,
    contentlib_status_t *status)
{
    ngx_uint_t                         i;
    contentlib_source_t              **sources;
    ngx_http_contentlib_main_conf_t   *mcf;

    mcf = ngx_http_get_module_main_conf(r, ngx_http_contentlib_module);

    sources = mcf->sources.elts;

    status->pid = ngx_pid;
    status->n = mcf->zones.nelts;
    status->libraries = ngx_pcalloc(r->pool, (status->n + 1)
                                    * sizeof(contentlib_status_library_t));

    if (status->libraries == NULL) {
        return NGX_ERROR;
    }

    for (i = 0; i < status->n; i++) {

        contentlib_source_look(sources[i], contentlib_db_clock() / 1000,
                               r->connection->log);

        if (ngx_http_contentlib_slots(mcf, i, &status->libraries[i], r->pool)
            != NGX_OK)
        {
            return NGX_ERROR;
        }
    }

    return NGX_OK;
}


static ngx_int_t
ngx_http_contentlib_status_headers(ngx_http_request_t *r,
    const contentlib_answer_t *answer, const ngx_str_t *type)
{
    static const ngx_str_t  allow = ngx_string("GET, HEAD");
    static const ngx_str_t  nosniff = ngx_string("nosniff");
    static const ngx_str_t  no_store = ngx_string("no-store");

    r->headers_out.status = answer->status;
    r->headers_out.content_length_n = (off_t) answer->body.len;
    r->headers_out.content_type = *type;
    r->headers_out.content_type_len = type->len;
    r->headers_out.content_type_lowcase = NULL;
    r->disable_not_modified = 1;

    return ngx_http_contentlib_header(r, "Allow", &allow)
           && ngx_http_contentlib_header(r, "X-Content-Type-Options", &nosniff)
           && ngx_http_contentlib_header(r, "Cache-Control", &no_store)
           ? NGX_OK : NGX_ERROR;
}
