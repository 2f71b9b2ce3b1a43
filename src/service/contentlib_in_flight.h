
/*
 * Copyright (C) contentlib authors
 *
 * The in-flight bytes: the memory of answers that are being sent, in this
 * process.  A client that reads slowly holds them for long, so they are
 * limited, for all clients together and for each connection.
 *
 * A connection may have one answer, or a sixteenth of the free bytes (4 MB if
 * nothing is in flight), and must leave a quarter of the total free.  Within
 * that quarter it may have 1/256 of the free bytes, less than 64 kB.  So small
 * answers are made when large ones are not, and slow clients cannot use up the
 * last bytes.
 */


#ifndef _CONTENTLIB_IN_FLIGHT_H_INCLUDED_
#define _CONTENTLIB_IN_FLIGHT_H_INCLUDED_


#include <ngx_config.h>
#include <ngx_core.h>


#define CONTENTLIB_IN_FLIGHT_MAX  (64 * 1024 * 1024)


/* of one client connection; zeroes at first, lives as long as it */

typedef struct {
    size_t  bytes;
} contentlib_in_flight_t;


/*
 * 1 if an answer of so many bytes may be made.  Without a connection (NULL)
 * the limit is that of a connection with no other answer.
 */

ngx_uint_t contentlib_in_flight_allowed(
    const contentlib_in_flight_t *connection, size_t bytes);

/*
 * 1 if answers may be stored in a cache.  Answers from a cache are not
 * limited here, and are not freed while they are sent, so slow clients could
 * hold all entries that a cache has dropped.
 */

ngx_uint_t contentlib_in_flight_storable(void);

/*
 * Counts bytes until the pool is destroyed.  NGX_OK, or NGX_ERROR if there is
 * no memory.
 */

ngx_int_t contentlib_in_flight_add(contentlib_in_flight_t *connection,
    ngx_pool_t *pool, size_t bytes);


#endif /* _CONTENTLIB_IN_FLIGHT_H_INCLUDED_ */
