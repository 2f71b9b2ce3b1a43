
/*
 * Copyright (C) contentlib authors
 *
 * The content handler: waits if the answer has to wait for a search, or for
 * other answers, sends the answer, headers and then the body, and counts it.
 * The filters of nginx, such as gzip, would hold the event loop with a large
 * body, so they get it in pieces, each in a turn of its own.
 */


#include <http/ngx_http_contentlib.h>


#define NGX_HTTP_CONTENTLIB_PIECE     (64 * 1024)   /* bytes */

/* a bit of r->buffered that no module of nginx uses */

#define NGX_HTTP_CONTENTLIB_BUFFERED  0x08


static ngx_int_t ngx_http_contentlib_answer(ngx_http_contentlib_ctx_t *ctx);
static ngx_int_t ngx_http_contentlib_answered(ngx_http_request_t *r,
    ngx_http_contentlib_ctx_t *ctx);
static void ngx_http_contentlib_resume(ngx_http_contentlib_ctx_t *ctx);
static void ngx_http_contentlib_finalize(ngx_http_request_t *r, ngx_int_t rc);
static void ngx_http_contentlib_hold_body(ngx_http_request_t *r,
    ngx_http_contentlib_ctx_t *ctx);
static void ngx_http_contentlib_count(ngx_http_contentlib_ctx_t *ctx,
    ngx_uint_t status, ngx_uint_t sent);
static ngx_int_t ngx_http_contentlib_send(ngx_http_request_t *r,
    ngx_http_contentlib_ctx_t *ctx);
static ngx_int_t ngx_http_contentlib_send_pieces(ngx_http_request_t *r,
    ngx_http_contentlib_ctx_t *ctx);
static void ngx_http_contentlib_send_piece(ngx_http_contentlib_ctx_t *ctx);
static void ngx_http_contentlib_end_pieces(ngx_http_request_t *r);
static ngx_int_t ngx_http_contentlib_send_body(ngx_http_request_t *r,
    ngx_http_contentlib_ctx_t *ctx);
static ngx_int_t ngx_http_contentlib_send_next(ngx_http_request_t *r,
    ngx_http_contentlib_ctx_t *ctx);
static void ngx_http_contentlib_writer(ngx_http_request_t *r);
static ngx_uint_t ngx_http_contentlib_replaced(ngx_http_request_t *r,
    ngx_http_contentlib_ctx_t *ctx);
static ngx_int_t ngx_http_contentlib_headers(ngx_http_request_t *r,
    contentlib_answer_t *answer);
static ngx_int_t ngx_http_contentlib_coding(ngx_http_request_t *r,
    contentlib_answer_t *answer);
static ngx_uint_t ngx_http_contentlib_gzip_vary(ngx_http_request_t *r);
static ngx_int_t ngx_http_contentlib_validators(ngx_http_request_t *r,
    contentlib_answer_t *answer);


static const ngx_str_t  ngx_http_contentlib_vary = ngx_string("Accept");


ngx_int_t
ngx_http_contentlib_handler(ngx_http_request_t *r)
{
    ngx_http_contentlib_ctx_t       *ctx;
    ngx_http_contentlib_loc_conf_t  *lcf;

    lcf = ngx_http_get_module_loc_conf(r, ngx_http_contentlib_module);

    ctx = ngx_pcalloc(r->pool, sizeof(ngx_http_contentlib_ctx_t));

    if (ctx == NULL
        || ngx_http_contentlib_input(r, lcf, &ctx->input) != NGX_OK)
    {
        return NGX_HTTP_INTERNAL_SERVER_ERROR;
    }

    /*
     * Only requests of clients get the page.  Subrequests and internal
     * redirects of nginx get the answer of the API, also if the page itself is
     * missing.
     */

    if (lcf->explorer.len != 0 && r == r->main && !r->internal
        && contentlib_service_explorer(&ctx->input))
    {
        /* a redirect keeps the headers of the request */

        return ngx_http_contentlib_header(r, "Vary", &ngx_http_contentlib_vary)
               ? ngx_http_internal_redirect(r, &lcf->explorer, NULL)
               : NGX_HTTP_INTERNAL_SERVER_ERROR;
    }

    if (r->discard_body) {
        ngx_http_contentlib_hold_body(r, ctx);
    }

    ctx->request = r;
    ctx->resume = ngx_http_contentlib_resume;

#if (NGX_THREADS)
    ctx->input.search = ngx_http_contentlib_search;
#endif
    ctx->input.turn = ngx_http_contentlib_turn;
    ctx->input.data = ctx;

    ngx_http_set_ctx(r, ctx, ngx_http_contentlib_module);

    if (ngx_http_contentlib_answer(ctx) == NGX_OK) {
        return ngx_http_contentlib_answered(r, ctx);
    }

    r->main->count++;
    ngx_http_contentlib_block(ctx);

    return NGX_DONE;
}


