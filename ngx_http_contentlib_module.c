
/*
 * Copyright (C) contentlib authors
 *
 * The module for nginx: its directives, their default values, and the start
 * of a process.
 */


#include <http/ngx_http_contentlib.h>


static ngx_int_t ngx_http_contentlib_postconfiguration(ngx_conf_t *cf);
static void *ngx_http_contentlib_create_main_conf(ngx_conf_t *cf);
static void *ngx_http_contentlib_create_loc_conf(ngx_conf_t *cf);
static char *ngx_http_contentlib_merge_loc_conf(ngx_conf_t *cf, void *parent,
    void *child);


static ngx_conf_post_t  ngx_http_contentlib_root_post = {
    ngx_http_contentlib_check_root
};


static ngx_conf_post_t  ngx_http_contentlib_explorer_post = {
    ngx_http_contentlib_check_explorer
};


static ngx_conf_post_t  ngx_http_contentlib_partner_post = {
    ngx_http_contentlib_check_partner
};


static ngx_conf_num_bounds_t  ngx_http_contentlib_page_size_bounds = {
    ngx_conf_check_num_bounds, 1, 1000
};


static ngx_conf_num_bounds_t  ngx_http_contentlib_timeout_bounds = {
    ngx_conf_check_num_bounds, 1, NGX_MAX_INT32_VALUE
};


static ngx_conf_enum_t  ngx_http_contentlib_numbers[] = {
    { ngx_string("integer"), NGX_HTTP_CONTENTLIB_INTEGER },
    { ngx_string("string"), NGX_HTTP_CONTENTLIB_STRING },
    { ngx_null_string, 0 }
};


