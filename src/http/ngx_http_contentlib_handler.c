
/*
 * Copyright (C) contentlib authors
 *
 * The content handler: waits if the answer has to wait for a search, sends the
 * answer, headers and body, and counts it.
 */


#include <http/ngx_http_contentlib.h>


static void ngx_http_contentlib_resume(ngx_http_contentlib_ctx_t *ctx);
static ngx_int_t ngx_http_contentlib_answered(ngx_http_request_t *r,
    ngx_http_contentlib_ctx_t *ctx);
static void ngx_http_contentlib_hold_body(ngx_http_request_t *r,
    ngx_http_contentlib_ctx_t *ctx);
static void ngx_http_contentlib_count(ngx_http_contentlib_ctx_t *ctx,
    ngx_uint_t status, ngx_uint_t sent);
static ngx_int_t ngx_http_contentlib_send(ngx_http_request_t *r,
    ngx_http_contentlib_ctx_t *ctx);
static ngx_int_t ngx_http_contentlib_send_body(ngx_http_request_t *r,
    const ngx_str_t *body);
static ngx_uint_t ngx_http_contentlib_replaced(ngx_http_request_t *r,
    ngx_http_contentlib_ctx_t *ctx);
static ngx_int_t ngx_http_contentlib_headers(ngx_http_request_t *r,
    contentlib_answer_t *answer);
static ngx_int_t ngx_http_contentlib_coding(ngx_http_request_t *r,
    contentlib_answer_t *answer);
static ngx_uint_t ngx_http_contentlib_gzip_vary(ngx_http_request_t *r);
static ngx_int_t ngx_http_contentlib_validators(ngx_http_request_t *r,
    contentlib_answer_t *answer);


ngx_int_t
ngx_http_contentlib_handler(ngx_http_request_t *r)
{
    ngx_int_t                        rc;
    ngx_http_contentlib_ctx_t       *ctx;
    ngx_http_contentlib_loc_conf_t  *lcf;

    lcf = ngx_http_get_module_loc_conf(r, ngx_http_contentlib_module);

    ctx = ngx_pcalloc(r->pool, sizeof(ngx_http_contentlib_ctx_t));

    if (ctx == NULL
        || ngx_http_contentlib_input(r, lcf, &ctx->input) != NGX_OK)
    {
        return NGX_HTTP_INTERNAL_SERVER_ERROR;
    }

    rc = ngx_http_contentlib_page(r, lcf, &ctx->input);

    if (rc != NGX_DECLINED) {
        return rc;
    }

    if (r->discard_body) {
        ngx_http_contentlib_hold_body(r, ctx);
    }

    ctx->request = r;
    ctx->resume = ngx_http_contentlib_resume;

#if (NGX_THREADS)
    ctx->input.search = ngx_http_contentlib_search;
#endif
    ctx->input.data = ctx;

    ngx_http_set_ctx(r, ctx, ngx_http_contentlib_module);

    if (contentlib_service_answer(&ctx->input, &ctx->answer) == NGX_OK) {
        return ngx_http_contentlib_answered(r, ctx);
    }

    r->main->count++;
    ngx_http_contentlib_block(ctx);

    return NGX_DONE;
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

    /* send_timeout of an SSI page that waited for this part */

    c->write->timedout = 0;

    if (c->error) {
        rc = NGX_HTTP_CLIENT_CLOSED_REQUEST;
        ngx_http_contentlib_count(ctx, (ngx_uint_t) rc, 0);

    } else if (contentlib_service_resume(&ctx->input) == NGX_OK) {
        rc = ngx_http_contentlib_answered(r, ctx);

    } else {
        ngx_http_contentlib_block(ctx);
        return;
    }

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

    ctx->answered = 1;

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

    return ngx_http_contentlib_send_body(r, &answer->body);
}


static ngx_int_t
ngx_http_contentlib_send_body(ngx_http_request_t *r, const ngx_str_t *body)
{
    ngx_buf_t    *b;
    ngx_chain_t   out;

    b = ngx_calloc_buf(r->pool);
    if (b == NULL) {
        return NGX_ERROR;
    }

    b->pos = body->data;
    b->last = b->pos + body->len;

    b->memory = (body->len != 0);
    b->sync = (body->len == 0);
    b->last_buf = (r == r->main);
    b->last_in_chain = 1;

    out.buf = b;
    out.next = NULL;

    return ngx_http_output_filter(r, &out);
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

#if (NGX_HTTP_GZIP)

    /* nginx's filter would hold the event loop with a large body */

    if (answer->length > CONTENTLIB_ANSWER_LARGE) {
        r->gzip_tested = 1;
        r->gzip_ok = 0;
    }

#endif

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