/* NGX_AGAIN: the request waits for its answer, or for the turn to send it */

static ngx_int_t
ngx_http_contentlib_answer(ngx_http_contentlib_ctx_t *ctx)
{
    contentlib_answer_t  *answer;

    if (ctx->answered) {
        return NGX_OK;
    }

    answer = &ctx->answer;

    if (contentlib_service_answer(&ctx->input, answer) == NGX_AGAIN) {
        return NGX_AGAIN;
    }

    ctx->answered = 1;

    /* a page that was not cached has its turn already */

    return answer->body.len > CONTENTLIB_ANSWER_LARGE
           && answer->cache_status == CONTENTLIB_HIT
           && !answer->not_modified
           && ctx->request->method != NGX_HTTP_HEAD
           && !ctx->request->header_only
           ? ngx_http_contentlib_turn(ctx) : NGX_OK;
}


static void
ngx_http_contentlib_resume(ngx_http_contentlib_ctx_t *ctx)
{
    ngx_int_t            rc;
    ngx_connection_t    *c;
    ngx_http_request_t  *r;

    r = ctx->request;
    c = r->connection;

    ngx_http_set_log_request(c->log, r);

    r->main->blocked--;

    if (ctx->timer.timer_set) {
        ngx_del_timer(&ctx->timer);
    }

    /* send_timeout of a page that waited for this part, not of the client */

    c->write->timedout = 0;

    if (c->error) {
        rc = NGX_HTTP_CLIENT_CLOSED_REQUEST;
        ngx_http_contentlib_count(ctx, (ngx_uint_t) rc, 0);

    } else if (ngx_http_contentlib_answer(ctx) == NGX_OK) {
        rc = ngx_http_contentlib_answered(r, ctx);

    } else {
        ngx_http_contentlib_block(ctx);
        return;
    }

    ngx_http_contentlib_finalize(r, rc);
}


static void
ngx_http_contentlib_finalize(ngx_http_request_t *r, ngx_int_t rc)
{
    ngx_connection_t  *c;

    c = r->connection;

    /* a body that came meanwhile; afterwards there may be no event for it */

    if (r->main->discard_body && c->read->ready) {
        ngx_post_event(c->read, &ngx_posted_events);
    }

    ngx_http_finalize_request(r, rc);
    ngx_http_run_posted_requests(c);
}


/*
 * nginx's handler that discards the body would end a request that waits after
 * "lingering_timeout", so it begins when there is an answer.
 *
 * The body is the main request's.  A subrequest has a copy of the flag, with
 * which nginx would let it release a reference of the main request, and of the
 * length, which nginx would compare with client_max_body_size of its parts.
 */

static void
ngx_http_contentlib_hold_body(ngx_http_request_t *r,
    ngx_http_contentlib_ctx_t *ctx)
{
    ngx_event_t  *rev;

    r->discard_body = 0;
    r->read_event_handler = ngx_http_block_reading;

    if (r != r->main) {
        r->headers_in.content_length_n = -1;
        return;
    }

    ctx->discard = 1;

    /* of a wait before this one, such as that of auth_request */

    rev = r->connection->read;
    r->lingering_time = 0;

    if (rev->timer_set) {
        ngx_del_timer(rev);
    }
}


/* the status is known when the headers are sent: a 304, or an error */

