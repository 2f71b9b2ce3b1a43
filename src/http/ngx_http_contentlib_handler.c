
/*
 * Copyright (C) contentlib authors
 *
 * The content handler: translates the request of nginx for the service, waits
 * if the answer has to wait for a search, and counts the answer.
 */


#include <http/ngx_http_contentlib.h>


#define NGX_HTTP_CONTENTLIB_EARLY  5        /* milliseconds */


static ngx_uint_t ngx_http_contentlib_page(ngx_http_request_t *r,
    ngx_http_contentlib_loc_conf_t *lcf, contentlib_input_t *input);
static ngx_int_t ngx_http_contentlib_answered(ngx_http_request_t *r,
    ngx_http_contentlib_ctx_t *ctx);
static void ngx_http_contentlib_count(ngx_http_contentlib_ctx_t *ctx,
    ngx_uint_t status, ngx_uint_t sent);
static ngx_int_t ngx_http_contentlib_wait(ngx_http_request_t *r,
    ngx_http_contentlib_ctx_t *ctx);
static void ngx_http_contentlib_forget(void *data);
static void ngx_http_contentlib_wake(void *data);
static void ngx_http_contentlib_continue(ngx_event_t *ev);
static ngx_int_t ngx_http_contentlib_input(ngx_http_request_t *r,
    ngx_http_contentlib_loc_conf_t *lcf, contentlib_input_t *input);
static contentlib_in_flight_t *ngx_http_contentlib_connection(
    ngx_http_request_t *r);
static void ngx_http_contentlib_connection_closed(void *data);
static void ngx_http_contentlib_method(ngx_http_request_t *r,
    contentlib_input_t *input);
static void ngx_http_contentlib_path(ngx_http_request_t *r,
    const ngx_str_t *root, contentlib_input_t *input);
static ngx_uint_t ngx_http_contentlib_encoded_slash(ngx_http_request_t *r);
static ngx_int_t ngx_http_contentlib_accept(ngx_http_request_t *r,
    ngx_str_t *accept);
static const ngx_str_t *ngx_http_contentlib_accept_line(
    ngx_list_part_t **part, ngx_uint_t *i);
static void ngx_http_contentlib_condition(ngx_http_request_t *r,
    contentlib_input_t *input);
#if (NGX_HTTP_GZIP)
static ngx_uint_t ngx_http_contentlib_gzip_accepted(ngx_http_request_t *r);
#endif


ngx_int_t
ngx_http_contentlib_handler(ngx_http_request_t *r)
{
    ngx_int_t                        rc;
    ngx_http_contentlib_ctx_t       *ctx;
    ngx_http_contentlib_loc_conf_t  *lcf;

    rc = ngx_http_discard_request_body(r);

    if (rc != NGX_OK) {
        return rc;
    }

    lcf = ngx_http_get_module_loc_conf(r, ngx_http_contentlib_module);

    ctx = ngx_pcalloc(r->pool, sizeof(ngx_http_contentlib_ctx_t));

    if (ctx == NULL
        || ngx_http_contentlib_input(r, lcf, &ctx->input) != NGX_OK)
    {
        return NGX_HTTP_INTERNAL_SERVER_ERROR;
    }

    if (ngx_http_contentlib_page(r, lcf, &ctx->input)) {
        return ngx_http_contentlib_send_page(r, &lcf->explorer);
    }

    ctx->request = r;
    ctx->input.wake = ngx_http_contentlib_wake;
    ctx->input.data = ctx;

    ngx_http_set_ctx(r, ctx, ngx_http_contentlib_module);

    if (contentlib_service_answer(&ctx->input, &ctx->answer) != NGX_AGAIN) {
        return ngx_http_contentlib_answered(r, ctx);
    }

    if (ngx_http_contentlib_wait(r, ctx) != NGX_OK) {
        ngx_http_contentlib_count(ctx, NGX_HTTP_INTERNAL_SERVER_ERROR, 0);
        return NGX_HTTP_INTERNAL_SERVER_ERROR;
    }

    return NGX_DONE;
}


/* the status is known when the headers are sent: a 304, or an error */

