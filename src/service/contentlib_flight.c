
/*
 * Copyright (C) contentlib authors
 */


#include <service/contentlib_flight.h>
#include <cache/contentlib_cache.h>


static void contentlib_flight_landed(void *data);


static size_t  contentlib_flight_bytes;


ngx_uint_t
contentlib_flight_full(void)
{
    return contentlib_flight_bytes + contentlib_cache_dropped
           >= CONTENTLIB_FLIGHT_MAX;
}


ngx_int_t
contentlib_flight_count(ngx_pool_t *pool, size_t bytes)
{
    size_t              *counted;
    ngx_pool_cleanup_t  *cleanup;

    if (bytes == 0) {
        return NGX_OK;
    }

    cleanup = ngx_pool_cleanup_add(pool, sizeof(size_t));
    if (cleanup == NULL) {
        return NGX_ERROR;
    }

    counted = cleanup->data;
    *counted = bytes;

    cleanup->handler = contentlib_flight_landed;
    contentlib_flight_bytes += bytes;

    return NGX_OK;
}


static void
contentlib_flight_landed(void *data)
{
    size_t  *counted = data;

    contentlib_flight_bytes -= *counted;
}