static ngx_int_t
ngx_http_contentlib_answered(ngx_http_request_t *r,
    ngx_http_contentlib_ctx_t *ctx)
{
    ngx_int_t  rc;

    if (ctx->discard) {
        r->discard_body = 1;
        r->read_event_handler = ngx_http_discarded_request_body_handler;
    }

    rc = ngx_http_discard_request_body(r);

    if (rc == NGX_OK) {
        rc = ngx_http_contentlib_send(r, ctx);
    }

    ngx_http_contentlib_count(ctx, rc >= NGX_HTTP_SPECIAL_RESPONSE
                                   ? (ngx_uint_t) rc : r->headers_out.status,
                              !r->header_only);

    return rc;
}


/* "sent": with its body */

static void
ngx_http_contentlib_count(ngx_http_contentlib_ctx_t *ctx, ngx_uint_t status,
    ngx_uint_t sent)
{
    contentlib_answer_t   *answer;
    contentlib_metrics_t  *metrics;

    answer = &ctx->answer;
    metrics = ctx->input.source->metrics;

    contentlib_metrics_answer(metrics, answer->route, status);

    if (answer->status == 503) {
        contentlib_metrics_add(metrics, refusals,
                               answer->failure - CONTENTLIB_NO_LIBRARY, 1);
    }

    if (sent && status == 200 && answer->length > answer->body.len) {
        contentlib_metrics_add(metrics, gzip_saved_bytes, 0,
                               answer->length - answer->body.len);
    }
}


static ngx_int_t
ngx_http_contentlib_send(ngx_http_request_t *r, ngx_http_contentlib_ctx_t *ctx)
{
    ngx_int_t             rc;
    contentlib_answer_t  *answer;

    answer = &ctx->answer;

    /* the coding last: otherwise nginx's error page would have it, too */

    if (ngx_http_contentlib_headers(r, answer) != NGX_OK
        || ngx_http_contentlib_validators(r, answer) != NGX_OK
        || ngx_http_contentlib_coding(r, answer) != NGX_OK)
    {
        return NGX_HTTP_INTERNAL_SERVER_ERROR;
    }

    rc = ngx_http_send_header(r);

    if (rc == NGX_ERROR || rc > NGX_OK || r->header_only
        || answer->not_modified || ngx_http_contentlib_replaced(r, ctx))
    {
        return rc;
    }

    ctx->rest = answer->body;

    return answer->body.len > CONTENTLIB_ANSWER_LARGE
           ? ngx_http_contentlib_send_pieces(r, ctx)
           : ngx_http_contentlib_send_body(r, ctx);
}


/* the flag makes nginx wait for the rest, as for what a filter keeps */

static ngx_int_t
ngx_http_contentlib_send_pieces(ngx_http_request_t *r,
    ngx_http_contentlib_ctx_t *ctx)
{
    ngx_pool_cleanup_t  *cln;

    cln = ngx_pool_cleanup_add(r->pool, 0);
    if (cln == NULL) {
        return NGX_ERROR;
    }

    cln->handler = ngx_http_contentlib_cancel_turn;
    cln->data = ctx;

    r->buffered |= NGX_HTTP_CONTENTLIB_BUFFERED;

    ctx->resume = ngx_http_contentlib_send_piece;
    ngx_http_contentlib_next_turn(ctx);

    return NGX_AGAIN;
}


/*
 * The filters get a piece if they have passed on what they had before.  With
 * "post_action", a request whose client has left goes on without this answer.
 */

static void
ngx_http_contentlib_send_piece(ngx_http_contentlib_ctx_t *ctx)
{
    ngx_int_t            rc;
    ngx_http_request_t  *r;

    r = ctx->request;

    if (ngx_http_contentlib_replaced(r, ctx)) {
        ngx_http_contentlib_end_pieces(r);
        ngx_post_event(r->connection->write, &ngx_posted_events);
        return;
    }

    ngx_http_set_log_request(r->connection->log, r);

    if (ctx->full) {
        ctx->full = 0;
        rc = ngx_http_output_filter(r, NULL);

    } else {
        rc = ngx_http_contentlib_send_body(r, ctx);
    }

    if (rc != NGX_ERROR && ctx->rest.len != 0
        && !ngx_http_contentlib_replaced(r, ctx))
    {
        if (ngx_http_contentlib_send_next(r, ctx) == NGX_OK) {
            ngx_http_run_posted_requests(r->connection);
            return;
        }

        rc = NGX_ERROR;
    }

    ngx_http_contentlib_end_pieces(r);
    r->write_event_handler = ngx_http_request_empty_handler;

    ngx_http_contentlib_finalize(r, rc);
}