static ngx_int_t
ngx_http_contentlib_answered(ngx_http_request_t *r,
    ngx_http_contentlib_ctx_t *ctx)
{
    ngx_int_t  rc;

    ctx->answered = 1;

    rc = ngx_http_contentlib_send(r, &ctx->answer);

    ngx_http_contentlib_count(ctx, rc >= NGX_HTTP_SPECIAL_RESPONSE
                                   ? (ngx_uint_t) rc : r->headers_out.status,
                              !r->header_only);

    return rc;
}


static void
ngx_http_contentlib_count(ngx_http_contentlib_ctx_t *ctx, ngx_uint_t status,
    ngx_uint_t sent)
{
    contentlib_metrics_t  *metrics;

    ctx->counted = 1;
    metrics = ctx->input.source->metrics;

    if (metrics != NULL) {
        contentlib_answer_count(&ctx->answer, metrics, status, sent);
    }
}


/*
 * Only requests of clients get the page.  Subrequests and internal redirects
 * of nginx get the answer of the API, also if the page itself is missing.
 */

static ngx_uint_t
ngx_http_contentlib_page(ngx_http_request_t *r,
    ngx_http_contentlib_loc_conf_t *lcf, contentlib_input_t *input)
{
    if (lcf->explorer.len == 0) {
        return 0;
    }

    return r == r->main && !r->internal && contentlib_service_page(input);
}


/* the cleanup removes the event if the client leaves first */

static ngx_int_t
ngx_http_contentlib_wait(ngx_http_request_t *r, ngx_http_contentlib_ctx_t *ctx)
{
    ngx_pool_cleanup_t  *cleanup;

    cleanup = ngx_pool_cleanup_add(r->pool, 0);
    if (cleanup == NULL) {
        return NGX_ERROR;
    }

    cleanup->handler = ngx_http_contentlib_forget;
    cleanup->data = ctx;

    /* notice a client that leaves, unless nginx is reading a body already */

    if (r == r->main && !r->discard_body) {

        if (r->connection->read->ready) {
            ngx_post_event(r->connection->read, &ngx_posted_events);

        } else if (ngx_handle_read_event(r->connection->read, 0) != NGX_OK) {
            return NGX_ERROR;
        }

        r->read_event_handler = ngx_http_test_reading;
    }

    ctx->wake.handler = ngx_http_contentlib_continue;
    ctx->wake.data = r->connection;
    ctx->wake.log = r->connection->log;

    /* not cancelable: a worker that shuts down waits for its requests */

    ngx_add_timer(&ctx->wake, (ngx_msec_t) ctx->input.timeout);

    r->main->count++;

    return NGX_OK;
}


static void
ngx_http_contentlib_forget(void *data)
{
    ngx_http_contentlib_ctx_t *ctx = data;

    if (ctx->wake.posted) {
        ngx_delete_posted_event(&ctx->wake);
    }

    if (ctx->wake.timer_set) {
        ngx_del_timer(&ctx->wake);
    }

    if (!ctx->counted) {
        ngx_http_contentlib_count(ctx, NGX_HTTP_CLIENT_CLOSED_REQUEST, 0);
    }
}


static void
ngx_http_contentlib_wake(void *data)
{
    ngx_http_contentlib_ctx_t *ctx = data;

    if (!ctx->answered && !ctx->wake.posted && ctx->wake.handler != NULL) {
        ngx_post_event(&ctx->wake, &ngx_posted_events);
    }
}


static void
ngx_http_contentlib_continue(ngx_event_t *ev)
{
    ngx_connection_t           *c;
    ngx_http_request_t         *r;
    ngx_http_contentlib_ctx_t  *ctx;

    c = ev->data;
    ctx = (ngx_http_contentlib_ctx_t *)
              ((u_char *) ev - offsetof(ngx_http_contentlib_ctx_t, wake));
    r = ctx->request;

    ngx_http_set_log_request(c->log, r);

    if (contentlib_service_answer(&ctx->input, &ctx->answer) == NGX_AGAIN) {

        /* nginx's clock may be ahead of the clock of the deadline, or the
           second attempt waits for a search in another library */

        if (!ev->timer_set) {
            ngx_add_timer(ev, NGX_HTTP_CONTENTLIB_EARLY);
        }

        return;
    }

    if (ev->timer_set) {
        ngx_del_timer(ev);
    }

    ngx_http_finalize_request(r, ngx_http_contentlib_answered(r, ctx));
    ngx_http_run_posted_requests(c);
}


