
/*
 * Copyright (C) contentlib authors
 *
 * A set of numbers, for the identifiers of a list.
 */


#ifndef _CONTENTLIB_SERVICE_SEEN_H_INCLUDED_
#define _CONTENTLIB_SERVICE_SEEN_H_INCLUDED_


#include <ngx_config.h>
#include <ngx_core.h>


typedef struct {
    uint64_t                 *slots;        /* 0 is none */
    size_t                    size;         /* a power of two, or 0 */
    size_t                    n;
} contentlib_service_seen_t;


/* NGX_OK, NGX_DECLINED if it is there already, NGX_ERROR without memory */

ngx_int_t contentlib_service_seen_add(contentlib_service_seen_t *seen,
    uint64_t number);
void contentlib_service_seen_free(contentlib_service_seen_t *seen);


#endif /* _CONTENTLIB_SERVICE_SEEN_H_INCLUDED_ */