/* 0x0f: the field has four bits, and the compiler warns of others */

static void
ngx_http_contentlib_end_pieces(ngx_http_request_t *r)
{
    r->buffered &= 0x0f & ~NGX_HTTP_CONTENTLIB_BUFFERED;
}


/* "rest" is the whole body, or what is left of a large one */

static ngx_int_t
ngx_http_contentlib_send_body(ngx_http_request_t *r,
    ngx_http_contentlib_ctx_t *ctx)
{
    size_t        size;
    ngx_buf_t    *b;
    ngx_chain_t   out;

    b = ngx_calloc_buf(r->pool);
    if (b == NULL) {
        return NGX_ERROR;
    }

    size = ctx->rest.len;

    if (ctx->answer.body.len > CONTENTLIB_ANSWER_LARGE) {
        size = ngx_min(size, NGX_HTTP_CONTENTLIB_PIECE);
    }

    b->pos = ctx->rest.data;
    b->last = b->pos + size;

    ctx->rest.data += size;
    ctx->rest.len -= size;

    b->memory = (size != 0);
    b->sync = (size == 0);
    b->last_buf = (r == r->main && ctx->rest.len == 0);
    b->last_in_chain = (ctx->rest.len == 0);

    out.buf = b;
    out.next = NULL;

    return ngx_http_output_filter(r, &out);
}


/*
 * If the client takes no more now, or gets other parts of a page before this
 * one, nginx calls the writer when that is over.
 */

static ngx_int_t
ngx_http_contentlib_send_next(ngx_http_request_t *r,
    ngx_http_contentlib_ctx_t *ctx)
{
    ngx_event_t               *wev;
    ngx_http_core_loc_conf_t  *clcf;

    wev = r->connection->write;
    clcf = ngx_http_get_module_loc_conf(r, ngx_http_core_module);

    r->write_event_handler = ngx_http_contentlib_writer;

    /* the timer is that of the request that the client gets now */

    if (!wev->delayed && r == r->connection->data) {
        ngx_add_timer(wev, clcf->send_timeout);

        if (wev->ready) {
            ngx_http_contentlib_next_turn(ctx);
            return NGX_OK;
        }
    }

    ctx->full = 1;

    return ngx_handle_write_event(wev, clcf->send_lowat);
}


static void
ngx_http_contentlib_writer(ngx_http_request_t *r)
{
    ngx_event_t                *wev;
    ngx_http_contentlib_ctx_t  *ctx;
    ngx_http_core_loc_conf_t   *clcf;

    wev = r->connection->write;
    ctx = ngx_http_get_module_ctx(r, ngx_http_contentlib_module);

    /* a part of this answer has ended; the timer is that of another one */

    if (r != r->connection->data) {
        return;
    }

    clcf = ngx_http_get_module_loc_conf(r, ngx_http_core_module);

    /* a wait for the turn is not the client's */

    if (ctx->fifo != NULL) {

        if (wev->timedout) {
            wev->timedout = 0;
            ngx_add_timer(wev, clcf->send_timeout);
        }

        return;
    }

    if (wev->timedout) {
        r->connection->timedout = 1;

        ngx_http_contentlib_end_pieces(r);
        ngx_http_finalize_request(r, NGX_HTTP_REQUEST_TIME_OUT);
        return;
    }

    if (wev->delayed) {
        return;
    }

    /* a worker that shuts down waits for the timer */

    ngx_add_timer(wev, clcf->send_timeout);

    if (ngx_http_contentlib_turn(ctx) == NGX_OK) {
        ngx_http_contentlib_next_turn(ctx);
    }
}


/*
 * A filter that sends an error page instead, such as 412, clears the contexts
 * of the request.  It returns NGX_AGAIN if the client does not take all of it.
 */

static ngx_uint_t
ngx_http_contentlib_replaced(ngx_http_request_t *r,
    ngx_http_contentlib_ctx_t *ctx)
{
    return ngx_http_get_module_ctx(r, ngx_http_contentlib_module) != ctx;
}