static ngx_int_t
ngx_http_contentlib_input(ngx_http_request_t *r,
    ngx_http_contentlib_loc_conf_t *lcf, contentlib_input_t *input)
{
    ngx_http_contentlib_main_conf_t  *mcf;

    mcf = ngx_http_get_module_main_conf(r, ngx_http_contentlib_module);

    input->source = lcf->source;
    input->queue = &mcf->queue;
    input->pool = r->pool;
    input->log = r->connection->log;
    input->connection = ngx_http_contentlib_connection(r);
    input->query = r->args;
    input->timeout = lcf->query_timeout;

    input->paging.page_size = lcf->page_size;
    input->paging.max_page_size = lcf->max_page_size;
    input->paging.strict = (lcf->strict != 0);

    input->view.root = lcf->root;
    input->view.partner = lcf->partner;
    input->view.numbers_as_strings = (lcf->numbers
                                      == NGX_HTTP_CONTENTLIB_STRING);

    ngx_http_contentlib_method(r, input);
    ngx_http_contentlib_path(r, &lcf->root, input);
    ngx_http_contentlib_condition(r, input);

#if (NGX_HTTP_GZIP)
    if (lcf->gzip) {
        input->gzip = 1;
        input->gzip_accepted = (ngx_http_contentlib_gzip_accepted(r) != 0);
    }
#endif

    if (ngx_http_contentlib_accept(r, &input->accept) != NGX_OK) {
        return NGX_ERROR;
    }

    if (ngx_http_contentlib_base_url(r, lcf->base_url, &input->view.base_url)
        != NGX_OK)
    {
        return NGX_ERROR;
    }

    return lcf->media_url ? ngx_http_contentlib_media_url(r, lcf->media_url,
                                                          input)
                          : NGX_OK;
}


/*
 * The in-flight bytes of the client's connection, or NULL if there is no
 * memory.  All streams of HTTP/2 or HTTP/3 share those of their connection.
 */

static contentlib_in_flight_t *
ngx_http_contentlib_connection(ngx_http_request_t *r)
{
    ngx_connection_t    *c;
    ngx_pool_cleanup_t  *cleanup;

    c = r->connection;

#if (NGX_HTTP_V2)
    if (r->stream) {
        c = r->stream->connection->connection;
    }
#endif

#if (NGX_HTTP_V3)
    if (c->quic) {
        c = c->quic->parent;
    }
#endif

    for (cleanup = c->pool->cleanup; cleanup; cleanup = cleanup->next) {

        if (cleanup->handler == ngx_http_contentlib_connection_closed) {
            return cleanup->data;
        }
    }

    cleanup = ngx_pool_cleanup_add(c->pool, sizeof(contentlib_in_flight_t));
    if (cleanup == NULL) {
        return NULL;
    }

    cleanup->handler = ngx_http_contentlib_connection_closed;
    ngx_memzero(cleanup->data, sizeof(contentlib_in_flight_t));

    return cleanup->data;
}


/* the address of this function identifies the cleanup */

static void
ngx_http_contentlib_connection_closed(void *data)
{
    (void) data;
}


static void
ngx_http_contentlib_method(ngx_http_request_t *r, contentlib_input_t *input)
{
    input->method_name = r->method_name;

    if (r->method & (NGX_HTTP_GET|NGX_HTTP_HEAD)) {
        input->method = CONTENTLIB_GET;
        input->head = ((r->method & NGX_HTTP_HEAD) != 0);

    } else if (r->method & NGX_HTTP_OPTIONS) {
        input->method = CONTENTLIB_OPTIONS;

    } else {
        input->method = CONTENTLIB_OTHER;
    }
}


