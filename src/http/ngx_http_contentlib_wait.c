
/*
 * Copyright (C) contentlib authors
 *
 * Requests that wait: blocking them, their deadlines, and the turns of pages.
 */


#include <http/ngx_http_contentlib.h>

#include <poll.h>


#define NGX_HTTP_CONTENTLIB_SHARE    200    /* microseconds */
#define NGX_HTTP_CONTENTLIB_LATE     5      /* milliseconds */

/* requests that wait in one main request: nginx counts them in 8 bits */

#define NGX_HTTP_CONTENTLIB_BLOCKED  128


static void ngx_http_contentlib_remove(ngx_http_contentlib_ctx_t *ctx);
static void ngx_http_contentlib_leave(ngx_http_contentlib_ctx_t *ctx);
static ngx_uint_t ngx_http_contentlib_gone(ngx_connection_t *c);
static void ngx_http_contentlib_watch_recv(ngx_http_request_t *main);
static ngx_recv_pt ngx_http_contentlib_nginx_recv(ngx_connection_t *c);
static void ngx_http_contentlib_restore_recv(void *data);
static ssize_t ngx_http_contentlib_recv(ngx_connection_t *c, u_char *buf,
    size_t size);
static void ngx_http_contentlib_deadline(ngx_event_t *ev);
static ngx_http_contentlib_pages_t *ngx_http_contentlib_pages(
    ngx_http_contentlib_ctx_t *ctx);
static void ngx_http_contentlib_cycle(ngx_event_t *ev);


ngx_int_t
ngx_http_contentlib_enter(ngx_http_contentlib_ctx_t *ctx,
    ngx_http_contentlib_fifo_t *fifo, ngx_uint_t max)
{
    if (fifo->n >= max
        || ctx->request->main->blocked >= NGX_HTTP_CONTENTLIB_BLOCKED)
    {
        return NGX_BUSY;
    }

    ngx_queue_insert_tail(&fifo->queue, &ctx->queue);
    fifo->n++;

    ctx->fifo = fifo;

    return NGX_AGAIN;
}


static void
ngx_http_contentlib_remove(ngx_http_contentlib_ctx_t *ctx)
{
    ngx_queue_remove(&ctx->queue);
    ctx->fifo->n--;
    ctx->fifo = NULL;
}


void
ngx_http_contentlib_next(ngx_http_contentlib_fifo_t *fifo)
{
    ngx_http_contentlib_leave(ngx_queue_data(ngx_queue_head(&fifo->queue),
                                             ngx_http_contentlib_ctx_t,
                                             queue));
}


/* a client that has left is not worth a search or a page */

static void
ngx_http_contentlib_leave(ngx_http_contentlib_ctx_t *ctx)
{
    ngx_connection_t  *c;

    ngx_http_contentlib_remove(ctx);

    c = ctx->request->connection;

    if (!ctx->answered && ngx_http_contentlib_gone(c)) {
        c->error = 1;
    }

    ctx->resume(ctx);
}


/*
 * nginx does not read from the connection of a request that waits.  It marks a
 * stream of HTTP/2 or HTTP/3 that the client has reset.
 */

static ngx_uint_t
ngx_http_contentlib_gone(ngx_connection_t *c)
{
    struct pollfd  closed;

#if (NGX_HTTP_V3)
    if (c->quic) {
        return c->read->error || c->write->error;
    }
#endif

    closed.fd = c->fd;
    closed.events = POLLRDHUP;

    return poll(&closed, 1, 0) > 0;
}


void
ngx_http_contentlib_block(ngx_http_contentlib_ctx_t *ctx)
{
    uint64_t  now, deadline;

    ctx->request->main->blocked++;

    ngx_http_contentlib_watch_recv(ctx->request->main);

    if (ctx->timer.timer_set) {
        return;
    }

    ctx->timer.handler = ngx_http_contentlib_deadline;
    ctx->timer.data = ctx->request->connection;
    ctx->timer.log = ctx->request->connection->log;

    now = contentlib_db_clock();
    deadline = ngx_max(ctx->input.deadline, now);

    ngx_add_timer(&ctx->timer, (ngx_msec_t) ((deadline - now) / 1000 + 1));
}


/*
 * nginx's handler that discards the body releases a reference of the main
 * request at the end of the connection, and again at each event that follows.
 * So it does not see the end while a request waits.
 */

static void
ngx_http_contentlib_watch_recv(ngx_http_request_t *main)
{
    ngx_connection_t    *c;
    ngx_pool_cleanup_t  *cln;

    c = main->connection;

    if (c->recv != ngx_http_contentlib_nginx_recv(c)) {
        return;
    }

    cln = ngx_pool_cleanup_add(main->pool, 0);

    if (cln != NULL) {
        cln->handler = ngx_http_contentlib_restore_recv;
        cln->data = c;

        c->recv = ngx_http_contentlib_recv;
    }
}


