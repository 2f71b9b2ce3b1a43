
/*
 * Copyright (C) contentlib authors
 *
 * The thread pool of nginx in which searches run, first come, first served.
 * One search runs at a time, so one task of nginx serves all of them.
 *
 * A search takes all the time that its processor has, so its thread gets a
 * lower priority than the event loops.  The pool "default", which the
 * configuration may use for files, keeps its priority.
 */


#include <http/ngx_http_contentlib.h>

#if (NGX_THREADS)

#include <sys/resource.h>


#define NGX_HTTP_CONTENTLIB_THREAD_NICE  10 /* added to that of the worker */


static void ngx_http_contentlib_work(void *data, ngx_log_t *log);
static void ngx_http_contentlib_lower_priority(void);
static void ngx_http_contentlib_done(ngx_event_t *ev);
static void ngx_http_contentlib_begin_next(ngx_event_t *ev);


char *
ngx_http_contentlib_thread_pool(ngx_conf_t *cf, ngx_command_t *cmd, void *conf)
{
    ngx_http_contentlib_main_conf_t *mcf = conf;

    ngx_str_t                       *value;
    ngx_http_contentlib_searches_t  *searches;

    searches = &mcf->searches;

    if (searches->thread_pool != NULL) {
        return "is duplicate";
    }

    value = cf->args->elts;
    searches->own_threads = ngx_strcmp(value[1].data, "default") != 0;

    searches->thread_pool = ngx_thread_pool_add(cf, &value[1]);

    return searches->thread_pool ? NGX_CONF_OK : NGX_CONF_ERROR;
}


/* the pool "default" has 32 threads, unless it is configured otherwise */

ngx_int_t
ngx_http_contentlib_add_thread_pool(ngx_conf_t *cf)
{
    ngx_http_contentlib_main_conf_t  *mcf;

    mcf = ngx_http_conf_get_module_main_conf(cf, ngx_http_contentlib_module);

    if (mcf->sources.nelts == 0 || mcf->searches.thread_pool != NULL) {
        return NGX_OK;
    }

    mcf->searches.thread_pool = ngx_thread_pool_add(cf, NULL);

    return mcf->searches.thread_pool ? NGX_OK : NGX_ERROR;
}


/* without a master the pool of the cycle may go while a task runs */

void
ngx_http_contentlib_use_thread(ngx_http_contentlib_main_conf_t *mcf,
    ngx_cycle_t *cycle)
{
    ngx_thread_task_t               *task;
    ngx_http_contentlib_searches_t  *searches;

    if (ngx_process != NGX_PROCESS_WORKER) {
        return;
    }

    task = ngx_thread_task_alloc(cycle->pool, 0);
    if (task == NULL) {
        return;
    }

    searches = &mcf->searches;

    task->ctx = searches;
    task->handler = ngx_http_contentlib_work;
    task->event.handler = ngx_http_contentlib_done;
    task->event.data = searches;

    searches->thread_task = task;

    searches->next.handler = ngx_http_contentlib_begin_next;
    searches->next.data = searches;
    searches->next.log = cycle->log;
}


ngx_int_t
ngx_http_contentlib_search(void *data, contentlib_task_t *task)
{
    ngx_http_contentlib_ctx_t *ctx = data;

    ngx_http_contentlib_searches_t   *searches;
    ngx_http_contentlib_main_conf_t  *mcf;

    mcf = ngx_http_get_module_main_conf(ctx->request,
                                        ngx_http_contentlib_module);
    searches = &mcf->searches;

    if (searches->thread_task == NULL) {
        return NGX_DECLINED;
    }

    if (searches->running != NULL) {
        return ngx_http_contentlib_enter(ctx);
    }

    ctx->task = task;

    searches->running = ctx;

    if (ngx_thread_task_post(searches->thread_pool, searches->thread_task)
        != NGX_OK)
    {
        searches->running = NULL;
        return NGX_ERROR;
    }

    return NGX_AGAIN;
}


/* in the thread */

static void
ngx_http_contentlib_work(void *data, ngx_log_t *log)
{
    ngx_http_contentlib_searches_t *searches = data;

    contentlib_task_t  *task;

    if (searches->own_threads) {
        ngx_http_contentlib_lower_priority();
    }

    task = searches->running->task;

    contentlib_task_run(task, task->generation->search_db);
}


/*
 * A thread of the policy SCHED_BATCH does not interrupt who wakes it.  Any
 * thread of the pool may get the task, so each search sets the priority.
 */

static void
ngx_http_contentlib_lower_priority(void)
{
    struct sched_param  batch = { 0 };

    if (sched_getscheduler(0) == SCHED_OTHER) {
        (void) sched_setscheduler(0, SCHED_BATCH, &batch);
    }

    (void) setpriority(PRIO_PROCESS, 0,
                       getpriority(PRIO_PROCESS, (id_t) ngx_pid)
                       + NGX_HTTP_CONTENTLIB_THREAD_NICE);
}


/*
 * On the event loop.  The next search begins before the answer of this one is
 * made.
 */

static void
ngx_http_contentlib_done(ngx_event_t *ev)
{
    ngx_http_contentlib_searches_t *searches = ev->data;

    ngx_http_contentlib_ctx_t  *ctx;

    ctx = searches->running;
    searches->running = NULL;

    contentlib_task_store(ctx->task);

    ngx_http_contentlib_begin_next(&searches->next);
    ctx->resume(ctx);
}


/*
 * A request may find what it waits for in the cache.  Each of these gets its
 * page in an event of its own.
 */

static void
ngx_http_contentlib_begin_next(ngx_event_t *ev)
{
    ngx_http_contentlib_searches_t *searches = ev->data;

    if (searches->running == NULL && ngx_http_contentlib_next() == NGX_OK
        && searches->running == NULL)
    {
        ngx_post_event(ev, &ngx_posted_next_events);
    }
}


#else


char *
ngx_http_contentlib_thread_pool(ngx_conf_t *cf, ngx_command_t *cmd, void *conf)
{
    return "requires nginx with threads";
}


#endif
