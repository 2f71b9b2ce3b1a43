
/*
 * Copyright (C) contentlib authors
 *
 * The memory of answers that are on their way, in this process.  Those who
 * read slowly hold it for long, and it is not the cache's: it is bounded here.
 */


#ifndef _CONTENTLIB_FLIGHT_H_INCLUDED_
#define _CONTENTLIB_FLIGHT_H_INCLUDED_


#include <ngx_config.h>
#include <ngx_core.h>


#define CONTENTLIB_FLIGHT_MAX  (64 * 1024 * 1024)


/* 1 if no answer should be made that takes more */

ngx_uint_t contentlib_flight_full(void);

/*
 * Counts bytes of a pool until it is destroyed.  NGX_OK, or NGX_ERROR if there
 * is no memory.  What was dropped from a cache and is held is counted anyway.
 */

ngx_int_t contentlib_flight_count(ngx_pool_t *pool, size_t bytes);


#endif /* _CONTENTLIB_FLIGHT_H_INCLUDED_ */