static ngx_command_t  ngx_http_contentlib_commands[] = {

    { ngx_string("contentlib"),
      NGX_HTTP_LOC_CONF|NGX_HTTP_LIF_CONF|NGX_HTTP_LMT_CONF|NGX_CONF_NOARGS,
      ngx_http_contentlib,
      NGX_HTTP_LOC_CONF_OFFSET,
      0,
      NULL },

    { ngx_string("contentlib_status"),
      NGX_HTTP_LOC_CONF|NGX_HTTP_LIF_CONF|NGX_CONF_NOARGS|NGX_CONF_TAKE1,
      ngx_http_contentlib_status,
      NGX_HTTP_LOC_CONF_OFFSET,
      0,
      NULL },

    { ngx_string("contentlib_library"),
      NGX_HTTP_MAIN_CONF|NGX_HTTP_SRV_CONF|NGX_HTTP_LOC_CONF|NGX_HTTP_LIF_CONF
                        |NGX_CONF_TAKE123,
      ngx_http_contentlib_library,
      NGX_HTTP_LOC_CONF_OFFSET,
      0,
      NULL },

    { ngx_string("contentlib_root"),
      NGX_HTTP_MAIN_CONF|NGX_HTTP_SRV_CONF|NGX_HTTP_LOC_CONF|NGX_HTTP_LIF_CONF
                        |NGX_CONF_TAKE1,
      ngx_conf_set_str_slot,
      NGX_HTTP_LOC_CONF_OFFSET,
      offsetof(ngx_http_contentlib_loc_conf_t, root),
      &ngx_http_contentlib_root_post },

    { ngx_string("contentlib_base_url"),
      NGX_HTTP_MAIN_CONF|NGX_HTTP_SRV_CONF|NGX_HTTP_LOC_CONF|NGX_HTTP_LIF_CONF
                        |NGX_CONF_TAKE1,
      ngx_http_contentlib_url,
      NGX_HTTP_LOC_CONF_OFFSET,
      offsetof(ngx_http_contentlib_loc_conf_t, base_url),
      NULL },

    { ngx_string("contentlib_media_url"),
      NGX_HTTP_MAIN_CONF|NGX_HTTP_SRV_CONF|NGX_HTTP_LOC_CONF|NGX_HTTP_LIF_CONF
                        |NGX_CONF_TAKE1,
      ngx_http_contentlib_url,
      NGX_HTTP_LOC_CONF_OFFSET,
      offsetof(ngx_http_contentlib_loc_conf_t, media_url),
      NULL },

    { ngx_string("contentlib_page_size"),
      NGX_HTTP_MAIN_CONF|NGX_HTTP_SRV_CONF|NGX_HTTP_LOC_CONF|NGX_HTTP_LIF_CONF
                        |NGX_CONF_TAKE1,
      ngx_conf_set_num_slot,
      NGX_HTTP_LOC_CONF_OFFSET,
      offsetof(ngx_http_contentlib_loc_conf_t, page_size),
      &ngx_http_contentlib_page_size_bounds },

    { ngx_string("contentlib_max_page_size"),
      NGX_HTTP_MAIN_CONF|NGX_HTTP_SRV_CONF|NGX_HTTP_LOC_CONF|NGX_HTTP_LIF_CONF
                        |NGX_CONF_TAKE1,
      ngx_conf_set_num_slot,
      NGX_HTTP_LOC_CONF_OFFSET,
      offsetof(ngx_http_contentlib_loc_conf_t, max_page_size),
      &ngx_http_contentlib_page_size_bounds },

    { ngx_string("contentlib_numbers"),
      NGX_HTTP_MAIN_CONF|NGX_HTTP_SRV_CONF|NGX_HTTP_LOC_CONF|NGX_HTTP_LIF_CONF
                        |NGX_CONF_TAKE1,
      ngx_conf_set_enum_slot,
      NGX_HTTP_LOC_CONF_OFFSET,
      offsetof(ngx_http_contentlib_loc_conf_t, numbers),
      &ngx_http_contentlib_numbers },

    { ngx_string("contentlib_partner"),
      NGX_HTTP_MAIN_CONF|NGX_HTTP_SRV_CONF|NGX_HTTP_LOC_CONF|NGX_HTTP_LIF_CONF
                        |NGX_CONF_TAKE1,
      ngx_conf_set_str_slot,
      NGX_HTTP_LOC_CONF_OFFSET,
      offsetof(ngx_http_contentlib_loc_conf_t, partner),
      &ngx_http_contentlib_partner_post },

    { ngx_string("contentlib_explorer"),
      NGX_HTTP_MAIN_CONF|NGX_HTTP_SRV_CONF|NGX_HTTP_LOC_CONF|NGX_HTTP_LIF_CONF
                        |NGX_CONF_TAKE1,
      ngx_conf_set_str_slot,
      NGX_HTTP_LOC_CONF_OFFSET,
      offsetof(ngx_http_contentlib_loc_conf_t, explorer),
      &ngx_http_contentlib_explorer_post },

    { ngx_string("contentlib_preview"),
      NGX_HTTP_MAIN_CONF|NGX_HTTP_SRV_CONF|NGX_HTTP_LOC_CONF|NGX_HTTP_LIF_CONF
                        |NGX_CONF_1MORE,
      ngx_http_set_predicate_slot,
      NGX_HTTP_LOC_CONF_OFFSET,
      offsetof(ngx_http_contentlib_loc_conf_t, preview),
      NULL },

    { ngx_string("contentlib_strict"),
      NGX_HTTP_MAIN_CONF|NGX_HTTP_SRV_CONF|NGX_HTTP_LOC_CONF|NGX_HTTP_LIF_CONF
                        |NGX_CONF_FLAG,
      ngx_conf_set_flag_slot,
      NGX_HTTP_LOC_CONF_OFFSET,
      offsetof(ngx_http_contentlib_loc_conf_t, strict),
      NULL },

    { ngx_string("contentlib_gzip"),
      NGX_HTTP_MAIN_CONF|NGX_HTTP_SRV_CONF|NGX_HTTP_LOC_CONF|NGX_HTTP_LIF_CONF
                        |NGX_CONF_FLAG,
      ngx_conf_set_flag_slot,
      NGX_HTTP_LOC_CONF_OFFSET,
      offsetof(ngx_http_contentlib_loc_conf_t, gzip),
      NULL },

    { ngx_string("contentlib_query_timeout"),
      NGX_HTTP_MAIN_CONF|NGX_HTTP_SRV_CONF|NGX_HTTP_LOC_CONF|NGX_HTTP_LIF_CONF
                        |NGX_CONF_TAKE1,
      ngx_conf_set_msec_slot,
      NGX_HTTP_LOC_CONF_OFFSET,
      offsetof(ngx_http_contentlib_loc_conf_t, query_timeout),
      &ngx_http_contentlib_timeout_bounds },

    { ngx_string("contentlib_thread_pool"),
      NGX_HTTP_MAIN_CONF|NGX_CONF_TAKE1,
      ngx_http_contentlib_thread_pool,
      NGX_HTTP_MAIN_CONF_OFFSET,
      0,
      NULL },

      ngx_null_command
};


