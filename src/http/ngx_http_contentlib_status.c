
/*
 * Copyright (C) contentlib authors
 *
 * The zones of shared memory in which metrics are counted, and the responses
 * of "contentlib_status".  nginx keeps a zone while its name and size are the
 * same, so each library has one of a fixed size: the counters survive a
 * reload, whatever else changes in the configuration.
 */


#include <http/ngx_http_contentlib.h>


#define NGX_HTTP_CONTENTLIB_ZONE   "contentlib_status:"
#define NGX_HTTP_CONTENTLIB_PAGES  16       /* of nginx itself in a zone */

/* no worker has a greater number */

#define NGX_HTTP_CONTENTLIB_ZONE_SIZE                                         \
    contentlib_metrics_zone_size(NGX_MAX_PROCESSES)


static ngx_int_t ngx_http_contentlib_add_zone(ngx_conf_t *cf,
    contentlib_metrics_t *metrics, const ngx_str_t *path);
static ngx_int_t ngx_http_contentlib_init_zone(ngx_shm_zone_t *shm_zone,
    void *data);
static ngx_int_t ngx_http_contentlib_status_text(ngx_http_request_t *r,
    contentlib_metrics_text_pt text, ngx_str_t *type);
static ngx_int_t ngx_http_contentlib_status_headers(ngx_http_request_t *r);


/*
 * Each library also gets memory of the configuration for one process.  A
 * process without a master counts there, because it goes on to use an old
 * configuration after nginx has freed the zone of this configuration.
 */

ngx_int_t
ngx_http_contentlib_add_zones(ngx_conf_t *cf)
{
    ngx_uint_t                         i;
    contentlib_source_t              **sources;
    ngx_http_contentlib_main_conf_t   *mcf;

    mcf = ngx_http_conf_get_module_main_conf(cf, ngx_http_contentlib_module);

    if (!mcf->status) {
        return NGX_OK;
    }

    mcf->metrics = ngx_pcalloc(cf->pool, mcf->sources.nelts
                                         * sizeof(contentlib_metrics_t));
    if (mcf->metrics == NULL) {
        return NGX_ERROR;
    }

    sources = mcf->sources.elts;

    for (i = 0; i < mcf->sources.nelts; i++) {
        sources[i]->metrics = &mcf->metrics[i];

        if (ngx_http_contentlib_add_zone(cf, &mcf->metrics[i],
                                         &sources[i]->path)
            != NGX_OK)
        {
            return NGX_ERROR;
        }
    }

    return NGX_OK;
}


static ngx_int_t
ngx_http_contentlib_add_zone(ngx_conf_t *cf, contentlib_metrics_t *metrics,
    const ngx_str_t *path)
{
    size_t                      size;
    ngx_str_t                   name;
    contentlib_metrics_zone_t  *zone;

    zone = ngx_pcalloc(cf->pool, contentlib_metrics_zone_size(1));

    name.len = sizeof(NGX_HTTP_CONTENTLIB_ZONE) - 1 + path->len;
    name.data = ngx_pnalloc(cf->pool, name.len);

    if (zone == NULL || name.data == NULL
        || contentlib_metrics_label(metrics, path, cf->pool) != NGX_OK)
    {
        return NGX_ERROR;
    }

    contentlib_metrics_start(metrics, zone, 0, 1);

    (void) ngx_sprintf(name.data, NGX_HTTP_CONTENTLIB_ZONE "%V", path);

    size = ngx_align(NGX_HTTP_CONTENTLIB_ZONE_SIZE, ngx_pagesize)
           + NGX_HTTP_CONTENTLIB_PAGES * ngx_pagesize;

    metrics->shm_zone = ngx_shared_memory_add(cf, &name, size,
                                              &ngx_http_contentlib_module);
    if (metrics->shm_zone == NULL) {
        return NGX_ERROR;
    }

    metrics->shm_zone->init = ngx_http_contentlib_init_zone;

    return NGX_OK;
}


