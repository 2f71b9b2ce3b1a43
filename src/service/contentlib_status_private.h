
/*
 * Copyright (C) contentlib authors
 *
 * What the files of the status share; nobody else includes this file.
 */


#ifndef _CONTENTLIB_STATUS_PRIVATE_H_INCLUDED_
#define _CONTENTLIB_STATUS_PRIVATE_H_INCLUDED_


#include <service/contentlib_status.h>


/* 1 if all workers of the library serve it */

ngx_uint_t contentlib_status_well(const contentlib_status_library_t *library);

/* the sum of a histogram as a number of seconds, or NULL */

ngx_str_t *contentlib_status_seconds(const ngx_atomic_t *histogram,
    ngx_pool_t *pool);

/* the forms of the page; NGX_OK, or NGX_ERROR if there is no memory */

ngx_int_t contentlib_status_json(const contentlib_status_t *status,
    ngx_pool_t *pool, ngx_str_t *text);
ngx_int_t contentlib_status_health(const contentlib_status_t *status,
    ngx_pool_t *pool, ngx_str_t *text);
ngx_int_t contentlib_status_prometheus(const contentlib_status_t *status,
    ngx_pool_t *pool, ngx_str_t *text);


#endif /* _CONTENTLIB_STATUS_PRIVATE_H_INCLUDED_ */
