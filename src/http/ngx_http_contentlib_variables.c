
/*
 * Copyright (C) contentlib authors
 *
 * The variables of the access log, out of the answer in the context of the
 * request.
 */


#include <http/ngx_http_contentlib.h>


static ngx_int_t ngx_http_contentlib_text_variable(ngx_http_request_t *r,
    ngx_http_variable_value_t *v, uintptr_t data);
static ngx_int_t ngx_http_contentlib_cache_status_variable(
    ngx_http_request_t *r, ngx_http_variable_value_t *v, uintptr_t data);
static ngx_int_t ngx_http_contentlib_rows_variable(ngx_http_request_t *r,
    ngx_http_variable_value_t *v, uintptr_t data);
static ngx_int_t ngx_http_contentlib_query_time_variable(
    ngx_http_request_t *r, ngx_http_variable_value_t *v, uintptr_t data);
static contentlib_answer_t *ngx_http_contentlib_answer(ngx_http_request_t *r,
    ngx_http_variable_value_t *v);
static void ngx_http_contentlib_set(ngx_http_variable_value_t *v,
    u_char *data, size_t len);


static ngx_http_variable_t  ngx_http_contentlib_vars[] = {

    { ngx_string("contentlib_endpoint"), NULL,
      ngx_http_contentlib_text_variable,
      offsetof(contentlib_answer_t, endpoint), NGX_HTTP_VAR_NOCACHEABLE, 0 },

    { ngx_string("contentlib_cache_status"), NULL,
      ngx_http_contentlib_cache_status_variable,
      0, NGX_HTTP_VAR_NOCACHEABLE, 0 },

    { ngx_string("contentlib_generation"), NULL,
      ngx_http_contentlib_text_variable,
      offsetof(contentlib_answer_t, generation), NGX_HTTP_VAR_NOCACHEABLE, 0 },

    { ngx_string("contentlib_rows"), NULL,
      ngx_http_contentlib_rows_variable,
      0, NGX_HTTP_VAR_NOCACHEABLE, 0 },

    { ngx_string("contentlib_query_time"), NULL,
      ngx_http_contentlib_query_time_variable,
      0, NGX_HTTP_VAR_NOCACHEABLE, 0 },

      ngx_http_null_variable
};


ngx_int_t
ngx_http_contentlib_add_variables(ngx_conf_t *cf)
{
    ngx_http_variable_t  *var, *v;

    for (v = ngx_http_contentlib_vars; v->name.len; v++) {

        var = ngx_http_add_variable(cf, &v->name, v->flags);
        if (var == NULL) {
            return NGX_ERROR;
        }

        var->get_handler = v->get_handler;
        var->data = v->data;
    }

    return NGX_OK;
}


static ngx_int_t
ngx_http_contentlib_text_variable(ngx_http_request_t *r,
    ngx_http_variable_value_t *v, uintptr_t data)
{
    ngx_str_t            *text;
    contentlib_answer_t  *answer;

    answer = ngx_http_contentlib_answer(r, v);

    if (answer == NULL) {
        return NGX_OK;
    }

    text = (ngx_str_t *) (void *) ((u_char *) answer + data);

    if (text->len == 0) {
        v->not_found = 1;
        return NGX_OK;
    }

    ngx_http_contentlib_set(v, text->data, text->len);

    return NGX_OK;
}


static ngx_int_t
ngx_http_contentlib_cache_status_variable(ngx_http_request_t *r,
    ngx_http_variable_value_t *v, uintptr_t data)
{
    ngx_str_t            *name;
    contentlib_answer_t  *answer;

    static ngx_str_t  names[] = {
        ngx_string("BYPASS"), ngx_string("MISS"), ngx_string("HIT")
    };

    (void) data;

    answer = ngx_http_contentlib_answer(r, v);

    if (answer != NULL) {
        name = &names[answer->cache_status];
        ngx_http_contentlib_set(v, name->data, name->len);
    }

    return NGX_OK;
}


static ngx_int_t
ngx_http_contentlib_rows_variable(ngx_http_request_t *r,
    ngx_http_variable_value_t *v, uintptr_t data)
{
    u_char               *p;
    contentlib_answer_t  *answer;

    (void) data;

    answer = ngx_http_contentlib_answer(r, v);

    if (answer == NULL) {
        return NGX_OK;
    }

    p = ngx_pnalloc(r->pool, NGX_INT_T_LEN);
    if (p == NULL) {
        return NGX_ERROR;
    }

    ngx_http_contentlib_set(v, p, (size_t)
                            (ngx_sprintf(p, "%ui", answer->rows) - p));

    return NGX_OK;
}


static ngx_int_t
ngx_http_contentlib_query_time_variable(ngx_http_request_t *r,
    ngx_http_variable_value_t *v, uintptr_t data)
{
    u_char               *p;
    contentlib_answer_t  *answer;

    (void) data;

    answer = ngx_http_contentlib_answer(r, v);

    if (answer == NULL) {
        return NGX_OK;
    }

    p = ngx_pnalloc(r->pool, NGX_INT64_LEN + 4);
    if (p == NULL) {
        return NGX_ERROR;
    }

    ngx_http_contentlib_set(v, p, (size_t)
                            (ngx_sprintf(p, "%uL.%03uL",
                                         answer->query_time / 1000,
                                         answer->query_time % 1000)
                             - p));

    return NGX_OK;
}


/* NULL, and the variable not found, if the request was not for us */

static contentlib_answer_t *
ngx_http_contentlib_answer(ngx_http_request_t *r, ngx_http_variable_value_t *v)
{
    ngx_http_contentlib_ctx_t  *ctx;

    ctx = ngx_http_get_module_ctx(r, ngx_http_contentlib_module);

    if (ctx == NULL || !ctx->answered) {
        v->not_found = 1;
        return NULL;
    }

    return &ctx->answer;
}


static void
ngx_http_contentlib_set(ngx_http_variable_value_t *v, u_char *data, size_t len)
{
    v->data = data;
    v->len = (unsigned) len & 0xfffffff;
    v->valid = 1;
    v->no_cacheable = 0;
    v->not_found = 0;
}
