
/*
 * Copyright (C) contentlib authors
 */


#include <service/contentlib_in_flight.h>
#include <cache/contentlib_cache.h>


#define CONTENTLIB_IN_FLIGHT_RESERVE  (CONTENTLIB_IN_FLIGHT_MAX / 4)

/* the most that counts of what was dropped from caches */

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

    /* an answer that never has room is made when there is no other one */

    if (bytes + CONTENTLIB_IN_FLIGHT_RESERVE > available) {
        return available == CONTENTLIB_IN_FLIGHT_MAX;
    }

    return taken == 0
           || taken + bytes <= available / CONTENTLIB_IN_FLIGHT_SHARE;
}


/*
 * What was dropped from a cache and is still being sent counts, too, but not
 * more than half: no answer was refused when it was taken.
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
