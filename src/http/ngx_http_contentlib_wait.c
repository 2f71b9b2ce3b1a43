
/*
 * Copyright (C) contentlib authors
 *
 * Requests that wait for their search: the fifo, their blocking, and their
 * deadlines.
 */


#include <http/ngx_http_contentlib.h>

#include <poll.h>


#define NGX_HTTP_CONTENTLIB_WAITING  64     /* requests */
#define NGX_HTTP_CONTENTLIB_LATE     5      /* milliseconds */

/* requests that wait in one main request: nginx counts them in 8 bits */

#define NGX_HTTP_CONTENTLIB_BLOCKED  128


static void ngx_http_contentlib_remove(ngx_http_contentlib_ctx_t *ctx);
static void ngx_http_contentlib_make_room(void);
static void ngx_http_contentlib_left(ngx_event_t *ev);
static void ngx_http_contentlib_leave(ngx_http_contentlib_ctx_t *ctx);
static ngx_uint_t ngx_http_contentlib_gone(ngx_connection_t *c);
static void ngx_http_contentlib_watch_recv(ngx_http_request_t *main);
static ngx_recv_pt ngx_http_contentlib_nginx_recv(ngx_connection_t *c);
static void ngx_http_contentlib_restore_recv(void *data);
static ssize_t ngx_http_contentlib_recv(ngx_connection_t *c, u_char *buf,
    size_t size);
static void ngx_http_contentlib_deadline(ngx_event_t *ev);


/* contexts of the requests of the process */

static ngx_queue_t  ngx_http_contentlib_fifo = { &ngx_http_contentlib_fifo,
                                                 &ngx_http_contentlib_fifo };
static ngx_uint_t   ngx_http_contentlib_waiting;
static ngx_msec_t   ngx_http_contentlib_made_room;


ngx_int_t
ngx_http_contentlib_enter(ngx_http_contentlib_ctx_t *ctx)
{
    if (ngx_http_contentlib_waiting >= NGX_HTTP_CONTENTLIB_WAITING) {
        ngx_http_contentlib_make_room();
    }

    if (ngx_http_contentlib_waiting >= NGX_HTTP_CONTENTLIB_WAITING
        || ctx->request->main->blocked >= NGX_HTTP_CONTENTLIB_BLOCKED)
    {
        return NGX_BUSY;
    }

    ngx_queue_insert_tail(&ngx_http_contentlib_fifo, &ctx->queue);
    ngx_http_contentlib_waiting++;

    ctx->waiting = 1;

    return NGX_AGAIN;
}


/*
 * Takes out those whose clients have left.  They end in an event of their own,
 * because the request that enters may belong to the same main request.  To ask
 * for each of them takes as long as some answers do, so it is not done twice in
 * a millisecond, however many searches are refused.
 */

static void
ngx_http_contentlib_make_room(void)
{
    ngx_queue_t                *q, *next;
    ngx_connection_t           *c;
    ngx_http_contentlib_ctx_t  *ctx;

    if (ngx_http_contentlib_made_room == ngx_current_msec) {
        return;
    }

    ngx_http_contentlib_made_room = ngx_current_msec;

    for (q = ngx_queue_head(&ngx_http_contentlib_fifo);
         q != ngx_queue_sentinel(&ngx_http_contentlib_fifo);
         q = next)
    {
        next = ngx_queue_next(q);

        ctx = ngx_queue_data(q, ngx_http_contentlib_ctx_t, queue);
        c = ctx->request->connection;

        if (!c->error && !ngx_http_contentlib_gone(c)) {
            continue;
        }

        c->error = 1;

        ngx_http_contentlib_remove(ctx);

        ngx_del_timer(&ctx->timer);
        ctx->timer.handler = ngx_http_contentlib_left;
        ngx_post_event(&ctx->timer, &ngx_posted_events);
    }
}


static void
ngx_http_contentlib_left(ngx_event_t *ev)
{
    ngx_http_contentlib_ctx_t  *ctx;

    ctx = ngx_queue_data(ev, ngx_http_contentlib_ctx_t, timer);

    ctx->resume(ctx);
}


static void
ngx_http_contentlib_remove(ngx_http_contentlib_ctx_t *ctx)
{
    ngx_queue_remove(&ctx->queue);
    ngx_http_contentlib_waiting--;

    ctx->waiting = 0;
}


ngx_int_t
ngx_http_contentlib_next(void)
{
    if (ngx_http_contentlib_waiting == 0) {
        return NGX_DECLINED;
    }

    ngx_http_contentlib_leave(ngx_queue_data(
                                    ngx_queue_head(&ngx_http_contentlib_fifo),
                                    ngx_http_contentlib_ctx_t, queue));

    return NGX_OK;
}


/* a client that has left is not worth a search */

static void
ngx_http_contentlib_leave(ngx_http_contentlib_ctx_t *ctx)
{
    ngx_connection_t  *c;

    ngx_http_contentlib_remove(ctx);

    c = ctx->request->connection;

    if (ngx_http_contentlib_gone(c)) {
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


/* a search that runs ends on its own, and nginx's clock may be ahead */

static void
ngx_http_contentlib_deadline(ngx_event_t *ev)
{
    ngx_http_contentlib_ctx_t  *ctx;

    ctx = ngx_queue_data(ev, ngx_http_contentlib_ctx_t, timer);

    if (!ctx->waiting || contentlib_db_clock() <= ctx->input.deadline) {
        ngx_add_timer(ev, NGX_HTTP_CONTENTLIB_LATE);
        return;
    }

    ngx_http_contentlib_leave(ctx);
}
