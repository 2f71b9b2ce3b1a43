
/*
 * Copyright (C) contentlib authors
 *
 * The thread pool of nginx in which searches run that take long.
 *
 * One task is posted at a time, so one object serves all of them.  It is in
 * the pool of the cycle, because a client may leave before its task is done.
 *
 * A search takes all the time that its processor has, so its thread gets a
 * lower priority than the event loops.  The pool "default", which the
 * configuration may use for files, keeps its priority.
 */


#include <http/ngx_http_contentlib.h>

#if (NGX_LINUX)
#include <sys/resource.h>
#endif

#if (NGX_THREADS)


#define NGX_HTTP_CONTENTLIB_THREAD_NICE  10 /* added to that of the worker */


static ngx_int_t ngx_http_contentlib_post(void *data,
    contentlib_search_task_t *task);
static void ngx_http_contentlib_work(void *data, ngx_log_t *log);
static void ngx_http_contentlib_work_low(void *data, ngx_log_t *log);
static void ngx_http_contentlib_done(ngx_event_t *ev);


char *
ngx_http_contentlib_thread_pool(ngx_conf_t *cf, ngx_command_t *cmd, void *conf)
{
    ngx_http_contentlib_main_conf_t *mcf = conf;

    ngx_str_t  *value;

    (void) cmd;

    if (mcf->thread_pool != NULL) {
        return "is duplicate";
    }

    value = cf->args->elts;
    mcf->own_threads = ngx_strcmp(value[1].data, "default") != 0;

    mcf->thread_pool = ngx_thread_pool_add(cf, &value[1]);

    return mcf->thread_pool ? NGX_CONF_OK : NGX_CONF_ERROR;
}


/* the pool "default" has 32 threads, unless it is configured otherwise */

ngx_int_t
ngx_http_contentlib_add_thread_pool(ngx_conf_t *cf)
{
    ngx_http_contentlib_main_conf_t  *mcf;

    mcf = ngx_http_conf_get_module_main_conf(cf, ngx_http_contentlib_module);

    if (mcf->sources.nelts == 0 || mcf->thread_pool != NULL) {
        return NGX_OK;
    }

    mcf->thread_pool = ngx_thread_pool_add(cf, NULL);

    return mcf->thread_pool ? NGX_OK : NGX_ERROR;
}


/* without a master the pool of the cycle may go while a task runs */

void
ngx_http_contentlib_use_thread(ngx_http_contentlib_main_conf_t *mcf,
    ngx_cycle_t *cycle)
{
    ngx_thread_task_t  *task;

    if (ngx_process != NGX_PROCESS_WORKER || !contentlib_db_threads()) {
        return;
    }

    task = ngx_thread_task_alloc(cycle->pool, 0);
    if (task == NULL) {
        return;
    }

    task->handler = mcf->own_threads ? ngx_http_contentlib_work_low
                                     : ngx_http_contentlib_work;
    task->event.handler = ngx_http_contentlib_done;
    task->event.data = mcf;

    mcf->thread_task = task;
    mcf->queue.post = ngx_http_contentlib_post;
    mcf->queue.data = mcf;
}


static ngx_int_t
ngx_http_contentlib_post(void *data, contentlib_search_task_t *search)
{
    ngx_http_contentlib_main_conf_t *mcf = data;

    mcf->thread_task->ctx = search;

    return ngx_thread_task_post(mcf->thread_pool, mcf->thread_task);
}


/* in the thread */

static void
ngx_http_contentlib_work(void *data, ngx_log_t *log)
{
    (void) log;

    contentlib_search_task_run(data);
}


/*
 * A thread of the policy SCHED_BATCH does not interrupt who wakes it.  Any
 * thread of the pool may get the task, so each search sets the priority.
 */

static void
ngx_http_contentlib_work_low(void *data, ngx_log_t *log)
{
#if (NGX_LINUX)
    struct sched_param  batch = { 0 };

    if (sched_getscheduler(0) == SCHED_OTHER) {
        (void) sched_setscheduler(0, SCHED_BATCH, &batch);
    }

    (void) setpriority(PRIO_PROCESS, 0,
                       getpriority(PRIO_PROCESS, (id_t) ngx_pid)
                       + NGX_HTTP_CONTENTLIB_THREAD_NICE);
#endif

    ngx_http_contentlib_work(data, log);
}


/* on the event loop */

static void
ngx_http_contentlib_done(ngx_event_t *ev)
{
    ngx_http_contentlib_main_conf_t *mcf = ev->data;

    contentlib_search_queue_done(&mcf->queue);
}


#else


char *
ngx_http_contentlib_thread_pool(ngx_conf_t *cf, ngx_command_t *cmd, void *conf)
{
    (void) cf;
    (void) cmd;
    (void) conf;

    return "requires nginx with threads";
}


#endif
