
/*
 * Copyright (C) contentlib authors
 *
 * The variables of the access log, out of the answer in the context of the
 * request.
 */


#include <http/ngx_http_contentlib.h>


typedef enum {
    NGX_HTTP_CONTENTLIB_ENDPOINT = 0,
    NGX_HTTP_CONTENTLIB_CACHE_STATUS,
    NGX_HTTP_CONTENTLIB_GENERATION,
    NGX_HTTP_CONTENTLIB_ROWS,
    NGX_HTTP_CONTENTLIB_QUERY_TIME
} ngx_http_contentlib_variable_e;


static ngx_int_t ngx_http_contentlib_variable(ngx_http_request_t *r,
    ngx_http_variable_value_t *v, uintptr_t data);


static ngx_str_t  ngx_http_contentlib_vars[] = {
    [NGX_HTTP_CONTENTLIB_ENDPOINT] = ngx_string("contentlib_endpoint"),
    [NGX_HTTP_CONTENTLIB_CACHE_STATUS] = ngx_string("contentlib_cache_status"),
    [NGX_HTTP_CONTENTLIB_GENERATION] = ngx_string("contentlib_generation"),
    [NGX_HTTP_CONTENTLIB_ROWS] = ngx_string("contentlib_rows"),
    [NGX_HTTP_CONTENTLIB_QUERY_TIME] = ngx_string("contentlib_query_time")
};


ngx_int_t
ngx_http_contentlib_add_variables(ngx_conf_t *cf)
{
    ngx_uint_t            i;
    ngx_http_variable_t  *var;

    for (i = 0; i <= NGX_HTTP_CONTENTLIB_QUERY_TIME; i++) {

        var = ngx_http_add_variable(cf, &ngx_http_contentlib_vars[i],
                                    NGX_HTTP_VAR_NOCACHEABLE);
        if (var == NULL) {
            return NGX_ERROR;
        }

        var->get_handler = ngx_http_contentlib_variable;
        var->data = i;
    }

    return ngx_http_contentlib_add_page_variables(cf);
}


/* not found if the request was not for us, or the text is empty */

static ngx_int_t
ngx_http_contentlib_variable(ngx_http_request_t *r,
    ngx_http_variable_value_t *v, uintptr_t data)
{
    ngx_str_t                   text;
    contentlib_answer_t        *answer;
    ngx_http_contentlib_ctx_t  *ctx;

    static const ngx_str_t  names[] = {
        ngx_string("BYPASS"), ngx_string("MISS"), ngx_string("HIT")
    };

    ctx = ngx_http_get_module_ctx(r, ngx_http_contentlib_module);

    if (ctx == NULL || !ctx->answered) {
        v->not_found = 1;
        return NGX_OK;
    }

    answer = &ctx->answer;

    text.data = ngx_pnalloc(r->pool, NGX_INT64_LEN + sizeof(".000"));
    if (text.data == NULL) {
        return NGX_ERROR;
    }

    switch ((ngx_http_contentlib_variable_e) data) {

    case NGX_HTTP_CONTENTLIB_ENDPOINT:
        text = answer->endpoint;
        break;

    case NGX_HTTP_CONTENTLIB_CACHE_STATUS:
        text = names[answer->cache_status];
        break;

    case NGX_HTTP_CONTENTLIB_GENERATION:
        text = answer->generation;
        break;

    case NGX_HTTP_CONTENTLIB_ROWS:
        text.len = (size_t) (ngx_sprintf(text.data, "%ui", answer->rows)
                             - text.data);
        break;

    default: /* NGX_HTTP_CONTENTLIB_QUERY_TIME */
        text.len = (size_t) (ngx_sprintf(text.data, "%uL.%03uL",
                                         answer->query_time / 1000,
                                         answer->query_time % 1000)
                             - text.data);
    }

    v->data = text.data;
    v->len = (unsigned) text.len & 0xfffffff;
    v->valid = (text.len != 0);
    v->no_cacheable = 0;
    v->not_found = (text.len == 0);

    return NGX_OK;
}
