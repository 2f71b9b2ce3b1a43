
/*
 * Copyright (C) contentlib authors
 *
 * The libraries of a worker, from its start to its end.
 */


#include <http/ngx_http_contentlib.h>


#define NGX_HTTP_CONTENTLIB_JITTER  100     /* milliseconds */

/* SQLite logs two lines or more for each statement that fails */

#define NGX_HTTP_CONTENTLIB_SQLITE_LINES  10
#define NGX_HTTP_CONTENTLIB_SQLITE_TIME   10000     /* milliseconds */


static void ngx_http_contentlib_cleanup(void *data);
static void ngx_http_contentlib_timer(ngx_event_t *ev);
static void ngx_http_contentlib_add_timer(
    ngx_http_contentlib_main_conf_t *mcf);
static void ngx_http_contentlib_sqlite_log(void *data, int code,
    const char *text);


/* a worker starts even if a library cannot be served */

ngx_int_t
ngx_http_contentlib_open(ngx_cycle_t *cycle)
{
    ngx_pool_cleanup_t               *cleanup;
    ngx_http_contentlib_main_conf_t  *mcf;

    mcf = ngx_http_cycle_get_module_main_conf(cycle,
                                              ngx_http_contentlib_module);

    if (mcf == NULL || mcf->sources.nelts == 0) {
        return NGX_OK;
    }

    ngx_http_contentlib_join_zones(mcf);

    if (ngx_process == NGX_PROCESS_HELPER) {
        return NGX_OK;
    }

    /* without a cleanup there is no timer: requests look at the files */

    cleanup = ngx_pool_cleanup_add(cycle->pool, 0);
    if (cleanup == NULL) {
        return NGX_OK;
    }

    cleanup->handler = ngx_http_contentlib_cleanup;
    cleanup->data = mcf;

#if (NGX_THREADS)
    mcf->event_loop = pthread_self();
#endif

    contentlib_db_init_process(ngx_http_contentlib_sqlite_log);

    ngx_http_contentlib_look(mcf, cycle->log);

    mcf->none.fd = (ngx_socket_t) -1;
    mcf->none.data = mcf;

    mcf->timer.handler = ngx_http_contentlib_timer;
    mcf->timer.data = &mcf->none;
    mcf->timer.log = cycle->log;
    mcf->timer.cancelable = 1;

    ngx_http_contentlib_begin_turns(&mcf->pages, cycle->log);

#if (NGX_THREADS)
    ngx_http_contentlib_use_thread(mcf, cycle);
#endif

    ngx_http_contentlib_add_timer(mcf);

    return NGX_OK;
}


/*
 * At the end of a worker.  A process without a master outlives a configuration
 * that it replaces.
 */

static void
ngx_http_contentlib_cleanup(void *data)
{
    ngx_http_contentlib_main_conf_t *mcf = data;

    ngx_uint_t             i;
    contentlib_source_t  **sources;

    if (mcf->timer.timer_set) {
        ngx_del_timer(&mcf->timer);
    }

    ngx_http_contentlib_end_turns(&mcf->pages);

#if (NGX_THREADS)
    ngx_http_contentlib_end_thread(mcf);
#endif

    sources = mcf->sources.elts;

    for (i = 0; i < mcf->sources.nelts; i++) {
        contentlib_source_close(sources[i]);
    }
}


/* an idle worker opens new files, too */

static void
ngx_http_contentlib_timer(ngx_event_t *ev)
{
    ngx_connection_t                 *none;
    ngx_http_contentlib_main_conf_t  *mcf;

    none = ev->data;
    mcf = none->data;

    ngx_http_contentlib_look(mcf, ev->log);
    ngx_http_contentlib_add_timer(mcf);
}


/* the time is random, so that workers do not all look at the same moment */

static void
ngx_http_contentlib_add_timer(ngx_http_contentlib_main_conf_t *mcf)
{
    uint64_t               now, due;
    ngx_uint_t             i;
    contentlib_source_t  **sources;

    sources = mcf->sources.elts;
    now = contentlib_db_clock() / 1000;
    due = contentlib_source_due(sources[0]);

    for (i = 1; i < mcf->sources.nelts; i++) {
        due = ngx_min(due, contentlib_source_due(sources[i]));
    }

    due = ngx_max(due, now);
    due += (uint64_t) ngx_random() % NGX_HTTP_CONTENTLIB_JITTER;

    ngx_add_timer(&mcf->timer, (ngx_msec_t) (due - now));
}


/*
 * Real errors also fail the statement, and are logged there.  Lines from a
 * search thread are dropped, because only the event loop may use the counters.
 */

static void
ngx_http_contentlib_sqlite_log(void *data, int code, const char *text)
{
    ngx_http_contentlib_main_conf_t  *mcf;

    (void) data;

    /*
     * Another module may use SQLite in a cycle without one of ours.  The cycle
     * in which a worker exits has no configuration at all.
     */

    mcf = ngx_cycle->conf_ctx
          ? ngx_http_cycle_get_module_main_conf(ngx_cycle,
                                                ngx_http_contentlib_module)
          : NULL;

    if (mcf == NULL) {
        return;
    }

#if (NGX_THREADS)
    if (!pthread_equal(pthread_self(), mcf->event_loop)) {
        return;
    }
#endif

    if (mcf->sqlite_lines == 0
        || ngx_current_msec - mcf->sqlite_time
           >= NGX_HTTP_CONTENTLIB_SQLITE_TIME)
    {
        mcf->sqlite_lines = 0;
        mcf->sqlite_time = ngx_current_msec;
    }

    if (mcf->sqlite_lines++ >= NGX_HTTP_CONTENTLIB_SQLITE_LINES) {
        return;
    }

    ngx_log_error(NGX_LOG_INFO, ngx_cycle->log, 0,
                  "contentlib: SQLite: %s (%d)", text, code);
}