static ngx_http_module_t  ngx_http_contentlib_module_ctx = {
    ngx_http_contentlib_add_variables,     /* preconfiguration */
    ngx_http_contentlib_postconfiguration, /* postconfiguration */

    ngx_http_contentlib_create_main_conf,  /* create main configuration */
    NULL,                                  /* init main configuration */

    NULL,                                  /* create server configuration */
    NULL,                                  /* merge server configuration */

    ngx_http_contentlib_create_loc_conf,   /* create location configuration */
    ngx_http_contentlib_merge_loc_conf     /* merge location configuration */
};


ngx_module_t  ngx_http_contentlib_module = {
    NGX_MODULE_V1,
    &ngx_http_contentlib_module_ctx,       /* module context */
    ngx_http_contentlib_commands,          /* module directives */
    NGX_HTTP_MODULE,                       /* module type */
    NULL,                                  /* init master */
    NULL,                                  /* init module */
    ngx_http_contentlib_open,              /* init process */
    NULL,                                  /* init thread */
    NULL,                                  /* exit thread */
    NULL,                                  /* exit process */
    NULL,                                  /* exit master */
    NGX_MODULE_V1_PADDING
};


static ngx_int_t
ngx_http_contentlib_postconfiguration(ngx_conf_t *cf)
{
    ngx_http_compile_complex_value_t   ccv;
    ngx_http_contentlib_main_conf_t   *mcf;

    static ngx_str_t  own_url = ngx_string("$scheme://$host:$server_port");

    mcf = ngx_http_conf_get_module_main_conf(cf, ngx_http_contentlib_module);

    ngx_memzero(&ccv, sizeof(ngx_http_compile_complex_value_t));

    ccv.cf = cf;
    ccv.value = &own_url;
    ccv.complex_value = &mcf->own_url;

    if (ngx_http_compile_complex_value(&ccv) != NGX_OK) {
        return NGX_ERROR;
    }

#if (NGX_THREADS)
    if (ngx_http_contentlib_add_thread_pool(cf) != NGX_OK) {
        return NGX_ERROR;
    }
#endif

    return ngx_http_contentlib_add_zones(cf);
}


static void *
ngx_http_contentlib_create_main_conf(ngx_conf_t *cf)
{
    ngx_pool_cleanup_t               *cleanup;
    ngx_http_contentlib_main_conf_t  *mcf;

    cleanup = ngx_pool_cleanup_add(cf->pool,
                                   sizeof(ngx_http_contentlib_main_conf_t));
    if (cleanup == NULL) {
        return NULL;
    }

    mcf = cleanup->data;
    ngx_memzero(mcf, sizeof(ngx_http_contentlib_main_conf_t));

    cleanup->handler = ngx_http_contentlib_close;

    if (ngx_array_init(&mcf->sources, cf->pool, 1,
                       sizeof(contentlib_source_t *))
        != NGX_OK)
    {
        return NULL;
    }

    return mcf;
}


