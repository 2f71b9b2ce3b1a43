
/*
 * Copyright (C) contentlib authors
 *
 * The directive "contentlib_library": a path, and the source for it, which
 * all directives with this path share; and looks at the files of all sources.
 */


#include <http/ngx_http_contentlib.h>


#define NGX_HTTP_CONTENTLIB_CACHE      (32 * 1024 * 1024)
#define NGX_HTTP_CONTENTLIB_CACHE_MIN  (256 * 1024)
#define NGX_HTTP_CONTENTLIB_CHECK      500
#define NGX_HTTP_CONTENTLIB_CHECK_MIN  50


static ngx_int_t ngx_http_contentlib_parameters(ngx_conf_t *cf,
    contentlib_source_t *source);
static ngx_int_t ngx_http_contentlib_cache(ngx_conf_t *cf, ngx_str_t *value,
    size_t *size);
static ngx_int_t ngx_http_contentlib_check(ngx_conf_t *cf, ngx_str_t *value,
    uint64_t *check);
static contentlib_source_t *ngx_http_contentlib_source(ngx_conf_t *cf,
    const contentlib_source_t *wanted);


/*
 * The file is not opened, because this is the master process, which runs as
 * root.  If it is missing, this is only a warning: it may come later, and one
 * file must not stop all sites of a host.
 */

char *
ngx_http_contentlib_library(ngx_conf_t *cf, ngx_command_t *cmd, void *conf)
{
    ngx_http_contentlib_loc_conf_t *lcf = conf;

    ngx_str_t                   *value;
    contentlib_source_t          source;
    contentlib_error_t           error;
    contentlib_file_identity_t   identity;

    if (lcf->source != NGX_CONF_UNSET_PTR) {
        return "is duplicate";
    }

    ngx_memzero(&source, sizeof(contentlib_source_t));

    value = cf->args->elts;
    source.path = value[1];

    if (source.path.len == 0) {
        return "must be the path of a file";
    }

    if (ngx_http_contentlib_parameters(cf, &source) != NGX_OK
        || ngx_conf_full_name(cf->cycle, &source.path, 0) != NGX_OK)
    {
        return NGX_CONF_ERROR;
    }

    lcf->source = ngx_http_contentlib_source(cf, &source);

    if (lcf->source == NULL) {
        return NGX_CONF_ERROR;
    }

    if (contentlib_file_examine((char *) source.path.data, &identity, &error)
        != NGX_OK)
    {
        ngx_conf_log_error(NGX_LOG_WARN, cf, 0,
                           "library \"%V\" cannot be served yet: %s",
                           &source.path, error.text);
    }

    return NGX_CONF_OK;
}


static ngx_int_t
ngx_http_contentlib_parameters(ngx_conf_t *cf, contentlib_source_t *source)
{
    ngx_int_t    rc;
    ngx_str_t   *value;
    ngx_uint_t   i;

    source->cache_size = NGX_HTTP_CONTENTLIB_CACHE;
    source->check = NGX_HTTP_CONTENTLIB_CHECK;

    value = cf->args->elts;

    for (i = 2; i < cf->args->nelts; i++) {

        if (ngx_strncmp(value[i].data, "cache=", 6) == 0) {
            rc = ngx_http_contentlib_cache(cf, &value[i],
                                           &source->cache_size);

        } else if (ngx_strncmp(value[i].data, "check=", 6) == 0) {
            rc = ngx_http_contentlib_check(cf, &value[i], &source->check);

        } else {
            ngx_conf_log_error(NGX_LOG_EMERG, cf, 0,
                               "invalid parameter \"%V\"", &value[i]);
            return NGX_ERROR;
        }

        if (rc != NGX_OK) {
            return NGX_ERROR;
        }

        if (i == 3 && ngx_strncmp(value[2].data, value[3].data, 6) == 0) {
            ngx_conf_log_error(NGX_LOG_EMERG, cf, 0,
                               "duplicate parameter \"%V\"", &value[3]);
            return NGX_ERROR;
        }
    }

    return NGX_OK;
}


/* "cache=size" or "cache=off" */

static ngx_int_t
ngx_http_contentlib_cache(ngx_conf_t *cf, ngx_str_t *value, size_t *size)
{
    off_t      n;
    ngx_str_t  text;

    text.data = value->data + sizeof("cache=") - 1;
    text.len = value->len - (sizeof("cache=") - 1);

    if (ngx_strcmp(text.data, "off") == 0) {
        *size = 0;
        return NGX_OK;
    }

    n = ngx_parse_offset(&text);

    if (n < NGX_HTTP_CONTENTLIB_CACHE_MIN) {
        ngx_conf_log_error(NGX_LOG_EMERG, cf, 0,
                           "invalid cache size \"%V\", it must be \"off\" or "
                           "a size from 256k, such as \"32m\"", value);
        return NGX_ERROR;
    }

    *size = (size_t) n;

    return NGX_OK;
}


static ngx_int_t
ngx_http_contentlib_check(ngx_conf_t *cf, ngx_str_t *value, uint64_t *check)
{
    ngx_int_t  n;
    ngx_str_t  text;

    text.data = value->data + sizeof("check=") - 1;
    text.len = value->len - (sizeof("check=") - 1);

    n = ngx_parse_time(&text, 0);

    if (n < NGX_HTTP_CONTENTLIB_CHECK_MIN || n > NGX_MAX_INT32_VALUE) {
        ngx_conf_log_error(NGX_LOG_EMERG, cf, 0,
                           "invalid time \"%V\", it must be 50ms or more, "
                           "such as \"500ms\"", value);
        return NGX_ERROR;
    }

    *check = (uint64_t) n;

    return NGX_OK;
}


static contentlib_source_t *
ngx_http_contentlib_source(ngx_conf_t *cf, const contentlib_source_t *wanted)
{
    ngx_uint_t                         i;
    contentlib_source_t               *source, **sources;
    ngx_http_contentlib_main_conf_t   *mcf;

    mcf = ngx_http_conf_get_module_main_conf(cf, ngx_http_contentlib_module);

    sources = mcf->sources.elts;

    for (i = 0; i < mcf->sources.nelts; i++) {

        source = sources[i];

        if (source->path.len != wanted->path.len
            || ngx_strncmp(source->path.data, wanted->path.data,
                           wanted->path.len)
               != 0)
        {
            continue;
        }

        if (source->cache_size != wanted->cache_size
            || source->check != wanted->check)
        {
            ngx_conf_log_error(NGX_LOG_EMERG, cf, 0,
                               "another \"contentlib_library\" with \"%V\" "
                               "has a different \"%s\"", &wanted->path,
                               source->cache_size != wanted->cache_size
                               ? "cache" : "check");
            return NULL;
        }

        return source;
    }

    source = ngx_palloc(cf->pool, sizeof(contentlib_source_t));
    if (source == NULL) {
        return NULL;
    }

    *source = *wanted;
    source->log = &cf->cycle->new_log;

    sources = ngx_array_push(&mcf->sources);
    if (sources == NULL) {
        return NULL;
    }

    *sources = source;

    return source;
}


uint64_t
ngx_http_contentlib_look(ngx_http_contentlib_main_conf_t *mcf, ngx_log_t *log)
{
    uint64_t               next;
    ngx_uint_t             i;
    contentlib_source_t  **sources;

    sources = mcf->sources.elts;
    next = UINT64_MAX;

    for (i = 0; i < mcf->sources.nelts; i++) {
        contentlib_source_look(sources[i], log);
        next = ngx_min(next, sources[i]->look_at);
    }

    return next;
}