static ngx_recv_pt
ngx_http_contentlib_nginx_recv(ngx_connection_t *c)
{
#if (NGX_SSL)
    if (c->ssl) {
        return ngx_ssl_recv;
    }
#endif

    return ngx_recv;
}


static void
ngx_http_contentlib_restore_recv(void *data)
{
    ngx_connection_t *c = data;

    c->recv = ngx_http_contentlib_nginx_recv(c);
}


static ssize_t
ngx_http_contentlib_recv(ngx_connection_t *c, u_char *buf, size_t size)
{
    ssize_t              n;
    ngx_http_request_t  *r;

    r = c->data;
    n = ngx_http_contentlib_nginx_recv(c)(c, buf, size);

    if ((n != 0 && n != NGX_ERROR) || r->main->blocked == 0
        || r->read_event_handler != ngx_http_discarded_request_body_handler)
    {
        return n;
    }

    /*
     * The request that goes on posts the event with which it reads again.  If
     * something else has blocked the main request, lingering_timeout does.
     */

    c->read->ready = 1;

    return NGX_AGAIN;
}


/*
 * A search that runs ends on its own, and a body has no deadline; and nginx's
 * clock may be ahead.
 */

static void
ngx_http_contentlib_deadline(ngx_event_t *ev)
{
    ngx_http_contentlib_ctx_t  *ctx;

    ctx = ngx_queue_data(ev, ngx_http_contentlib_ctx_t, timer);

    if (ctx->fifo == NULL || ctx->answered
        || contentlib_db_clock() <= ctx->input.deadline)
    {
        ngx_add_timer(ev, NGX_HTTP_CONTENTLIB_LATE);
        return;
    }

    ngx_http_contentlib_leave(ctx);
}


void
ngx_http_contentlib_begin_turns(ngx_http_contentlib_pages_t *pages,
    ngx_log_t *log)
{
    ngx_queue_init(&pages->waiting.queue);

    pages->cycle.handler = ngx_http_contentlib_cycle;
    pages->cycle.data = pages;
    pages->cycle.log = log;
}


void
ngx_http_contentlib_end_turns(ngx_http_contentlib_pages_t *pages)
{
    if (pages->cycle.posted) {
        ngx_delete_posted_event(&pages->cycle);
    }
}


ngx_int_t
ngx_http_contentlib_turn(void *data)
{
    ngx_http_contentlib_ctx_t *ctx = data;

    ngx_http_contentlib_pages_t  *pages;

    pages = ngx_http_contentlib_pages(ctx);

    if (pages->waiting.n == 0 && contentlib_db_clock() < pages->end) {
        return NGX_OK;
    }

    return ngx_http_contentlib_enter(ctx, &pages->waiting, NGX_MAX_UINT32_VALUE)
           == NGX_AGAIN ? NGX_AGAIN : NGX_OK;
}


void
ngx_http_contentlib_next_turn(ngx_http_contentlib_ctx_t *ctx)
{
    ngx_http_contentlib_pages_t  *pages;

    pages = ngx_http_contentlib_pages(ctx);

    ngx_queue_insert_head(&pages->waiting.queue, &ctx->queue);
    pages->waiting.n++;

    ctx->fifo = &pages->waiting;
}


void
ngx_http_contentlib_cancel_turn(void *data)
{
    ngx_http_contentlib_ctx_t *ctx = data;

    if (ctx->fifo != NULL) {
        ngx_http_contentlib_remove(ctx);
    }
}


/* the first use in a cycle of the event loop begins the time share */

static ngx_http_contentlib_pages_t *
ngx_http_contentlib_pages(ngx_http_contentlib_ctx_t *ctx)
{
    ngx_http_contentlib_pages_t      *pages;
    ngx_http_contentlib_main_conf_t  *mcf;

    mcf = ngx_http_get_module_main_conf(ctx->request,
                                        ngx_http_contentlib_module);
    pages = &mcf->pages;

    if (!pages->cycle.posted) {
        pages->end = contentlib_db_clock() + NGX_HTTP_CONTENTLIB_SHARE;
        ngx_post_event(&pages->cycle, &ngx_posted_next_events);
    }

    return pages;
}


/* one page or piece at least, so that all of them come */

static void
ngx_http_contentlib_cycle(ngx_event_t *ev)
{
    ngx_http_contentlib_pages_t *pages = ev->data;

    if (pages->waiting.n == 0) {
        return;
    }

    pages->end = contentlib_db_clock() + NGX_HTTP_CONTENTLIB_SHARE;
    ngx_post_event(ev, &ngx_posted_next_events);

    do {
        ngx_http_contentlib_next(&pages->waiting);

    } while (pages->waiting.n > 0 && contentlib_db_clock() < pages->end);
}
