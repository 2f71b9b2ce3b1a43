
/*
 * Copyright (C) contentlib authors
 */


#include <http/ngx_http_contentlib.h>


static void ngx_http_contentlib_connection_closed(void *data);


contentlib_in_flight_t *
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


/* the handler is what the data is found by */

static void
ngx_http_contentlib_connection_closed(void *data)
{
    (void) data;
}
