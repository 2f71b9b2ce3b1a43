
/*
 * Copyright (C) contentlib authors
 *
 * One sum for the process and one for each connection.  A cleanup in the pool
 * of the request subtracts the bytes of an answer.
 */


#include <service/contentlib_in_flight.h>
#include <cache/contentlib_cache.h>


#define CONTENTLIB_IN_FLIGHT_RESERVE  (CONTENTLIB_IN_FLIGHT_MAX / 4)

/* dropped entries of caches count up to this */

#define CONTENTLIB_IN_FLIGHT_DROPPED  (CONTENTLIB_IN_FLIGHT_MAX / 2)

/* parts of what is free */

#define CONTENTLIB_IN_FLIGHT_SHARE    16
#define CONTENTLIB_IN_FLIGHT_SMALL    256


/* in the pool of the request */

typedef struct {
    contentlib_in_flight_t  *connection;
    size_t                   bytes;
} contentlib_in_flight_answer_t;


static size_t contentlib_in_flight_free(void);
static void contentlib_in_flight_sent(void *data);


static size_t  contentlib_in_flight_bytes;


ngx_uint_t
contentlib_in_flight_allowed(const contentlib_in_flight_t *connection,
    size_t bytes)
{
    size_t  taken, available;

    available = contentlib_in_flight_free();
    taken = connection != NULL ? connection->bytes : 0;

    if (taken + bytes < available / CONTENTLIB_IN_FLIGHT_SMALL) {
        return 1;
    }

    /* a very large answer is made only if nothing else is in flight */

    if (bytes + CONTENTLIB_IN_FLIGHT_RESERVE > available) {
        return available == CONTENTLIB_IN_FLIGHT_MAX;
    }

    return taken == 0
           || taken + bytes <= available / CONTENTLIB_IN_FLIGHT_SHARE;
}


/*
 * Entries that were dropped from a cache while they are sent count, too.  They
 * count up to a half, since they were not limited when they were taken.
 */

static size_t
contentlib_in_flight_free(void)
{
    size_t  bytes;

    bytes = contentlib_in_flight_bytes
            + ngx_min(contentlib_cache_dropped, CONTENTLIB_IN_FLIGHT_DROPPED);

    return bytes < CONTENTLIB_IN_FLIGHT_MAX ? CONTENTLIB_IN_FLIGHT_MAX - bytes
                                            : 0;
}


ngx_uint_t
contentlib_in_flight_storable(void)
{
    return contentlib_cache_dropped < CONTENTLIB_IN_FLIGHT_DROPPED;
}


ngx_int_t
contentlib_in_flight_add(contentlib_in_flight_t *connection, ngx_pool_t *pool,
    size_t bytes)
{
    ngx_pool_cleanup_t             *cleanup;
    contentlib_in_flight_answer_t  *answer;

    if (bytes == 0) {
        return NGX_OK;
    }

    cleanup = ngx_pool_cleanup_add(pool,
                                   sizeof(contentlib_in_flight_answer_t));
    if (cleanup == NULL) {
        return NGX_ERROR;
    }

    answer = cleanup->data;
    answer->connection = connection;
    answer->bytes = bytes;

    cleanup->handler = contentlib_in_flight_sent;

    contentlib_in_flight_bytes += bytes;

    if (connection != NULL) {
        connection->bytes += bytes;
    }

    return NGX_OK;
}


static void
contentlib_in_flight_sent(void *data)
{
    contentlib_in_flight_answer_t *answer = data;

    contentlib_in_flight_bytes -= answer->bytes;

    if (answer->connection != NULL) {
        answer->connection->bytes -= answer->bytes;
    }
}