static ngx_int_t
ngx_http_contentlib_headers(ngx_http_request_t *r, contentlib_answer_t *answer)
{
    static const ngx_str_t  allow = ngx_string("GET, HEAD, OPTIONS");
    static const ngx_str_t  nosniff = ngx_string("nosniff");
    static const ngx_str_t  retry = ngx_string("1");

    r->headers_out.status = answer->status;
    r->headers_out.content_length_n = (off_t) answer->body.len;

    ngx_str_set(&r->headers_out.content_type, "application/json");
    r->headers_out.content_type_len = r->headers_out.content_type.len;
    r->headers_out.content_type_lowcase = NULL;

    /* after X-Accel-Redirect it is the charset of the upstream's answer */

    ngx_str_null(&r->headers_out.charset);
    r->headers_out.override_charset = NULL;

    if (ngx_http_contentlib_header(r, "Allow", &allow) == NULL
        || ngx_http_contentlib_header(r, "Vary", &ngx_http_contentlib_vary)
           == NULL
        || ngx_http_contentlib_header(r, "X-Content-Type-Options", &nosniff)
           == NULL
        || (answer->status == NGX_HTTP_SERVICE_UNAVAILABLE
            && ngx_http_contentlib_header(r, "Retry-After", &retry) == NULL))
    {
        return NGX_ERROR;
    }

    if (answer->location.len != 0) {

        ngx_http_clear_location(r);

        r->headers_out.location = ngx_http_contentlib_header(r, "Location",
                                                         &answer->location);
        if (r->headers_out.location == NULL) {
            return NGX_ERROR;
        }
    }

    return NGX_OK;
}


static ngx_int_t
ngx_http_contentlib_coding(ngx_http_request_t *r, contentlib_answer_t *answer)
{
    static const ngx_str_t  vary = ngx_string("Accept-Encoding");
    static const ngx_str_t  gzip = ngx_string("gzip");

    if (answer->varies && !ngx_http_contentlib_gzip_vary(r)
        && ngx_http_contentlib_header(r, "Vary", &vary) == NULL)
    {
        return NGX_ERROR;
    }

    if (!answer->gzip || answer->not_modified) {
        return NGX_OK;
    }

    r->headers_out.content_encoding = ngx_http_contentlib_header(r,
                                                  "Content-Encoding", &gzip);

    return r->headers_out.content_encoding ? NGX_OK : NGX_ERROR;
}


/* with "gzip_vary" nginx sends the header, which must be sent once */

static ngx_uint_t
ngx_http_contentlib_gzip_vary(ngx_http_request_t *r)
{
#if (NGX_HTTP_GZIP)
    ngx_http_core_loc_conf_t  *clcf;

    clcf = ngx_http_get_module_loc_conf(r, ngx_http_core_module);

    r->gzip_vary = 1;

    return clcf->gzip_vary != 0;
#else
    return 0;
#endif
}


static ngx_int_t
ngx_http_contentlib_validators(ngx_http_request_t *r,
    contentlib_answer_t *answer)
{
    if (answer->etag.len == 0) {
        r->disable_not_modified = 1;
        return NGX_OK;
    }

    r->headers_out.etag = ngx_http_contentlib_header(r, "ETag",
                                                     &answer->etag);
    if (r->headers_out.etag == NULL) {
        return NGX_ERROR;
    }

    if (answer->not_modified) {
        r->headers_out.status = NGX_HTTP_NOT_MODIFIED;
        r->headers_out.content_type.len = 0;
        ngx_http_clear_content_length(r);
    }

    return NGX_OK;
}


/* zeroed first: a header has a "next" since nginx 1.23.0 */

ngx_table_elt_t *
ngx_http_contentlib_header(ngx_http_request_t *r, const char *key,
    const ngx_str_t *value)
{
    ngx_table_elt_t  *header;

    header = ngx_list_push(&r->headers_out.headers);
    if (header == NULL) {
        return NULL;
    }

    ngx_memzero(header, sizeof(ngx_table_elt_t));

    header->hash = 1;
    header->key.data = (u_char *) key;
    header->key.len = ngx_strlen(key);
    header->value = *value;

    return header;
}