static void *
ngx_http_contentlib_create_loc_conf(ngx_conf_t *cf)
{
    ngx_http_contentlib_loc_conf_t  *conf;

    conf = ngx_pcalloc(cf->pool, sizeof(ngx_http_contentlib_loc_conf_t));
    if (conf == NULL) {
        return NULL;
    }

    /*
     * set by ngx_pcalloc():
     *
     *     conf->root = { 0, NULL };
     *     conf->partner = { 0, NULL };
     *     conf->explorer = { 0, NULL };
     *     conf->handler = NULL;
     */

    conf->source = NGX_CONF_UNSET_PTR;
    conf->base_url = NGX_CONF_UNSET_PTR;
    conf->media_url = NGX_CONF_UNSET_PTR;
    conf->preview = NGX_CONF_UNSET_PTR;
    conf->page_size = NGX_CONF_UNSET_UINT;
    conf->max_page_size = NGX_CONF_UNSET_UINT;
    conf->numbers = NGX_CONF_UNSET_UINT;
    conf->strict = NGX_CONF_UNSET;
    conf->gzip = NGX_CONF_UNSET;
    conf->query_timeout = NGX_CONF_UNSET_MSEC;

    return conf;
}


static char *
ngx_http_contentlib_merge_loc_conf(ngx_conf_t *cf, void *parent, void *child)
{
    ngx_http_contentlib_loc_conf_t *prev = parent;
    ngx_http_contentlib_loc_conf_t *conf = child;

    ngx_http_core_loc_conf_t  *clcf;

    if (conf->page_size != NGX_CONF_UNSET_UINT
        && conf->max_page_size != NGX_CONF_UNSET_UINT
        && conf->page_size > conf->max_page_size)
    {
        ngx_conf_log_error(NGX_LOG_EMERG, cf, 0,
                           "\"contentlib_page_size\" %ui is larger than "
                           "\"contentlib_max_page_size\" %ui",
                           conf->page_size, conf->max_page_size);
        return NGX_CONF_ERROR;
    }

    ngx_conf_merge_ptr_value(conf->source, prev->source, NULL);
    ngx_conf_merge_ptr_value(conf->base_url, prev->base_url, NULL);
    ngx_conf_merge_ptr_value(conf->media_url, prev->media_url, NULL);
    ngx_conf_merge_str_value(conf->root, prev->root, "/api/v1/");
    ngx_conf_merge_str_value(conf->partner, prev->partner, "partner");
    ngx_conf_merge_str_value(conf->explorer, prev->explorer, "");
    ngx_conf_merge_ptr_value(conf->preview, prev->preview, NULL);
    ngx_conf_merge_uint_value(conf->page_size, prev->page_size, 30);
    ngx_conf_merge_uint_value(conf->max_page_size, prev->max_page_size, 100);
    ngx_conf_merge_uint_value(conf->numbers, prev->numbers,
                              NGX_HTTP_CONTENTLIB_INTEGER);
    ngx_conf_merge_value(conf->strict, prev->strict, 0);
    ngx_conf_merge_value(conf->gzip, prev->gzip, 0);
    ngx_conf_merge_msec_value(conf->query_timeout, prev->query_timeout, 2000);

    clcf = ngx_http_conf_get_module_loc_conf(cf, ngx_http_core_module);

    /* "limit_except" has a configuration without the location's handler */

    if (clcf->lmt_excpt && clcf->handler == NULL) {
        clcf->handler = prev->handler;
    }

    if (conf->handler == ngx_http_contentlib_handler
        && conf->source == NULL)
    {
        ngx_conf_log_error(NGX_LOG_EMERG, cf, 0,
                           "\"contentlib\" requires \"contentlib_library\" in "
                           "the same or an outer block");
        return NGX_CONF_ERROR;
    }

    return NGX_CONF_OK;
}