static void
ngx_http_contentlib_path(ngx_http_request_t *r, const ngx_str_t *root,
    contentlib_input_t *input)
{
    if (r->uri.len >= root->len
        && ngx_memcmp(r->uri.data, root->data, root->len) == 0)
    {
        input->path.data = r->uri.data + root->len;
        input->path.len = r->uri.len - root->len;
        input->unroutable = (ngx_http_contentlib_encoded_slash(r) != 0);
        return;
    }

    input->unslashed = (r->uri.len == root->len - 1
                        && ngx_memcmp(r->uri.data, root->data, r->uri.len)
                           == 0);

    input->unroutable = !input->unslashed;
}


/* an encoded slash belongs to a name, and no name of the API has one */

static ngx_uint_t
ngx_http_contentlib_encoded_slash(ngx_http_request_t *r)
{
    u_char  *p, *last;

    if (!r->valid_unparsed_uri || r != r->main || !r->quoted_uri) {
        return 0;
    }

    p = r->unparsed_uri.data;
    last = p + r->unparsed_uri.len;

    for ( /* void */ ; p + 2 < last && *p != '?'; p++) {

        if (p[0] == '%' && p[1] == '2' && (p[2] | 0x20) == 'f') {
            return 1;
        }
    }

    return 0;
}


/*
 * All Accept headers as one.  The size is counted first, because a client may
 * send many.
 */

static ngx_int_t
ngx_http_contentlib_accept(ngx_http_request_t *r, ngx_str_t *accept)
{
    u_char           *p;
    size_t            room;
    ngx_uint_t        i;
    ngx_list_part_t  *part;
    const ngx_str_t  *line;

    ngx_str_null(accept);

    part = &r->headers_in.headers.part;
    room = 0;
    i = 0;

    while ((line = ngx_http_contentlib_accept_line(&part, &i)) != NULL) {
        *accept = *line;
        room += line->len + 1;
    }

    if (room <= accept->len + 1) {
        return NGX_OK;
    }

    p = ngx_pnalloc(r->pool, room);
    if (p == NULL) {
        return NGX_ERROR;
    }

    accept->data = p;
    accept->len = room - 1;

    part = &r->headers_in.headers.part;
    i = 0;

    while ((line = ngx_http_contentlib_accept_line(&part, &i)) != NULL) {
        p = ngx_cpymem(p, line->data, line->len);
        *p++ = ',';
    }

    return NGX_OK;
}


/*
 * The next one from the i-th header on, or NULL.  The list is searched, since
 * the pointer to the header exists in some builds of nginx only.
 */

static const ngx_str_t *
ngx_http_contentlib_accept_line(ngx_list_part_t **part, ngx_uint_t *i)
{
    ngx_table_elt_t  *header;

    for ( /* void */ ; *part != NULL; *part = (*part)->next) {

        while (*i < (*part)->nelts) {
            header = (ngx_table_elt_t *) (*part)->elts + (*i)++;

            if (header->key.len == sizeof("accept") - 1
                && ngx_strncasecmp(header->key.data, (u_char *) "accept",
                                   sizeof("accept") - 1)
                   == 0)
            {
                return &header->value;
            }
        }

        *i = 0;
    }

    return NULL;
}


/*
 * If only If-None-Match decides, no body is built for a match.  If-Match and
 * If-Unmodified-Since are left to nginx's filter, which needs the whole answer.
 * If-Modified-Since is ignored: two libraries may be built within a second,
 * and a date shows neither a changed configuration nor whether the client has
 * the explorer or the answer.
 */

static void
ngx_http_contentlib_condition(ngx_http_request_t *r, contentlib_input_t *input)
{
    r->headers_in.if_modified_since = NULL;

    if (r != r->main || r->err_status != 0 || r->disable_not_modified
        || r->headers_in.if_match != NULL
        || r->headers_in.if_unmodified_since != NULL
        || r->headers_in.if_none_match == NULL)
    {
        return;
    }

    input->if_none_match = r->headers_in.if_none_match->value;
}


#if (NGX_HTTP_GZIP)

/* as nginx decides for its own: HTTP version, gzip_disable, gzip_proxied */

static ngx_uint_t
ngx_http_contentlib_gzip_accepted(ngx_http_request_t *r)
{
    return r->gzip_tested ? r->gzip_ok : ngx_http_gzip_ok(r) == NGX_OK;
}

#endif
