
/*
 * Copyright (C) contentlib authors
 *
 * The libraries of a worker, from its start to its end.
 */


#include <http/ngx_http_contentlib.h>


#define NGX_HTTP_CONTENTLIB_JITTER  100     /* milliseconds */


static void ngx_http_contentlib_timer(ngx_event_t *ev);


/* a worker starts even if a library cannot be served */

ngx_int_t
ngx_http_contentlib_open(ngx_cycle_t *cycle)
{
    ngx_http_contentlib_main_conf_t  *mcf;

    mcf = ngx_http_cycle_get_module_main_conf(cycle,
                                              ngx_http_contentlib_module);

    if (mcf == NULL || mcf->sources.nelts == 0
        || ngx_process == NGX_PROCESS_HELPER)
    {
        return NGX_OK;
    }

    if (ngx_process == NGX_PROCESS_WORKER) {
        ngx_http_contentlib_use_zones(mcf, cycle);
    }

    mcf->none.fd = (ngx_socket_t) -1;
    mcf->none.data = mcf;

    mcf->timer.handler = ngx_http_contentlib_timer;
    mcf->timer.data = &mcf->none;
    mcf->timer.log = cycle->log;
    mcf->timer.cancelable = 1;

#if (NGX_THREADS)
    ngx_http_contentlib_use_thread(mcf, cycle);
#endif

    ngx_http_contentlib_timer(&mcf->timer);

    return NGX_OK;
}


void
ngx_http_contentlib_close(void *data)
{
    ngx_http_contentlib_main_conf_t *mcf = data;

    ngx_uint_t             i;
    contentlib_source_t  **sources;

    if (mcf->timer.timer_set) {
        ngx_del_timer(&mcf->timer);
    }

    sources = mcf->sources.elts;

    for (i = 0; i < mcf->sources.nelts; i++) {
        contentlib_source_close(sources[i]);
    }
}


/*
 * An idle worker opens new files, too.  The time is random, so that workers do
 * not all look at the same moment.
 */

static void
ngx_http_contentlib_timer(ngx_event_t *ev)
{
    uint64_t                          now, next;
    ngx_connection_t                 *none;
    ngx_http_contentlib_main_conf_t  *mcf;

    none = ev->data;
    mcf = none->data;

    next = ngx_http_contentlib_look(mcf, ev->log);
    now = contentlib_db_clock() / 1000;

    next = ngx_max(next, now);
    next += (uint64_t) ngx_random() % NGX_HTTP_CONTENTLIB_JITTER;

    ngx_add_timer(ev, (ngx_msec_t) (next - now));
}
