
/*
 * Copyright (C) contentlib authors
 *
 * The page for people, in place of an answer of the API.  It is a file, into
 * which nginx's sub module can insert the variables of the preview of the
 * record at the address.
 */


#include <http/ngx_http_contentlib.h>


static void ngx_http_contentlib_page_sent(void *data);
static ngx_int_t ngx_http_contentlib_page_variable(ngx_http_request_t *r,
    ngx_http_variable_value_t *v, uintptr_t data);


const ngx_str_t  ngx_http_contentlib_vary = ngx_string("Accept");


static ngx_http_variable_t  ngx_http_contentlib_page_vars[] = {

    { ngx_string("contentlib_preview_title"), NULL,
      ngx_http_contentlib_page_variable,
      offsetof(ngx_http_contentlib_preview_t, title), 0, 0 },

    { ngx_string("contentlib_preview_head"), NULL,
      ngx_http_contentlib_page_variable,
      offsetof(ngx_http_contentlib_preview_t, head), 0, 0 },

    { ngx_string("contentlib_preview_body"), NULL,
      ngx_http_contentlib_page_variable,
      offsetof(ngx_http_contentlib_preview_t, body), 0, 0 },

      ngx_http_null_variable
};


ngx_int_t
ngx_http_contentlib_add_page_variables(ngx_conf_t *cf)
{
    ngx_http_variable_t  *var, *v;

    for (v = ngx_http_contentlib_page_vars; v->name.len != 0; v++) {

        var = ngx_http_add_variable(cf, &v->name, v->flags);
        if (var == NULL) {
            return NGX_ERROR;
        }

        var->get_handler = v->get_handler;
        var->data = v->data;
    }

    return NGX_OK;
}


/*
 * Only requests of clients get the page.  Subrequests, and internal redirects
 * of nginx, get the answer of the API, also if the page itself is missing.
 *
 * A redirect keeps the headers and the pool of the request, and not its
 * contexts.
 */

ngx_int_t
ngx_http_contentlib_page(ngx_http_request_t *r,
    ngx_http_contentlib_loc_conf_t *lcf, contentlib_input_t *input)
{
    ngx_pool_cleanup_t   *cleanup;
    contentlib_answer_t   answer;

    static const ngx_str_t  private = ngx_string("private, no-store");

    if (lcf->explorer.len == 0 || r != r->main || r->internal) {
        return NGX_DECLINED;
    }

    if (!contentlib_service_explorer(input)) {

        if (ngx_http_test_predicates(r, lcf->preview) == NGX_OK) {
            return NGX_DECLINED;
        }

        ngx_str_set(&input->accept, "text/html");

        if (!contentlib_service_explorer(input)) {
            return NGX_DECLINED;
        }

        /* a cache would send it to a client with the same Accept header */

        if (ngx_http_contentlib_header(r, "Cache-Control", &private) == NULL) {
            return NGX_HTTP_INTERNAL_SERVER_ERROR;
        }
    }

    cleanup = ngx_pool_cleanup_add(r->pool,
                                   sizeof(ngx_http_contentlib_preview_t));

    if (cleanup == NULL
        || ngx_http_contentlib_header(r, "Vary", &ngx_http_contentlib_vary)
           == NULL)
    {
        return NGX_HTTP_INTERNAL_SERVER_ERROR;
    }

    cleanup->handler = ngx_http_contentlib_page_sent;

    ngx_memzero(cleanup->data, sizeof(ngx_http_contentlib_preview_t));

    input->preview = ngx_http_contentlib_preview;
    contentlib_service_preview(input, &answer);

    if (answer.status >= NGX_HTTP_BAD_REQUEST) {
        r->err_status = answer.status;
    }

    if (answer.status == NGX_HTTP_OK) {
        ngx_http_contentlib_preview_parts(&answer.body, cleanup->data);

        /* the entity tag is that of the file */

        r->disable_not_modified = 1;
    }

    return ngx_http_internal_redirect(r, &lcf->explorer, NULL);
}


/* the address of this function identifies the cleanup */

static void
ngx_http_contentlib_page_sent(void *data)
{
}


static ngx_int_t
ngx_http_contentlib_page_variable(ngx_http_request_t *r,
    ngx_http_variable_value_t *v, uintptr_t data)
{
    ngx_str_t           *text;
    ngx_pool_cleanup_t  *cleanup;

    for (cleanup = r->pool->cleanup; cleanup; cleanup = cleanup->next) {

        if (cleanup->handler == ngx_http_contentlib_page_sent) {
            break;
        }
    }

    if (cleanup == NULL) {
        v->not_found = 1;
        return NGX_OK;
    }

    text = (ngx_str_t *) (void *) ((char *) cleanup->data + data);

    v->data = text->data;
    v->len = (unsigned) text->len & 0xfffffff;
    v->valid = 1;
    v->no_cacheable = 0;
    v->not_found = 0;

    return NGX_OK;
}