static ngx_int_t
ngx_http_contentlib_init_zone(ngx_shm_zone_t *shm_zone, void *data)
{
    shm_zone->data = data ? data
                          : ngx_slab_calloc(
                                (ngx_slab_pool_t *) shm_zone->shm.addr,
                                NGX_HTTP_CONTENTLIB_ZONE_SIZE);

    return shm_zone->data ? NGX_OK : NGX_ERROR;
}


void
ngx_http_contentlib_use_zones(ngx_http_contentlib_main_conf_t *mcf,
    ngx_cycle_t *cycle)
{
    ngx_uint_t             i, n;
    ngx_core_conf_t       *ccf;
    contentlib_metrics_t  *metrics;

    ccf = (ngx_core_conf_t *) ngx_get_conf(cycle->conf_ctx, ngx_core_module);

    /* nginx starts no more */

    n = ngx_min((ngx_uint_t) ccf->worker_processes, NGX_MAX_PROCESSES);

    for (i = 0; mcf->metrics != NULL && i < mcf->sources.nelts; i++) {
        metrics = &mcf->metrics[i];

        contentlib_metrics_start(metrics, metrics->shm_zone->data, ngx_worker,
                                 n);
    }
}


ngx_int_t
ngx_http_contentlib_status_handler(ngx_http_request_t *r)
{
    static ngx_str_t  type =
        ngx_string("text/plain; version=0.0.4; charset=utf-8");

    return ngx_http_contentlib_status_text(r, contentlib_metrics_page, &type);
}


ngx_int_t
ngx_http_contentlib_health_handler(ngx_http_request_t *r)
{
    static ngx_str_t  type = ngx_string("text/plain; charset=utf-8");

    return ngx_http_contentlib_status_text(r, contentlib_metrics_health,
                                           &type);
}


/* a complex value without lengths is a string */

static ngx_int_t
ngx_http_contentlib_status_text(ngx_http_request_t *r,
    contentlib_metrics_text_pt text, ngx_str_t *type)
{
    ngx_int_t                         rc;
    ngx_http_complex_value_t          value;
    ngx_http_contentlib_main_conf_t  *mcf;

    if (!(r->method & (NGX_HTTP_GET|NGX_HTTP_HEAD))) {
        return NGX_HTTP_NOT_ALLOWED;
    }

    mcf = ngx_http_get_module_main_conf(r, ngx_http_contentlib_module);

    /* look at the files first, as a request would do */

    ngx_http_contentlib_look(mcf, r->connection->log);

    ngx_memzero(&value, sizeof(ngx_http_complex_value_t));

    rc = text(mcf->metrics, mcf->sources.nelts, r->pool, &value.value);

    if (rc == NGX_ERROR || ngx_http_contentlib_status_headers(r) != NGX_OK) {
        return NGX_HTTP_INTERNAL_SERVER_ERROR;
    }

    return ngx_http_send_response(r, rc == NGX_OK
                                     ? NGX_HTTP_OK
                                     : NGX_HTTP_SERVICE_UNAVAILABLE,
                                  type, &value);
}


static ngx_int_t
ngx_http_contentlib_status_headers(ngx_http_request_t *r)
{
    static const ngx_str_t  allow = ngx_string("GET, HEAD");
    static const ngx_str_t  nosniff = ngx_string("nosniff");
    static const ngx_str_t  no_store = ngx_string("no-store");

    r->disable_not_modified = 1;

    ngx_str_null(&r->headers_out.charset);
    r->headers_out.override_charset = NULL;

    return ngx_http_contentlib_header(r, "Allow", &allow)
           && ngx_http_contentlib_header(r, "X-Content-Type-Options", &nosniff)
           && ngx_http_contentlib_header(r, "Cache-Control", &no_store)
           ? NGX_OK : NGX_ERROR;
}
