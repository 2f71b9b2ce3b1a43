
/*
 * Copyright (C) contentlib authors
 *
 * The memory of answers that are being sent, in this process.  A client that
 * reads slowly holds it for long, so it is limited: for all clients together,
 * and for each connection.
 *
 * One connection may have a sixteenth of what is free (4 MB if nothing else is
 * in flight), or one answer, and must leave a quarter of the total free.  In
 * that quarter it may have 1/256 of what is free, thus less than 64 kB.  So
 * small answers are made when large ones are not, and the last bytes are never
 * taken: clients that take all they can get cannot keep others from a small
 * answer.
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
 * Whether an answer of so many bytes may be made.  Without a connection it is
 * as if the connection had no other answer.
 */

ngx_uint_t contentlib_in_flight_allowed(
    const contentlib_in_flight_t *connection, size_t bytes);

/*
 * Whether an answer may go to a cache.  An answer from a cache is sent whoever
 * has how much in flight, and is not freed while it is sent, so clients that
 * read slowly could hold all that a cache ever had.
 */

ngx_uint_t contentlib_in_flight_storable(void);

/*
 * Counts bytes until the pool is destroyed.  NGX_OK, or NGX_ERROR if there is
 * no memory.
 */

ngx_int_t contentlib_in_flight_add(contentlib_in_flight_t *connection,
    ngx_pool_t *pool, size_t bytes);


#endif /* _CONTENTLIB_IN_FLIGHT_H_INCLUDED_ */
